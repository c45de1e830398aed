// A table in the browser: combines pieces, handles, the prompt, the log, the chat and the connection to the server.

import { Advice } from "./advice.js";
import { notify, yourTurn } from "./bell.js";
import { Clocks } from "./clocks.js";
import { Confirm } from "./confirm.js";
import { Curtain } from "./curtain.js";
import { Drag } from "./drag.js";
import { Guide } from "./guide.js";
import { Handles } from "./handles.js";
import { KINDS, linkSteps } from "./jumps.js";
import { Keys } from "./keys.js";
import { Live } from "./live.js";
import { Pieces } from "./pieces.js";
import { note } from "./proof.js";
import { Queue } from "./queue.js";
import { refresh } from "./refresh.js";
import { Sounds } from "./sounds.js";
import { Stories } from "./stories.js";
import { linkRules, Tips } from "./tips.js";
import { aloud, Told } from "./told.js";

const table = document.getElementById("table");
const first = JSON.parse(document.getElementById("state").textContent);
const { state, say, game, me, address } = first;
const get = id => document.getElementById(id);
const narrow = matchMedia("(max-width: 1180px)");

let version = state.version, received = version, heard = 0, unread = 0, over = null, next = null;
let ended = null, lessons = null;                         // shown once all actions have been shown
let waited = true, question = "";                         // at the last time
let unfit = false;                                        // the prompt or the choices have changed
let current = { actions: state.actions, buttons: state.buttons, half: state.half, quiet: state.quiet, ask: state.ask };   // restored when a move is refused
const away = state.log.away ? state.log.since : 0;    // the number of actions this player had seen when they left
const told = new Told(get("told")), sounds = new Sounds();
const pieces = new Pieces(table), stories = new Stories(say.shut);
const clocks = new Clocks(me, say.days);
const curtain = first.passed?.length ? new Curtain(first.code, me, first.passed, say) : null;
const confirm = new Confirm(say, { weigh: action => live.weigh(action), send: action => live?.do(action), back: retry, ask: bar });
const handles = new Handles(table, say, number => confirm.do(number, current.actions.find(([other]) => other === number)?.slice(1) ?? []));
const tips = new Tips(table, { game, say, explain: element => {
  const handle = handles.lit.get(element);
  const action = handle === undefined ? undefined : handles.leadsTo(handle);
  return action === undefined || !live ? Promise.resolve() : live.explain(action);
}, preview: (shown, faces) => pieces.preview(shown, faces) });
const advice = get("advice") ? new Advice(handles) : null;
new Drag(table, handles, () => tips.rest());
new Keys(table, handles, {
  u: () => get("undo")?.click(),
  h: () => get("hint")?.hidden === false && get("hint").click(),
  l: () => narrow.matches ? location.hash = location.hash === "#journal" ? "" : "journal" : get("journal").querySelector(".scroll").focus(),
  "?": () => get("keys").togglePopover(),
});
const guide = get("guide") ? new Guide(first) : null;
const queue = new Queue(me, {
  show: message => show(message, false),
  pass: message => { pieces.finish(); handles.dim(); pieces.pass(message); tell(sentences(message).slice(0, 1)); },
  settle: () => settle(false),
  asked: message => current.actions.length > 0 && (!message.actions || message.by === me),
  hurried: () => clocks.hurries,
});
queue.pace = first.pace ??= "once";         // defaults are not sent
confirm.when = first.confirm ??= "never";
clocks.take(state.seats ?? []);
show(state, true);
settle(true);
if (first.code && !state.over) note(first.code, document.querySelector(".seal code").textContent);

// The handlers of messages; `Live` resolves the answers that it waits for.
const messages = {
  state: begin,
  update: receive,
  seats: ({ seats }) => { clocks.take(seats); sit(seats); },
  left: ({ words }) => { told.tell([words]); toast(drawn(words)); },
  talk: ({ said }) => talk(said),
  names: ({ names }) => names.forEach((name, seat) => { get(`seat-${seat}`).querySelector(".name > span").textContent = name; }),
  refused: ({ words }) => { toast(words, true); retry(); },
  error: ({ words, of }) => { if (of === "hint") advice.close(); toast(words, true); },
  hint: ({ advice: best }) => advice.give(best),
  turn: ({ code, words }) => elsewhere(`/t/${code}`, words),
  news: ({ address, words }) => { if (words) elsewhere(address, words); },
  next: ({ address }) => { next = address; offer(); },
  go: ({ address }) => { location.href = address; },
  reload: refresh,
};
export const live = address ? new Live(address, messages, { at: () => received, line }) : null;

