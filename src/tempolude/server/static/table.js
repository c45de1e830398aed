// A table in the browser: puts together pieces, handles, the sentence, the log, the talk and the line to the server.

import { Handles } from "./handles.js";
import { Live } from "./live.js";
import { Pieces } from "./pieces.js";
import { linkRules, Tips } from "./tips.js";

const table = document.getElementById("table");
const first = JSON.parse(document.getElementById("state").textContent);
const { say, game, me, address } = first;
const get = id => document.getElementById(id);
const title = document.title;
const narrow = matchMedia("(max-width: 1000px)");

let version = first.v, heard = 0, unread = 0, over = null, next = null;
let current = { actions: first.actions, buttons: first.buttons };   // given back when a move is refused
const pieces = new Pieces(table);
const handles = new Handles(table, say, number => live?.move({ do: number, at: version }));
const tips = new Tips(table, { game, say, explain: element => {
  const handle = handles.lit.get(element);
  const action = handle === undefined ? undefined : handles.leadsTo(handle);
  return action === undefined || !live ? Promise.resolve("") : live.explain(action);
} });
show(first, true);
const live = address ? new Live(address, () => version, hear, line) : null;

function hear(message) {
  if ("v" in message) show(message, false);
  if (message.seats) sit(message.seats);
  if (message.talk) for (const words of message.talk) talk(words);
  if (message.error) toast(message.error, true);
  if (message.hint) advise(message.hint);
  if (message.note) toast(message.note);
  if (message.go) location.href = message.go;
  if (message.next) { next = message.next; offer(); }
  if (message.refused) { handles.take(current.actions, current.buttons); handles.light(); }
}

function show(message, opening) {
  version = message.v;
  if (message.actions) current = { actions: message.actions, buttons: message.buttons };
  if (!opening) pieces.finish();
  pieces.take(message);
  pieces.lay();
  if (message.ask) ask(message.ask);
  if (message.actions || !handles.actions.length) handles.take(current.actions, current.buttons);   // unchanged ones are not sent again
  handles.light();
  get("action").classList.toggle("wait", !current.actions.length);
  get("hint")?.toggleAttribute("hidden", !current.actions.length);
  if (message.log) write(message.log, opening);
  if (message.undo !== undefined) for (const id of ["undo", "undo-tab"]) get(id)?.toggleAttribute("disabled", !message.undo);
  if (message.seats) sit(message.seats);
  if (opening) for (const words of message.talk ?? []) talk(words, true);
  if (message.over) end(message.over, opening);
  document.title = current.actions.length ? `● ${say.yours} · ${title}` : title;
}

function ask([sentence, why]) {
  get("ask").innerHTML = sentence;
  get("why").innerHTML = why;
  linkRules(get("why"), game);
}

function line(open) {
  document.body.classList.toggle("offline", !open);
  if (!open) toast(say.lost, true, "line");
  else get("toasts").querySelector("[data-kind=line]")?.remove();
}

// ── The log ──

function write(log, opening) {
  const list = get("log");
  if (log.afresh) list.replaceChildren();
  list.querySelector(".since")?.remove();
  for (const [html, step, heading] of log.lines) {
    const item = document.createElement("li");
    item.innerHTML = html;
    item.dataset.step = step;
    if (heading) item.className = "round";
    list.append(item);
  }
  const news = [...list.children].filter(item => +item.dataset.step > log.since);
  for (const item of list.children) item.classList.toggle("new", news.includes(item));
  if (news.length && log.since && me >= 0) {
    const mark = document.createElement("li");
    mark.className = "since";
    mark.textContent = say.since;
    news[0].before(mark);
  }
  if (opening || !narrow.matches || location.hash === "#journal") heard = 0;
  else heard += log.lines.length;
  badge("new-lines", heard);
}

function badge(id, number) {
  const element = get(id);
  element.hidden = !number;
  element.textContent = number > 99 ? "99+" : number;
}

addEventListener("hashchange", () => {
  if (location.hash === "#journal") badge("new-lines", heard = 0);
  if (location.hash === "#discussion") badge("new-words", unread = 0);
});
document.addEventListener("keydown", event => {
  if (event.key === "Escape" && (location.hash === "#journal" || location.hash === "#discussion")) location.hash = "";
});

// ── The seats ──

function sit(seats) {
  for (const [number, { asked, away, words }] of seats.entries()) {
    const seat = get(`seat-${number}`);
    seat.classList.toggle("asked", asked);
    seat.classList.toggle("away", away);
    seat.querySelector(".status").textContent = words;
  }
}

// ── The talk ──

function talk([who, text], opening = false) {
  const item = document.createElement("li");
  item.innerHTML = who;
  item.append(text);
  get("talk").append(item);
  if (!opening && narrow.matches && location.hash !== "#discussion") badge("new-words", ++unread);
}

// Whoever does not want to talk switches it off, for themselves, on this device.
function hush(quiet) {
  localStorage.setItem("hush", quiet ? "1" : "");
  get("hush").textContent = quiet ? say.unhush : say.hush;
  get("write")?.toggleAttribute("hidden", quiet);
  get("talk").toggleAttribute("hidden", quiet);
}
hush(localStorage.getItem("hush") === "1");
get("hush").addEventListener("click", () => hush(!get("talk").hidden));

get("write")?.addEventListener("submit", event => {
  event.preventDefault();
  const text = get("say").value.trim();
  if (text && live.say(text)) get("say").value = "";
});

// ── A hint, undo, messages, the end ──

get("hint")?.addEventListener("click", () => { if (live.tell({ hint: true })) toast(say.thinking, false, "hint"); });

// What the master would click, in order, until the table changes.
function advise(names) {
  get("toasts").querySelector("[data-kind=hint]")?.remove();
  for (const name of names)
    for (const element of document.querySelectorAll(`#${CSS.escape(name)}, [data-handle="${CSS.escape(name)}"]`))
      element.classList.add("advised");
}

for (const id of ["undo", "undo-tab"]) get(id)?.addEventListener("click", () => live.move({ undo: true, at: version }));

function toast(text, bad = false, kind = "") {
  const list = get("toasts");
  if (kind && list.querySelector(`[data-kind=${kind}]`)) return;
  const words = document.createElement("p");
  words.textContent = text;
  words.className = bad ? "bad" : "";
  words.dataset.kind = kind;
  list.append(words);
  if (!kind) setTimeout(() => words.remove(), 5000);
}

function end(html, opening) {
  if (over === html) return;
  over = html;
  const sheet = get("end");
  sheet.innerHTML = html;
  linkRules(sheet, game);
  for (const button of sheet.querySelectorAll("[data-close]")) button.addEventListener("click", () => sheet.close());
  sheet.querySelector("[data-rematch]")?.addEventListener("click", rematch);
  offer();
  if (!sheet.open) setTimeout(() => sheet.showModal(), opening ? 0 : 1600);
}

// Somebody has made the next table: the button leads there.
function offer() {
  const button = get("end").querySelector("[data-rematch]");
  if (next && button) button.lastChild.textContent = say.join;
}

function rematch() {
  const form = document.createElement("form");
  form.method = "post";
  form.action = `/t/${first.code}/again`;
  const token = document.createElement("input");
  token.type = "hidden";
  token.name = "token";
  token.value = first.token;
  form.append(token);
  document.body.append(form);
  form.submit();
}

document.addEventListener("pointerdown", () => pieces.finish(), true);
