// The connection to the server. It reconnects by itself; a move not yet acknowledged is sent again with the same id, so
// that it is done once. docs/protocol.md has all messages.

import { refresh } from "./refresh.js";
import { CLOSE, VERSION } from "./wire.js";

const WAITS = [250, 500, 1000, 2000, 4000, 8000];
const SPREAD = 500;       // after a restart, pages reconnect at random within this time
const QUIET = 10000;      // how long a restart may take before the page shows that the connection is lost
const PATIENCE = 30000;   // if too many pages are open, others may be closed in the meantime

export class Live {
  // `messages` has a handler for every kind of message from this address, except those handled here.
  constructor(address, messages, { at = () => -1, line = () => {} } = {}) {
    this.address = address;
    this.messages = { done: () => {}, explained: answer => this.#explained(answer), weighed: answer => this.#weighed(answer), ...messages };
    this.at = at;             // () => the version this page shows
    this.line = line;         // (open) => show whether the connection is open
    this.waiting = new Map(); // id -> move not yet acknowledged
    this.asked = new Map();   // action -> resolve
    this.weighing = null;     // resolve
    this.tries = 0;
    this.restarts = null;     // the timer during which a restart of the server is not shown
    this.#open();
    addEventListener("online", () => this.#again(0));
    document.addEventListener("visibilitychange", () => {
      this.#send({ t: "look", on: !document.hidden });
      if (!document.hidden) this.#again(0);
    });
  }

  do(action) {
    this.#move({ t: "do", action, at: this.at() });
  }

  undo() {
    this.#move({ t: "undo" });
  }

  hint() {
    return this.#send({ t: "hint" });
  }

  back() {
    return this.#send({ t: "back" });
  }

  say(text) {
    return this.#send({ t: "say", text });
  }

  explain(action) {
    if (this.socket.readyState !== WebSocket.OPEN) return Promise.resolve("");
    return new Promise(resolve => {
      this.asked.get(action)?.("");
      this.asked.set(action, resolve);
      this.#send({ t: "explain", action });
    });
  }

  // Whether an action could be undone, and what it would do; without an answer, it must be confirmed.
  weigh(action) {
    return new Promise(resolve => {
      this.weighing = resolve;
      if (!this.#send({ t: "weigh", action })) this.#weighed({ final: true, words: "" });
    });
  }

  #weighed(answer) {
    this.weighing?.(answer);
    this.weighing = null;
  }

  #open() {
    clearTimeout(this.timer);
    const address = new URL(this.address, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.searchParams.set("v", VERSION);
    address.searchParams.set("at", this.at());
    this.socket = new WebSocket(address);
    this.socket.addEventListener("open", () => {
      this.tries = 0;
      this.#restarted();
      this.line(true);
      if (document.hidden) this.#send({ t: "look", on: false });
      for (const message of this.waiting.values()) this.#send(message);
    });
    this.socket.addEventListener("message", event => this.#hear(JSON.parse(event.data)));
    this.socket.addEventListener("close", event => this.#closed(event.code));
  }

  // The page is being left: the connection does not matter any more.
  stop() {
    this.stopped = true;
    this.socket.close();
  }

  #closed(code) {
    if (this.stopped) return;
    const ways = {
      [CLOSE.MISSING]: () => {},                          // retrying is useless
      [CLOSE.FOREIGN]: () => {},
      [CLOSE.SIGNED_OUT]: refresh,                        // the reader has changed
      [CLOSE.MOVED]: () => { this.messages.reload(); this.#again(this.#wait); },    // the page's seat is no longer theirs
      [CLOSE.OUTDATED]: () => this.#renew(),
      [CLOSE.TOO_MANY]: () => this.#lost(PATIENCE),
      [CLOSE.RESTARTING]: () => this.#restart(),
    };
    if (code in ways) ways[code]();
    else this.#lost(this.#wait);
  }

  get #wait() {
    return WAITS[Math.min(this.tries++, WAITS.length - 1)];
  }

  #lost(wait) {
    if (!this.restarts) this.line(false);
    this.#again(wait);
  }

  // An announced restart of the server: nothing is wrong unless it takes long.
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

  // Reload for the script of another version, but not repeatedly while a server is being upgraded.
  #renew() {
    const last = +sessionStorage.getItem("renewed");
    if (Date.now() - last < PATIENCE) return this.#lost(PATIENCE);
    sessionStorage.setItem("renewed", Date.now());
    refresh();
  }

  #hear(message) {
    if (message.id) this.waiting.delete(message.id);    // a move was done or refused
    this.messages[message.t](message);
  }

  #explained(answer) {
    this.asked.get(answer.action)?.(answer);
    this.asked.delete(answer.action);
  }

  #move(message) {
    const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    this.waiting.set(id, { ...message, id });
    this.#send(this.waiting.get(id));
  }

  #send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
