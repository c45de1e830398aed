// Tooltips: what a thing is, what clicking it would do, and the rule behind it, by number.

const BRIDGE = 18;   // from a thing to its tip
const NUMBER = /\b[A-Z]\d+\.\d+\b/g;

export class Tips {
  constructor(table, explain) {
    this.tip = document.getElementById("tip");
    this.explain = explain;   // (element) -> a promise of words, or nothing
    this.shown = null;
    this.focused = false;     // whether the focus shows it, or the mouse
    document.addEventListener("pointermove", event => event.pointerType === "mouse" && this.#point(event));
    table.addEventListener("focusin", event => event.target.matches(":focus-visible") && this.#over(event.target, true));
    table.addEventListener("focusout", () => this.hide());
    document.addEventListener("pointerdown", () => this.hide(), true);
    document.addEventListener("scroll", () => this.hide(), true);
    document.addEventListener("keydown", event => event.key === "Escape" && this.hide(), true);
  }

  hide() {
    this.shown?.removeAttribute("aria-describedby");
    this.shown = null;
    this.tip.hidden = true;
  }

  // A tip stays while the mouse is over it, so that it can be read enlarged; clicks go through it.
  #point({ target, clientX: x, clientY: y }) {
    if (this.focused && this.shown?.matches(":focus-visible")) return;
    const box = this.tip.hidden ? null : this.tip.getBoundingClientRect();
    if (box && x > box.left && x < box.right && y > box.top - BRIDGE && y < box.bottom + BRIDGE) return;
    this.#over(target, false);
  }

  async #over(target, focused) {
    this.focused = focused;
    const element = target.closest?.(".can, .piece, [data-tip]");
    if (element === this.shown) return;
    this.hide();
    if (!element) return;
    const title = element.dataset.name ?? element.getAttribute("aria-label") ?? "";
    const about = (element.matches("[data-tip]") ? element : element.querySelector("[data-tip]") ?? element.closest("[data-tip]"))?.dataset.tip ?? "";
    this.shown = element;
    if (focused) element.setAttribute("aria-describedby", "tip");
    this.#show(element, title, "", about);
    const would = await this.explain(element);
    if (would && this.shown === element) this.#show(element, title, would, about);
  }

  #show(element, title, would, about) {
    this.tip.replaceChildren();
    if (title) this.#add("b", title);
    if (would) this.tip.append(capital(would));
    if (about) this.#add("span", about).className = title || would ? "rule" : "";
    this.tip.hidden = !this.tip.childNodes.length;
    if (this.tip.hidden) return;
    const box = element.getBoundingClientRect(), tip = this.tip.getBoundingClientRect();
    const above = box.top - tip.height - 16;
    const x = Math.min(Math.max(8, box.left + box.width / 2 - tip.width / 2), innerWidth - tip.width - 8);
    const y = above > 8 ? above : Math.min(box.bottom + 12, innerHeight - tip.height - 8);
    this.tip.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
  }

  #add(tag, text) {
    const element = document.createElement(tag);
    element.textContent = text;
    this.tip.append(element);
    return element;
  }
}

const capital = text => text[0].toUpperCase() + text.slice(1);

// The numbers of rules in an element as links to the rules page.
export function linkRules(element, game) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest("a")) texts.push(walker.currentNode);
  for (const text of texts) {
    const parts = text.data.split(NUMBER), numbers = text.data.match(NUMBER) ?? [];
    if (!numbers.length) continue;
    const nodes = parts.flatMap((part, i) => i < numbers.length ? [part, link(numbers[i], game)] : [part]);
    text.replaceWith(...nodes);
  }
}

function link(number, game) {
  const a = document.createElement("a");
  a.href = `/rules/${game}#${number}`;
  a.target = "_blank";
  a.textContent = number;
  return a;
}
