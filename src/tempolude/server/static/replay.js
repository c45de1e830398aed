// The replay of a match at its own table: a slider, buttons, keys and the lines of the log lead to any moment.
// Independent of any game.

import { copyFrom } from "./copy.js";
import { KINDS, linkSteps } from "./jumps.js";
import { Pieces } from "./pieces.js";
import { hash, noted } from "./proof.js";
import { Reel } from "./reel.js";
import { linkRules, Tips } from "./tips.js";

const PACE = 1800;              // milliseconds per moment while playing
const get = id => document.getElementById(id);
const table = get("table");
const first = JSON.parse(get("state").textContent);
const { words, say, game, last, actors } = first;
const slider = get("slider"), play = get("play"), speed = get("speed"), list = get("log");

let at = first.at, shown = first.at, timer = 0, playing = false, saving = 0;
let told = new Map();           // moment -> its lines in the log
const pieces = new Pieces(table);
const reel = new Reel(first, faces => pieces.take({ faces }), line);
new Tips(table, { game: first.game, say: first.say, explain: () => Promise.resolve("") });

pieces.take({ all: reel.scene(at, at) });
pieces.lay();
sit(reel.get(at).asked);
read();
for (const control of [slider, play, speed]) control.disabled = false;
point();
reel.load(at).then(() => look(at + 1));
reel.lines().then(lines => { write(lines); read(); tell(); point(); mark(lines); });
if (first.over) prove();

// ── Going to a moment ──

function go(n, { stop = true } = {}) {
  if (stop) pause();
  at = Math.min(Math.max(n, 0), last);
  tell();
  point();
  keep();
  show(at);
}

async function show(n) {
  if (!reel.get(n)) table.setAttribute("aria-busy", "true");
  await reel.load(n);
  if (n !== at) return;           // another moment was chosen in the meantime
  table.removeAttribute("aria-busy");
  if (n === shown) return;
  const from = shown;
  shown = n;
  pieces.finish();
  pieces.take({ all: reel.scene(n, from) });
  pieces.lay();
  sit(reel.get(n).asked);
  look(n + (n > from ? 1 : -1) * 8);
}

// Prefetch the next moments.
function look(n) {
  if (n >= 0 && n <= last && !reel.get(n)) reel.load(n);
}

function sit(asked) {
  for (const seat of table.querySelectorAll("[data-seat]")) seat.classList.toggle("asked", asked.includes(+seat.dataset.seat));
}

// ── What was done ──

// Read the lines of the log from the page.
function read() {
  told = new Map();
  for (const item of list.children) {
    const step = +item.dataset.step;
    if (!told.has(step)) told.set(step, []);
    if (!item.classList.contains("round")) told.get(step).push(item.firstElementChild.innerHTML);
  }
}

function sentences(n) {
  const lines = told.get(n) ?? [];
  if (lines.length) return [lines[0], lines.slice(1).join(" ")];
  return [n ? words.untold.replace("{who}", first.who[actors[n - 1]]) : words.begins, ""];
}

// The sentence, the progress, and the slider's text for screen readers.
function tell() {
  const [done, then] = sentences(at);
  get("ask").innerHTML = done;
  get("why").innerHTML = then;
  linkRules(get("why"), game);
  const count = at ? words.count.replace("{n}", at).replace("{all}", last) : words.deal;
  get("count").textContent = count;
  slider.value = at;
  slider.setAttribute("aria-valuetext", `${count}. ${get("ask").textContent}`);
  slider.style.setProperty("--done", last ? at / last : 0);
}

// Update every link to a moment or another point of view.
function point() {
  const here = address(at);
  for (const [id, n] of [["first", 0], ["previous", Math.max(at - 1, 0)], ["next", Math.min(at + 1, last)], ["last", last]]) {
    const link = get(`go-${id}`);
    link.href = address(n);
    if (n === at) link.setAttribute("aria-disabled", "true");
    else link.removeAttribute("aria-disabled");
  }
  for (const link of document.querySelectorAll("[data-follow]")) {
    const to = new URL(link.href);
    to.searchParams.set("at", at);
    link.href = to.search;
  }
  get("deal-link").value = get("deal-link").dataset.base + here;
  let current = null;
  for (const item of list.children) {
    const step = +item.dataset.step;
    item.classList.toggle("later", step > at);
    item.firstElementChild.removeAttribute("aria-current");
    if (step <= at && !item.classList.contains("round")) current = item;
    item.classList.toggle("new", step === at);
  }
  current?.firstElementChild.setAttribute("aria-current", "step");
  if (current) centre(current);
}

