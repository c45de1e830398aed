// The master's advice: at most three actions in sentences, each with its chance of winning. A number marks the sentence
// and the pieces it is about. A click on a sentence plays it. Nothing covers the board: on a wide page the advice is in
// the notebook, on a narrow one below the prompt.

import { found } from "./handles.js";

const narrow = matchMedia("(max-width: 1180px)");

export class Advice {
  constructor(handles) {
    this.handles = handles;
    this.box = document.getElementById("advice");
    this.list = document.getElementById("hints");
    this.best = [];
    this.home = this.box.parentElement;
    this.marked = new Set();
    handles.lighted.push(() => this.shown && this.#mark());
    narrow.addEventListener("change", () => this.#lie());
    document.getElementById("advice-shut").addEventListener("click", () => this.close());
  }

  get shown() {
    return !this.box.hidden;
  }

  get thinking() {
    return this.box.classList.contains("thinking");
  }

  // Requested; the answer comes in a moment.
  think() {
    this.best = [];
    this.list.replaceChildren();
    this.box.classList.add("thinking");
    this.box.hidden = false;
    this.#lie();
  }

  give(best) {
    if (!this.thinking) return;   // the table has changed in the meantime
    this.best = best;
    this.box.classList.remove("thinking");
    this.list.replaceChildren(...best.map((advice, i) => this.#item(advice, i + 1)));
    this.#mark();
  }

  close() {
    this.box.hidden = true;
    this.box.classList.remove("thinking");
    this.best = [];
    this.#mark();
  }

  #lie() {
    if (narrow.matches) document.getElementById("action").append(this.box);
    else this.home.querySelector("#journal").before(this.box);
  }

  #item({ action, words, chance }, number) {
    const item = document.createElement("li"), button = document.createElement("button");
    button.type = "button";
    button.innerHTML = `<b class="number">${number}</b><span class="words">${words}</span>${chance === undefined ? "" : `<span class="chance">${dial(chance)}<b>${chance}\u00a0%</b></span>`}`;
    button.addEventListener("click", () => this.handles.do(action));
    for (const [event, on] of [["pointerenter", true], ["focus", true], ["pointerleave", false], ["blur", false]])
      button.addEventListener(event, () => this.#point(number, on));
    item.append(button);
    return item;
  }

  // Put the numbers on the pieces; what is already picked shows which action it leads to.
  #mark() {
    for (const element of this.marked) delete element.dataset.hint;
    this.marked.clear();
    this.best.forEach(({ handles }, i) => {
      const { picked } = this.handles;
      this.list.children[i].classList.toggle("chosen", picked.length > 0 && picked.every((handle, n) => handles[n] === handle));
      for (const handle of handles) for (const element of first(found(handle, true))) {
        element.dataset.hint = [element.dataset.hint, i + 1].filter(Boolean).join(" ");
        this.marked.add(element);
      }
    });
  }

  #point(number, on) {
    for (const element of this.marked) element.classList.toggle("pointed", on && element.dataset.hint.split(" ").includes(String(number)));
  }
}

// One of several equal pieces at a place.
const first = elements => elements.filter((element, i) => !elements.slice(0, i).some(other => other.parentElement === element.parentElement));

// A dial for a chance.
const dial = chance => `<svg viewBox="0 0 52 30" aria-hidden="true"><path class="all" d="M6 27 A20 20 0 0 1 46 27" pathLength="100"/><path class="part" d="M6 27 A20 20 0 0 1 46 27" pathLength="100" stroke-dasharray="${chance} 100"/><path class="hand" d="M26 27 V13" transform="rotate(${1.8 * chance - 90} 26 27)"/></svg>`;
