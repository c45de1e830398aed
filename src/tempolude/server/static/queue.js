// What others did, shown one after the other at the pace of whoever looks, however fast it came. What it leads to (the
// question, what can be clicked, the score sheet) comes when all of it has been seen. A click or a key shows the rest at
// once. Knows no game.

const PACES = { calm: 2400, normal: 1200, quick: 500, once: 0 };   // milliseconds for one action
const STEP = .36;      // of that, for a further action of the same turn
const LINE = .25;      // more of that, for each further line of the journal; at most twice the time in all
const MOST = 30;       // actions that wait for who comes back to the page; of what was before they see where it led

export class Queue {
  // `show(message)` lays out what an action did, `pass(pieces)` what lay there in between, `settle()` what it led to;
  // `asked()` is whether the reader already has the question that the table shows.
  constructor(me, { show, pass, settle, asked, hurried }) {
    Object.assign(this, { me, show, pass, settle, asked, hurried });
    this.pace = "once";
    this.waiting = [];
    this.by = null;       // who did what is shown now
    this.timer = null;    // runs while something is to be seen before the next
    this.steps = [];      // what is left to do of the action that is being shown
    this.passed = false;  // the first line of what is shown now has been told already
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#go(); });
  }

  get busy() {
    return this.timer !== null || this.waiting.length > 0 || this.steps.length > 0;
  }

  push(message) {
    this.waiting.push(message);
    while (document.hidden && this.waiting.length > MOST) this.show(this.waiting.shift());
    this.#go();
  }

  // Show all that waits, now.
  skip() {
    if (!this.busy) return false;
    clearTimeout(this.timer);
    [this.timer, this.passed] = [null, false];
    for (const { act, last } of this.steps) if (last) act();
    this.steps = [];
    for (const message of this.waiting.splice(0)) this.show(message);
    this.settle();
    return true;
  }

  // Forget what waits: the whole table comes instead.
  clear() {
    clearTimeout(this.timer);
    [this.timer, this.waiting, this.steps, this.by] = [null, [], [], null];
  }

  #go() {
    if (!this.busy) return;
    while (this.timer === null && (this.steps.length || this.waiting.length)) {
      if (document.hidden && this.#full) return;     // nobody would see it
      if (!this.steps.length) this.steps = this.#steps(this.waiting.shift());
      const { act, time, last } = this.steps.shift();
      act();
      this.passed = !last;
      const wait = time();
      if (wait) this.timer = setTimeout(() => this.#seen(), wait);
    }
    if (!this.busy) this.settle();
  }

  #seen() {
    this.timer = null;
    if (this.busy) this.#go();
    else this.settle();
  }

  #steps(message) {
    const full = this.#full, pieces = message.all.passing ?? [], lines = message.log?.lines.length ?? 0;
    const seen = lines || message.all.last.length, own = message.by === this.me;
    const turn = this.by === message.by ? STEP : 1;
    this.by = message.by;
    const time = () => {
      if (!seen || message.log?.afresh) return 0;
      if (this.asked(message)) return 0;      // they choose at the same time, or go on with their own turn
      return full * Math.min(2, turn + LINE * Math.max(0, lines - 1));
    };
    const steps = [{ act: () => this.show(message), time, last: true }];
    if (pieces.length && full) steps.unshift({ act: () => this.pass(message), time: () => full, last: false });
    return steps;
  }

  // Where the reader's own clock counts minutes, what is shown costs them time.
  get #full() {
    return this.hurried() ? Math.min(PACES[this.pace], PACES.quick) : PACES[this.pace];
  }
}