// The whole table was sent: pending actions are dropped.
function begin(message) {
  queue.clear();
  received = message.version;
  clocks.take(message.seats);
  show(message, false);
  settle(false);
}

// An action was sent, perhaps before earlier ones have been shown. Clocks and notifications do not wait.
function receive(message) {
  received = message.version;
  if (message.seats) clocks.take(message.seats);
  if (document.hidden && message.actions?.length) {
    notify(`${say.yours} · ${aloud(message.ask?.[0] ?? "")}`, location.pathname);
    yourTurn(say.yours, true);
  }
  queue.push(message);
}

// Show the table after an action, and describe the action in the bar.
function show(message, opening) {
  version = message.version;
  if (message.actions || message.ask) advice?.close();
  if (message.actions || message.id || message.by === me) confirm.drop();
  if (message.actions) current = { ...current, actions: message.actions, buttons: message.buttons, half: message.half, quiet: message.quiet };
  if (!opening) pieces.finish();
  pieces.preview([]);
  handles.dim();
  pieces.take(message);
  pieces.lay();
  if (message.ask) current.ask = message.ask;
  if (message.actions || !handles.actions.length) handles.take(current);   // unchanged ones are not sent again
  const done = sentences(message);
  if (message.log) write(message.log, opening);
  if (message.undo !== undefined) for (const id of ["undo", "undo-tab"]) get(id)?.toggleAttribute("disabled", !message.undo);
  if (message.seats) sit(message.seats);
  if (opening) for (const words of message.talk ?? []) talk(words, true);
  ended = message.over ?? ended;
  if (message.guide) lessons = { ...lessons, ...message.guide };
  table.dataset.version = version;
  if (opening || message.t === "state") return stories.clear();
  stories.take(message.log?.lines ?? [], message.by === me);
  tell(done.slice(queue.passed ? 1 : 0));
  announce(message);
}

// The lines of an action, without headings; of a line that continues a turn, the whole turn.
function sentences({ log }) {
  return (log?.lines ?? []).filter(([, , kind]) => KINDS[kind] !== "round").map(([html, , , joins]) => joins ? going(html) : html);
}

// The last line of the log with its continuation.
function going(html) {
  return (get("log").lastElementChild?.innerHTML.replace(/\.$/, "") ?? "") + html;
}

// While actions are shown, the bar describes them, and a click only skips ahead.
function tell([done, ...then]) {
  table.classList.add("showing");
  get("skip").hidden = false;
  get("hint")?.toggleAttribute("hidden", true);
  if (done) bar([done, then.join(" ")]);
}

// All actions have been shown: show the final state.
function settle(opening) {
  const yours = current.actions.length > 0;
  table.classList.remove("showing");
  get("skip").hidden = true;
  if (!confirm.again()) {
    bar(current.ask);
    handles.light();
  }
  fit();
  get("action").classList.toggle("wait", !yours);
  get("hint")?.toggleAttribute("hidden", !yours);
  if (ended) end(ended, opening);
  if (!opening && yours && (waited || question !== current.ask[0])) told.ask(current.ask);
  if (!opening && yours && waited) {
    sounds.play("turn", .3);
    notify(`${say.yours} · ${get("ask").textContent}`, location.pathname);
  }
  [waited, question] = [!yours, current.ask[0]];
  yourTurn(say.yours, yours);
  if (lessons) guide?.take(lessons, ended !== null);
}

// A click on the table or a key shows the rest at once, and does nothing else.
let swallow = false;
document.addEventListener("pointerdown", event => {
  swallow = !event.target.closest?.("button, a, input, label, dialog, [popover], .side, .stories") && queue.skip();
  if (swallow) event.stopPropagation();     // it does not start a drag either
}, true);
document.addEventListener("click", event => {
  if (swallow) event.stopPropagation();
  swallow = false;
}, true);
document.addEventListener("keydown", event => {
  if (![" ", "Enter", "Escape"].includes(event.key) || event.target.closest?.("button, a, input, textarea, select, dialog, [popover]")) return;
  if (queue.skip()) { event.preventDefault(); event.stopImmediatePropagation(); }
}, true);
get("skip").addEventListener("click", () => queue.skip());

// It is their turn at another table, or somebody wants something of them.
function elsewhere(address, words) {
  notify(words, address);
  const link = document.createElement("a");
  link.href = address;
  link.textContent = words;
  toast(link);
}

