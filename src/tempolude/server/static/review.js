// The review: the page shows what has been found as it comes. Its links are followed without leaving the page, so that
// one walks along the curve and along what could have followed while the pieces glide on the table.

import { centre, crop, keys, walk } from "./review_parts.js";

const EVERY = 1500; // milliseconds between two looks
const GLIDE = 420;
const still = matchMedia("(prefers-reduced-motion: reduce)");
let asked = 0;      // the last address that was asked for

const here = () => document.getElementById("review");

function listen() {
  walk(go);
  crop();
  centre();
}

// Fetch a page of this review and put it in the place of this one.
async function show(address, current) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok || (current && current !== asked)) return answer.ok;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("review"), focused = document.activeElement?.id, before = lying();
  if (!fresh || (current && current !== asked)) return Boolean(fresh);
  here().replaceWith(fresh);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  listen();
  if (current && !still.matches) glide(before, lying());
  return true;
}

async function go(address, { push = true } = {}) {
  const current = ++asked, url = new URL(address, location.href);
  try {
    if (!(await show(url.pathname + url.search, current))) return location.assign(url);
  } catch {
    return location.assign(url);
  }
  if (current !== asked) return;
  if (push) history.pushState(null, "", url);
  if (url.hash) document.querySelector(url.hash)?.scrollIntoView({ block: "start", behavior: still.matches ? "auto" : "smooth" });
}

async function follow() {
  if (here().dataset.done === "true") return;
  try {
    await show(location.href);
  } catch { /* the next look may succeed */ }
  setTimeout(follow, EVERY);
}

// The positions of the pieces on the table, by their ids.
function lying() {
  const board = document.querySelector(".rv-board"), found = new Map();
  if (!board) return found;
  const origin = board.getBoundingClientRect();
  for (const element of board.querySelectorAll(".piece[id]")) {
    const box = element.getBoundingClientRect();
    if (box.width) found.set(element.id, { element, x: box.x - origin.x, y: box.y - origin.y });
  }
  return found;
}

function glide(before, after) {
  const zoom = Number.parseFloat(getComputedStyle(document.querySelector(".rv-board .table") ?? document.body).zoom) || 1;
  for (const [id, { element, x, y }] of after) {
    const old = before.get(id), far = old ? Math.hypot(old.x - x, old.y - y) : 0;
    if (far > 2) element.animate([{ translate: `${(old.x - x) / zoom}px ${(old.y - y) / zoom}px` }, { translate: "0px 0px" }], { duration: GLIDE, easing: "cubic-bezier(.2, .75, .25, 1)", fill: "backwards" });
  }
}

addEventListener("click", event => {
  const link = event.target.closest?.("#review a[href]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link.pathname !== location.pathname) return;
  event.preventDefault();
  go(link.href);
});
addEventListener("popstate", () => go(location.href, { push: false }));
keys();
listen();
setTimeout(follow, EVERY);
