// A rules page: examples step by step, a search, and contents that close after a jump.

import { walkThrough } from "./examples.js";

for (const figure of document.querySelectorAll(".played")) walkThrough(figure);

const contents = document.getElementById("contents"), form = contents.querySelector(".find");
const parts = contents.querySelector(".parts"), found = form.querySelector("#found"), none = form.querySelector(".nowhere");
const FIRST = 12;
const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const rules = [...document.querySelectorAll(".rule")].map(rule => {
  const words = rule.cloneNode(true);
  for (const figure of words.querySelectorAll("figure, table")) figure.remove();
  const text = words.textContent.trim().replace(/\s+/g, " ");
  return { id: rule.id, text: text.slice(rule.id.length).trim(), sought: plain(rule.textContent) };
});

form.hidden = false;
form.addEventListener("submit", event => {
  event.preventDefault();
  found.querySelector("a")?.click();
});
form.addEventListener("input", seek);
contents.addEventListener("click", event => event.target.closest("a") && contents.matches(":popover-open") && contents.hidePopover());

function seek() {
  const words = plain(form.elements.find.value).split(/\s+/).filter(Boolean);
  const hits = words.length ? rules.filter(rule => words.every(word => rule.sought.includes(word))).slice(0, FIRST) : [];
  parts.hidden = words.length > 0;
  none.hidden = !words.length || hits.length > 0;
  found.replaceChildren(...hits.map(entry));
}

function entry(rule) {
  const item = document.createElement("li"), link = document.createElement("a"), number = document.createElement("b");
  number.textContent = rule.id;
  link.href = `#${rule.id}`;
  link.append(number, ` ${rule.text.slice(0, 90)}…`);
  item.append(link);
  return item;
}