// For screen readers: the action, with a sound for moved pieces.
function announce({ all, log, over }) {
  if (log) told.tell(log.afresh ? [say.undone] : log.lines.map(([html]) => html.replace(/^\W+ /, "")));   // without leading punctuation
  sounds.moved((all?.last ?? []).flatMap(id => pieces.elements.get(id) ?? []));
  if (over) sounds.play("end", .4);
}

function bar([sentence, why]) {
  get("ask").innerHTML = sentence;
  get("why").innerHTML = why;
  linkRules(get("why"), game);
  fit();
}

// The prompt follows the clicks: while a move is half made, it asks for the rest.
handles.lighted.push(() => {
  const sentence = handles.question || current.ask[0], half = sentence !== current.ask[0];
  if (half && get("ask").innerHTML !== sentence) told.ask([sentence]);
  get("ask").innerHTML = sentence;
  get("action").classList.toggle("half", half);
  fit();
});

// Once for all changes of a message or a click, since measuring forces a layout of the table.
function fit() {
  if (!unfit) queueMicrotask(() => { unfit = false; reach(); shrink(); });
  unfit = true;
}

// A hand wider than the screen can be scrolled by keys even if none of its cards can be chosen.
function reach() {
  for (const fan of document.querySelectorAll(".fan")) {
    if (fan.scrollWidth > fan.clientWidth && !fan.querySelector(".can")) fan.tabIndex = 0;
    else fan.removeAttribute("tabindex");
  }
}

// The bar keeps its height, so that the board never jumps: a long sentence is set smaller.
function shrink() {
  if (table.querySelector(".action > :is(.advice, .guide):not([hidden], .resting)")) return;
  const bar = get("action"), least = parseFloat(getComputedStyle(bar).minHeight);
  for (const size of ["", "long", "longer"]) {
    bar.dataset.fit = size;
    if (bar.offsetHeight <= least + 1) return;
  }
}
fit();
addEventListener("resize", fit);
document.fonts.ready.then(fit);

function line(open) {
  if (!open && advice?.thinking) advice.close();   // the answer is lost with the connection
  document.body.classList.toggle("offline", !open);
  if (!open) toast(say.lost, true, "line");
  else get("toasts").querySelector("[data-kind=line]")?.remove();
}

// ── The log ──

function write(log, opening) {
  const list = get("log");
  if (log.afresh) list.replaceChildren();
  list.querySelector(".since")?.remove();
  for (const [html, step, kind, joins] of log.lines) {
    const before = joins ? list.lastElementChild : null, item = before ?? document.createElement("li");
    item.innerHTML = before ? going(html) : html;     // the turn continues
    item.dataset.step = step;
    if (kind || !before) item.className = KINDS[kind];
    list.append(item);
  }
  const since = Math.max(log.since, away);
  const news = [...list.children].filter(item => +item.dataset.step > since);
  for (const item of list.children) item.classList.toggle("new", news.includes(item));
  if (news.length && since && me >= 0) {
    const mark = document.createElement("li");
    mark.className = "since";
    mark.textContent = away > log.since ? say.away : say.since;
    news[0].before(mark);
  }
  if (opening && away) heard = news.length;
  else if (opening || seen("journal")) heard = 0;
  else heard += log.lines.filter(([, , , joins]) => !joins).length;
  badge("new-lines", heard);
}

function badge(id, number) {
  const element = get(id);
  element.hidden = !number;
  element.textContent = number > 99 ? "99+" : number;
}

const seen = id => get(id).checkVisibility({ visibilityProperty: true });

// A panel that a link has opened over the table takes the focus, and returns it to the link: on a phone a sheet with its
// own close button, on a tablet the whole notebook, which a tab closes.
function sheet() {
  const shown = document.querySelector(":target"), shut = shown?.querySelector("a[href='#']"), tab = table.querySelector(".tabs .close");
  if (shut?.checkVisibility()) return { shut, parts: [shown] };
  return tab.checkVisibility() ? { shut: tab, parts: [shown.parentElement, tab.parentElement] } : null;
}

