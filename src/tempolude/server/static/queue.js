// Shows others' actions one after the other at the reader's pace, however fast they came. The prompt, the lights and the
// score sheet follow when all have been shown. A click or a key shows the rest at once. Independent of any game.

const PACES = { calm: 2400, normal: 1200, quick: 500, once: 0 };   // milliseconds for one action
const STEP = .36;      // the share of it for a further action of the same turn
const LINE = .25;      // the share of it added for each further line of the log; at most twice the time in total
const MOST = 30;       // queued actions while the page is hidden; earlier ones are skipped

export class Queue {
  // `show(message)` shows an action's result, `pass(pieces)` the scene in between, `settle()` the final state; `asked()` is
  // whether the reader already has the prompt that the table shows.
  constructor(me, { show, pass, settle, asked, hurried }) {
    Object.assign(this, { me, show, pass, settle, asked, hurried });
    this.pace = "once";
    this.waiting = [];
    this.by = null;       // the seat of the action being shown
    this.timer = null;    // runs while an action is being shown
    this.steps = [];      // the remaining steps of the action being shown
    this.passed = false;  // the first line of the current action has been announced
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

  // Show all queued actions now.
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

  // Drop the queue: the whole table comes instead.
  clear() {
    clearTimeout(this.timer);
    [this.timer, this.waiting, this.steps, this.by] = [null, [], [], null];
  }

  #go() {
    if (!this.busy) return;
    while (this.timer === null && (this.steps.length || this.waiting.length)) {
      if (document.hidden && this.#full) return;     // not visible
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
      if (this.asked(message)) return 0;      // a simultaneous choice, or their own turn continues
      return full * Math.min(2, turn + LINE * Math.max(0, lines - 1));
    };
    const steps = [{ act: () => this.show(message), time, last: true }];
    if (pieces.length && full) steps.unshift({ act: () => this.pass(message), time: () => full, last: false });
    return steps;
  }

  // If the reader's own clock runs, showing actions costs them time.
  get #full() {
    return this.hurried() ? Math.min(PACES[this.pace], PACES.quick) : PACES[this.pace];
  }
}
