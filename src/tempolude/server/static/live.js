// The line to the server. Lost, it comes back by itself; a move not yet acknowledged is sent again with the same id, so
// that it is done once.

const WAITS = [250, 500, 1000, 2000, 4000, 8000];
const SIGNED_OUT = 4401, FOREIGN = 4403, MISSING = 4404, MOVED = 4409, TOO_MANY = 4429, RESTARTING = 1012;   // why the server closes a line
const SPREAD = 500;       // after a restart, pages come back within this time, not all at the same moment
const QUIET = 10000;      // how long a restart may take before the person is told that the line is lost
const PATIENCE = 30000;   // where too many pages are open, others may be closed meanwhile

export class Live {
  constructor(address, at, hear, line) {
    this.address = address;
    this.at = at;             // () => the number of actions this page has seen
    this.hear = hear;
    this.line = line;         // (open) => show whether the line stands
    this.waiting = new Map(); // id -> message not yet acknowledged
    this.asked = new Map();   // action -> resolve
    this.tries = 0;
    this.restarts = null;     // the timer that runs while a restart of the server needs not be mentioned
    this.#open();
    addEventListener("online", () => this.#again(0));
    document.addEventListener("visibilitychange", () => { if (!document.hidden && this.socket.readyState > 1) this.#again(0); });
  }

  move(message) {
    const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    this.waiting.set(id, { ...message, id });
    this.#send(this.waiting.get(id));
  }

  say(text) {
    return this.#send({ say: text });
  }

  tell(message) {
    return this.#send(message);
  }

  explain(action) {
    if (this.socket.readyState !== WebSocket.OPEN) return Promise.resolve("");
    return new Promise(resolve => {
      this.asked.get(action)?.("");
      this.asked.set(action, resolve);
      this.#send({ explain: action });
    });
  }

  #open() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const at = `${this.address.includes("?") ? "&" : "?"}at=${this.at()}`;
    this.socket = new WebSocket(`${scheme}://${location.host}${this.address}${at}`);
    this.socket.addEventListener("open", () => {
      this.tries = 0;
      this.#restarted();
      this.line(true);
      for (const message of this.waiting.values()) this.#send(message);
    });
    this.socket.addEventListener("message", event => this.#hear(JSON.parse(event.data)));
    this.socket.addEventListener("close", event => {
      if (event.code === MISSING || event.code === FOREIGN) return;     // the table is gone: a new try would find nothing
      if (event.code === SIGNED_OUT) return location.reload();          // whose page this is has changed
      if (event.code === MOVED) this.hear({ reload: true });            // the page is for a seat they no longer have
      else if (event.code === RESTARTING) return this.#restart();
      else if (!this.restarts) this.line(false);
      if (event.code === TOO_MANY) this.#again(PATIENCE);
      else this.#again(WAITS[Math.min(this.tries++, WAITS.length - 1)]);
    });
  }

  // The server restarts and has said so: nothing is wrong unless it takes long.
  #restart() {
    this.restarts ??= setTimeout(() => { this.#restarted(); this.line(false); }, QUIET);
    this.#again(Math.random() * SPREAD);
  }

  #restarted() {
    clearTimeout(this.restarts);
    this.restarts = null;
  }

  #again(wait) {
    if (this.socket.readyState <= 1) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#open(), wait);
  }

  #hear(message) {
    if (message.done) this.waiting.delete(message.done);
    if (message.refused) this.waiting.delete(message.refused);
    if ("explain" in message) {
      this.asked.get(message.explain)?.(message.words);
      this.asked.delete(message.explain);
      return;
    }
    this.hear(message);
  }

  #send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
