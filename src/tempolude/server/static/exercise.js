// An exercise: the table as one saw it then. What is chosen is weighed by the server, and the guide says how good it is.
// Nothing is played on. Independent of any game.

import { Drag } from "./drag.js";
import { found, Handles } from "./handles.js";
import { Keys } from "./keys.js";
import { Pieces } from "./pieces.js";
import { linkRules, Tips } from "./tips.js";

const get = id => document.getElementById(id);
const part = name => get(`exercise-${name}`);   // of the guide's card; a game's table has ids of its own
const table = get("table"), card = get("exercise");
const { state, say, game, token } = JSON.parse(get("state").textContent);
const narrow = matchMedia("(max-width: 1180px)");
const marked = new Set();

const pieces = new Pieces(table);
const handles = new Handles(table, say, number => weigh(number, state.actions.find(([each]) => each === number).slice(1)));
const tips = new Tips(table, { game, say, explain: () => Promise.resolve("") });
new Drag(table, handles, () => tips.rest());
new Keys(table, handles, { "?": () => get("keys").togglePopover() });

handles.lighted.push(() => {
  get("ask").innerHTML = handles.question || state.ask[0];
  get("action").classList.toggle("half", Boolean(handles.question));
});

pieces.take(state);
pieces.lay();
linkRules(get("why"), game);
put();
narrow.addEventListener("change", put);
again();

part("again").addEventListener("click", again);
part("solution").addEventListener("click", () => weigh("", []));

// Beside the log; on a small screen below the prompt.
function put() {
  if (narrow.matches) get("action").append(card);
  else document.querySelector("aside.side").prepend(card);
}

function again() {
  mark([], "");
  show("again", false);
  show("solution", true);
  handles.take(state);
  handles.light();
}

function show(id, on) {
  part(id)?.toggleAttribute("hidden", !on);
}

async function weigh(action, chosen) {
  mark(chosen, "");
  handles.take({ actions: [] });
  handles.light();
  for (const id of ["again", "solution"]) show(id, false);
  show("weighing", true);
  card.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(card.dataset.address, { method: "POST", body: new URLSearchParams({ action, token }), headers: { Accept: "application/json" } });
    if (answer.ok) tell(await answer.json(), chosen);
    else fail(refusal(await answer.text()));
  } catch {
    fail(card.dataset.failed);
  }
  show("weighing", false);
  card.removeAttribute("aria-busy");
}

function tell({ right, mark: face, words, best }, chosen) {
  part("speech").innerHTML = `${face ?? ""}${words}`;
  mark(best?.handles ?? chosen, best?.words ?? "");
  show("again", !right && !best);
  show("solution", !best);
  if (right || best) for (const id of ["following", "done"]) show(id, true);
  (right || best ? part("following") ?? part("done") : part("again")).focus({ preventScroll: true });
}

// The sentence of a page that refuses something.
function refusal(page) {
  return new DOMParser().parseFromString(page, "text/html").querySelector("h1")?.textContent ?? card.dataset.failed;
}

function fail(words) {
  part("speech").textContent = words;
  show("again", true);
  show("solution", true);
}

// Mark what one clicks for an action: the best is under the lamp, another outlined.
function mark(names, words) {
  for (const element of marked) {
    element.classList.remove("can", "tried");
    delete element.dataset.hint;
  }
  marked.clear();
  for (const name of names) for (const element of found(name, true).slice(0, 1)) {
    element.classList.add(words ? "can" : "tried");
    if (words) element.dataset.hint = words;
    marked.add(element);
  }
}
