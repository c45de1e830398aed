// A review in a file: its moments are templates, and the address after # says which is shown. Drawings are kept once.

import { centre, crop, keys, point, walk } from "./review_parts.js";

const { faces, drawings } = JSON.parse(document.getElementById("drawings").textContent);

const go = hash => { location.hash = hash; };

// What an address shows: a seat, or a moment of a seat, or a step of what could have followed it.
function show() {
  const name = location.hash.slice(1), seat = name.split("-")[1];
  const kept = name && document.getElementById(name);
  if (!(kept instanceof HTMLTemplateElement)) return;
  const article = document.getElementById("review");
  if (article.dataset.seat !== seat) put(article, document.getElementById(`of-${seat}`).content.querySelector("#review"), seat);
  if (name.startsWith("at-")) moment(kept, name);
}

function put(old, fresh, seat) {
  const shown = document.importNode(fresh, true);
  shown.dataset.seat = seat;
  old.replaceWith(shown);
  draw(shown);
  walk(go);
}

function moment(kept, name) {
  for (const part of [".rv-moment-dial", ".rv-coup"]) {
    const fresh = document.importNode(kept.content.querySelector(part), true);
    const old = document.querySelector(`#review ${part}`), focused = old.contains(document.activeElement) && document.activeElement.id;
    old.replaceWith(fresh);
    draw(fresh);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }
  crop();
  centre();
  const [, seat, at] = name.split("-");
  point(Number(at));
  for (const link of document.querySelectorAll(".rv-moment, .rv-decs a")) {
    const here = link.hash === `#at-${seat}-${at}`;
    here ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
  }
}

function draw(part) {
  for (const place of part.querySelectorAll("[data-drawing]")) place.outerHTML = drawings[place.dataset.drawing];
  for (const piece of part.querySelectorAll(".piece[data-face]")) piece.innerHTML = faces[piece.dataset.face] ?? "";
}

addEventListener("hashchange", show);
keys();
draw(document.getElementById("review"));
walk(go);
show();
crop();
centre();