function address(n) {
  return `?at=${n}${first.over ? `&seat=${first.eyes}` : ""}`;
}

// Update the address, but not at every step of a drag: browsers limit the changes.
function keep() {
  clearTimeout(saving);
  saving = setTimeout(() => history.replaceState(null, "", address(at) + location.hash), 250);
}

function centre(item) {
  const box = item.closest(".scroll"), frame = box.getBoundingClientRect(), line = item.getBoundingClientRect();
  box.scrollTop += line.top + line.height / 2 - frame.top - frame.height / 2;
}

function write(lines) {
  list.replaceChildren(...lines.map(([html, step, kind]) => {
    const item = document.createElement("li");
    item.dataset.step = step;
    item.className = KINDS[kind];
    item.innerHTML = html;
    return item;
  }));
  linkSteps(list, address);
}

// A tick on the scale at every heading of the log.
function mark(lines) {
  const steps = new Set(lines.filter(([, step, kind]) => KINDS[kind] === "round" && step).map(([, step]) => step));
  get("marks").replaceChildren(...[...steps].map(step => {
    const tick = document.createElement("i");
    tick.style.setProperty("--part", step / last);
    return tick;
  }));
}

list.addEventListener("click", event => {
  const item = event.target.closest("li");
  if (!item || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (location.hash) location.hash = "";      // on a phone the log covers the table
  go(+item.dataset.step);
});

// ── Playing ──

function start() {
  playing = true;
  switched();
  if (at === last) go(0, { stop: false });
  wait();
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    await reel.load(Math.min(at + 1, last));
    if (!playing) return;
    go(at + 1, { stop: false });
    if (at === last) pause();
    else wait();
  }, PACE / speed.value);
}

function pause() {
  clearTimeout(timer);
  playing = false;
  switched();
}

function switched() {
  play.classList.toggle("on", playing);
  play.setAttribute("aria-label", playing ? words.pause : words.play);
  play.title = playing ? words.pause : words.play;
}

play.addEventListener("click", () => playing ? pause() : start());
slider.addEventListener("input", () => go(+slider.value));
slider.addEventListener("focus", () => get("say").setAttribute("aria-live", "off"));    // the slider announces it
slider.addEventListener("blur", () => get("say").setAttribute("aria-live", "polite"));
for (const [id, n] of [["first", () => 0], ["previous", () => at - 1], ["next", () => at + 1], ["last", () => last]])
  get(`go-${id}`).addEventListener("click", event => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(n());
  });

speed.value = localStorage.getItem("speed") ?? "1";
if (speed.selectedIndex < 0) speed.value = "1";
speed.addEventListener("change", () => {
  localStorage.setItem("speed", speed.value);
  if (playing) wait();
});

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("select, input:not([type=range])")) return;
  if (event.key === "Escape" && location.hash) location.hash = "";
  const inLog = event.target.closest?.(".scroll, .proof"), ranged = event.target === slider;
  const keys = { ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1) };
  if (!inLog) Object.assign(keys, { Home: () => go(0), End: () => go(last) });
  if (ranged) for (const key of Object.keys(keys)) delete keys[key];       // the slider handles them itself
  if (!inLog && !event.target.matches?.("button")) keys[" "] = () => playing ? pause() : start();
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});

document.addEventListener("pointerdown", () => pieces.finish(), true);

// ── Sharing and checking ──

get("deal-copy").addEventListener("click", async () => {
  await copyFrom(get("deal-link"));
  get("deal-copy").textContent = words.copied;
  setTimeout(() => { get("deal-copy").textContent = words.copy; }, 2000);
});

async function prove() {
  const seal = get("deal-seal").textContent, found = await hash(get("deal-seed").textContent), before = noted(first.code);
  const verdict = get("deal-verdict");
  verdict.textContent = found === null ? words.unable : found === seal ? words.right : words.wrong;
  verdict.classList.add(found === null ? "open" : found === seal ? "right" : "wrong");
  if (!before) return;
  verdict.append(` ${before === seal ? words.noted : `${words.other} ${before}`}`);
  if (before !== seal) verdict.className = "verdict wrong";
}

function line(open) {
  const old = get("toasts").querySelector("[data-kind=line]");
  if (open) old?.remove();
  if (open || old) return;
  const toast = document.createElement("p");
  toast.textContent = say.lost;
  toast.className = "bad";
  toast.dataset.kind = "line";
  get("toasts").append(toast);
}
