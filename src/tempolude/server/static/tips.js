// Tooltips: what an element is, what a click would do, and a link to the rule.
//
// With a mouse: hover over an element; the tooltip waits while the pointer moves to its link. With keys: the focus shows
// the tooltip, R goes to its link, Escape back. With a finger: press and hold, or tap what cannot be played.

const NUMBER = /\b[A-Z]\d+\.\d+\b/g;
const CITED = / ?\((?=[^()]*\b[A-Z]\d+\.\d+\b)[^()]*\)/g;   // rule numbers in brackets, as in tooltips
const GAP = 14, EDGE = 8;                                   // px: to the element, which may be lifted; to the edge of the page
const LINGER = 220, HOLD = 450;                             // ms: until another tooltip is shown; until a press counts as held

export class Tips {
  constructor(table, { game, say, explain, preview = () => {} }) {
    this.tip = document.getElementById("tip");
    this.game = game;
    this.say = say;
    this.explain = explain;   // (element) -> a promise of an explanation, or of null
    this.preview = preview;   // (pieces, faces) -> preview them; without pieces, end the preview
    this.shown = null;
    this.timer = 0;
    table.addEventListener("pointerover", event => event.pointerType === "mouse" && !this.#rests(event) && this.#soon(event.target));
    table.addEventListener("pointerleave", event => event.pointerType === "mouse" && this.#soon(null));
    table.addEventListener("focusin", event => event.target.matches(":focus-visible") && this.#over(event.target));
    table.addEventListener("focusout", event => this.tip.contains(event.relatedTarget) || this.hide());
    table.addEventListener("keydown", event => this.#key(event));
    table.addEventListener("pointerdown", event => event.pointerType !== "mouse" && this.#hold(event.target));
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(this.holding));
    table.addEventListener("click", event => this.#tapped(event), true);
    table.addEventListener("contextmenu", event => this.held && event.preventDefault());
    document.addEventListener("pointerdown", event => this.#press(event), true);
    document.addEventListener("keydown", event => event.key === "Escape" && !this.tip.contains(document.activeElement) && this.hide(), true);
    document.addEventListener("scroll", event => this.tip.contains(event.target) || this.hide(), true);
    this.tip.addEventListener("pointerenter", () => clearTimeout(this.timer));
    this.tip.addEventListener("pointerleave", () => this.#soon(null));
    this.tip.addEventListener("keydown", event => event.key === "Escape" && this.#back(event));
    this.tip.addEventListener("focusout", event => this.tip.contains(event.relatedTarget) || this.hide());
  }

  hide() {
    clearTimeout(this.timer);
    this.shown?.removeAttribute("aria-describedby");
    this.shown = null;
    this.tip.hidden = true;
    this.preview([]);
  }

  // No tooltip while dragging.
  rest() {
    clearTimeout(this.holding);
    this.hide();
  }

  #press(event) {
    this.pressed = event;
    if (!this.tip.contains(event.target)) this.hide();
  }

  // No tooltip for elements that a click has brought under the pointer.
  #rests(event) {
    return event.clientX === this.pressed?.clientX && event.clientY === this.pressed?.clientY;
  }

  // A tooltip with a link stays for a moment, so that the pointer can reach it.
  #soon(target) {
    clearTimeout(this.timer);
    const element = target && tipped(target);
    if (element && element === this.shown) return;
    const links = !this.tip.hidden && this.tip.querySelector("a");
    this.timer = setTimeout(() => element ? this.#over(element) : this.hide(), links ? LINGER : 0);
  }

  async #over(target) {
    const element = tipped(target);
    if (element === this.shown) return;
    this.hide();
    if (!element?.isConnected) return;   // it may have been taken away meanwhile
    const title = element.dataset.name ?? element.getAttribute("aria-label") ?? "";
    this.shown = element;
    this.#show(element, title, "", about(element));
    const { words, preview, faces } = await this.explain(element) ?? {};
    if (this.shown !== element || !element.isConnected || this.tip.contains(document.activeElement)) return;
    if (words) this.#show(element, title, words, about(element));
    if (preview) this.preview(preview, faces);
  }

  #show(element, title, would, { words, rules }) {
    this.tip.replaceChildren();
    const text = document.createElement("div");
    if (title) this.#add(text, "b", title);
    if (would) text.append(capital(would.replace(CITED, "")));
    if (words) this.#add(text, "span", words).className = title || would ? "rule" : "";
    if (text.childNodes.length) this.tip.append(text);
    const numbers = [...new Set([...(would.match(NUMBER) ?? []), ...rules])];
    if (numbers.length && this.tip.childNodes.length) this.tip.append(this.#links(numbers));
    this.tip.hidden = !this.tip.childNodes.length;
    if (this.tip.hidden) return;
    element.setAttribute("aria-describedby", "tip");
    const { x, y, side } = beside(element.getBoundingClientRect(), this.tip.getBoundingClientRect());
    this.tip.dataset.side = side;
    this.tip.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
  }

  #links(numbers) {
    const row = document.createElement("p");
    row.className = "cites";
    row.append(`${numbers.length > 1 ? this.say.rules : this.say.rule} `);
    numbers.forEach((number, i) => row.append(...(i ? [", "] : []), link(number, this.game)));
    const key = this.#add(row, "kbd", "R");
    key.hidden = !this.shown?.matches(":focus-visible");
    return row;
  }

  #add(parent, tag, text) {
    const element = document.createElement(tag);
    element.textContent = text;
    parent.append(element);
    return element;
  }

  #key(event) {
    if (event.key.toLowerCase() !== "r" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, textarea, select") || this.tip.hidden || localStorage.getItem("letters") === "off") return;
    this.tip.querySelector("a")?.focus();
  }

  #back(event) {
    event.stopPropagation();
    this.shown?.focus();
  }

  #hold(target) {
    this.held = false;
    clearTimeout(this.holding);
    if (!tipped(target)) return;
    this.holding = setTimeout(() => { this.held = true; this.#over(target); }, HOLD);
  }

  // Press and hold does not play; a tap on what cannot be played shows the tooltip.
  #tapped(event) {
    if (this.held) {
      this.held = false;
      event.preventDefault();
      event.stopPropagation();
    } else if (event.pointerType === "touch" && !event.target.closest(".can, .other, .picked, a, button, input, label")) this.#over(event.target);
  }
}

// The position of a tooltip that does not cover its element: above, else below, else at a side; if it fits nowhere, at
// the edge of the page that leaves most of the element visible.
function beside(box, tip) {
  const fits = (value, size, whole) => Math.min(Math.max(EDGE, value), whole - size - EDGE);
  const x = fits(box.left + box.width / 2 - tip.width / 2, tip.width, innerWidth);
  const y = fits(box.top + box.height / 2 - tip.height / 2, tip.height, innerHeight);
  const room = { above: box.top - tip.height, below: innerHeight - box.bottom - tip.height, right: innerWidth - box.right - tip.width, left: box.left - tip.width };
  const side = Object.keys(room).find(each => room[each] >= GAP + EDGE) ?? Object.keys(room).reduce((a, b) => room[b] > room[a] ? b : a);
  const at = { above: [x, box.top - tip.height - GAP], below: [x, box.bottom + GAP], right: [box.right + GAP, y], left: [box.left - tip.width - GAP, y] }[side];
  return { x: fits(at[0], tip.width, innerWidth), y: fits(at[1], tip.height, innerHeight), side };
}

const tipped = target => target.closest?.(".can, .piece, [data-tip]");
const capital = text => text[0].toUpperCase() + text.slice(1);

// The text about an element: its own, its face's or its place's; and the rules it cites, the nearest first.
function about(element) {
  const said = [element, element.querySelector("[data-tip]"), element.parentElement?.closest("[data-tip]"), element.closest("[data-rule]")]
    .map(found => found?.dataset.tip ?? found?.dataset.rule ?? "").filter(Boolean);
  const rules = said.map(words => words.match(NUMBER) ?? []).find(numbers => numbers.length) ?? [];
  const tip = said.find(words => words.replace(NUMBER, "").trim()) ?? "";
  return { words: tip.replace(CITED, ""), rules };
}

// The rule numbers in an element as links to the rules page.
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