addEventListener("hashchange", ({ oldURL }) => {
  if (seen("journal")) badge("new-lines", heard = 0);
  if (seen("discussion")) badge("new-words", unread = 0);
  const from = new URL(oldURL).hash.slice(1), now = document.activeElement;
  if (sheet()) sheet().shut.focus();
  else if (from && (now === document.body || now.matches(".tabs .close") || get(from)?.contains(now))) table.querySelector(`[href="#${from}"]`)?.focus();
});
document.addEventListener("keydown", event => {
  if (event.key === "Escape" && sheet()) location.hash = "";
});
document.addEventListener("focusin", ({ target }) => {   // nothing hidden behind an open sheet gets the focus
  if (target.matches(":focus-visible") && sheet()?.parts.every(part => !part.contains(target))) location.hash = "";
});

// ── The seats ──

function sit(seats) {
  for (const [number, { asked = false, away = false, words = "", replaced }] of seats.entries()) {
    const seat = get(`seat-${number}`);
    seat.classList.toggle("asked", asked);
    seat.classList.toggle("away", away);
    seat.querySelector(".status").textContent = number === me && !replaced ? "" : words;   // hide "thinks" on your own seat
  }
  get("im-back")?.toggleAttribute("hidden", !seats[me].replaced);
  curtain?.take(seats, over !== null);
}

get("im-back")?.addEventListener("click", () => live.back());

// ── The talk ──

function talk([who, text], opening = false) {
  const item = document.createElement("li");
  item.innerHTML = who;
  item.append(text);
  get("talk").append(item);
  if (!opening && !get("talk").hidden) told.tell([item.innerHTML]);
  if (!opening && !seen("discussion")) badge("new-words", ++unread);
}

// The chat can be switched off on this device.
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

get("hint")?.addEventListener("click", () => advice.shown ? advice.close() : live.hint() && advice.think());

// A move was refused: restore the choices.
function retry() {
  bar(current.ask);
  handles.take(current);
  handles.light();
}

for (const id of ["undo", "undo-tab"]) get(id)?.addEventListener("click", () => live.undo());

function toast(text, bad = false, kind = "") {
  const list = get("toasts");
  if (kind && list.querySelector(`[data-kind=${kind}]`)) return;
  const words = document.createElement("p");
  words.append(text);
  words.className = bad ? "bad" : "";
  words.dataset.kind = kind;
  list.append(words);
  if (!kind) setTimeout(() => words.remove(), 5000);
}

// A sentence with its chips.
function drawn(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content;
}

function end(html, opening) {
  if (over === html) return;
  over = html;
  const sheet = get("end");
  sheet.innerHTML = html;
  linkRules(sheet, game);
  linkSteps(get("log"), step => `/t/${first.code}/replay?at=${step}${me < 0 ? "" : `&seat=${me}`}`);
  for (const button of sheet.querySelectorAll("[data-close]")) button.addEventListener("click", () => sheet.close());
  bar(current.ask = [sheet.querySelector("h2").innerHTML, sheet.querySelector(".yours b")?.innerHTML ?? ""]);
  get("after").hidden = false;
  get("after").querySelector("[data-result]").onclick = () => sheet.showModal();
  for (const again of document.querySelectorAll("[data-rematch]")) {
    again.hidden = me < 0 && !curtain;      // only for those who played
    again.onclick = rematch;
  }
  offer();
  const styled = new Promise(done => { sheet.querySelector("link").onload = sheet.querySelector("link").onerror = done; });
  if (!sheet.open) setTimeout(() => styled.then(() => sheet.open || sheet.showModal()), opening ? 0 : 1600);
}

// The next table was created: the button leads there.
function offer() {
  if (next) for (const button of document.querySelectorAll("[data-rematch]")) button.lastChild.textContent = say.join;
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

// ── What the menu has ──

if (get("leave")) get("leave").elements.token.value = first.token;
get("leave")?.addEventListener("submit", () => live.stop());

sounds.show(get("sounds"), get("volume"));
for (const choice of document.querySelectorAll("#menu [name=pace], #menu [name=confirm]")) {
  choice.checked = choice.value === first[choice.name];
  choice.addEventListener("change", prefer);
}

// Stored with the person, for all their tables and devices.
function prefer({ target }) {
  first[target.name] = target.value;
  queue.pace = first.pace;
  confirm.when = first.confirm;
  fetch("/me/preferences", { method: "POST", body: new URLSearchParams({ token: first.token, pace: first.pace, confirm: first.confirm }) })
    .then(answer => { if (!answer.ok) throw answer; }).catch(() => toast(say.unkept, true));
}
get("letters").checked = localStorage.getItem("letters") !== "off";
get("letters").addEventListener("change", () => localStorage.setItem("letters", get("letters").checked ? "on" : "off"));
