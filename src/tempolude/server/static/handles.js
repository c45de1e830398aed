// What can be clicked. Each action names the pieces, places or buttons to click, in order: they light up, clicks narrow
// the choice, and the action is sent once it is the only one left. A handle that all remaining actions share is picked
// automatically. A click on another element of the same kind switches to it; Escape goes back, and so does a click on a
// picked element. Lit elements are named buttons for screen readers. Independent of any game.

export class Handles {
  constructor(table, say, send) {
    this.table = table;
    this.say = say;
    this.send = send;
    this.actions = [];        // [number, handle, handle, …]
    this.quiet = [];          // handles that do not glow
    this.buttons = {};        // the texts of buttons for handles that are not on the table
    this.half = {};           // the prompts of half-made moves, by the handles picked
    this.picked = [];
    this.clicked = [];        // the elements clicked for them; null if picked automatically
    this.lit = new Map();     // element -> handle
    this.others = new Map();  // element -> [handle, index of the click]: alternatives to what was picked
    this.before = new Map();  // element -> its attributes while it is not lit
    this.sight = new Map();   // handle -> its elements that can be lit now
    this.small = new Set();   // elements too small for a finger
    this.lighted = [];        // called after the lights have changed
    this.choices = document.getElementById("choices");
    this.verbs = [...document.querySelectorAll("#verbs [data-verb]")];   // buttons that select one kind of action
    this.verb = null;                                                   // the selected one
    for (const verb of this.verbs) verb.addEventListener("click", () => this.#say(verb));
    document.addEventListener("click", event => this.#click(event));
  }

  take({ actions, buttons, half, quiet }) {
    this.actions = actions;
    this.buttons = buttons ?? {};
    this.quiet = quiet ?? [];
    this.half = half ?? {};
    this.verb = null;
    this.#pickFirst(0);
  }

  // The actions of the selected kind, or all.
  get open() {
    return this.verb ? this.actions.filter(action => means(this.verb, action)) : this.actions;
  }

  // The prompt of a half-made move, in HTML; empty before its first click.
  get question() {
    return this.picked.length ? this.half[this.picked.join(" ")] ?? "" : this.verb?.dataset.ask ?? "";
  }

  // The actions that begin with the picked handles.
  get left() {
    return this.open.filter(action => this.picked.every((handle, i) => action[i + 1] === handle));
  }

  // The action that a click on this handle would complete, if any.
  leadsTo(handle) {
    const next = [...this.picked, handle];
    const found = this.open.filter(action => next.every((name, i) => action[i + 1] === name));
    return found.length === 1 ? found[0][0] : found.find(action => action.length === next.length + 1)?.[0];
  }

  // Turn off all lights and restore the attributes.
  dim() {
    for (const [element, attributes] of this.before)
      for (const [name, value] of Object.entries(attributes)) value === null ? element.removeAttribute(name) : element.setAttribute(name, value);
    for (const element of this.table.querySelectorAll(".can, .picked, .other, .cannot")) element.classList.remove("can", "picked", "other", "cannot");
    this.before.clear();
    this.lit.clear();
    this.others.clear();
    this.choices.replaceChildren();
  }

  // Light what can be clicked now, and only that.
  light() {
    this.dim();
    const left = this.left, depth = this.picked.length;
    const next = new Set(left.filter(action => action.length > depth + 1).map(action => action[depth + 1]));
    const spares = this.picked.map((_, i) => this.#spares(i));
    this.#look(new Set([...next, ...this.picked, ...spares.flat()]));
    for (const handle of next) {
      const elements = this.sight.get(handle), controls = elements.filter(element => !this.small.has(element));
      for (const element of elements) this.#lamp(element, handle, !controls.length || controls.includes(element));
      if (!elements.length) this.#button(handle);
    }
    this.picked.forEach((handle, i) => this.#mark(handle, i));
    for (let i = depth - 1; i >= 0; i--)
      for (const handle of spares[i]) for (const element of this.sight.get(handle)) this.#instead(element, handle, i);
    const complete = depth && left.find(action => action.length === depth + 1);
    if (complete) this.#choice(this.say.confirm, () => this.#send(complete[0]));
    if (depth || this.verb) this.#choice(this.say.back, () => this.back(), "back");
    this.#sort();
    if (this.actions.length)
      for (const piece of this.table.querySelectorAll("[data-shade] > .piece"))
        if (!this.lit.has(piece) && !piece.classList.contains("picked")) piece.classList.add("cannot");
    this.table.classList.toggle("choosing", this.actions.length > 0);
    this.table.dataset.picked = depth;
    for (const act of this.lighted) act();
  }

  // Handle a click or a key on this element; returns whether it did anything.
  press(element) {
    if (this.lit.has(element)) this.pick(this.lit.get(element), element);
    else if (this.others.has(element)) {
      const [handle, i] = this.others.get(element);
      this.#pickFirst(i);
      this.pick(handle, element);
    } else if (element.classList.contains("picked")) this.#backTo(this.picked.findIndex(handle => found(handle).includes(element)));
    else return false;
    return true;
  }

  pick(handle, element = null) {
    this.picked.push(handle);
    this.clicked.push(element ?? found(handle)[0] ?? true);
    const next = this.#forced;
    if (this.left.length === 1) this.#send(this.left[0][0]);
    else if (next) {
      this.picked.push(next);
      this.clicked.push(null);
    }
    if (this.actions.length) this.light();
  }

  back() {
    if (!this.picked.length && !this.verb) return false;
    if (!this.picked.length) this.verb = null;
    this.#backTo(Math.max(0, this.clicked.findLastIndex(Boolean)));
    return true;
  }

  // Whether a click on this element opens a choice instead of making one.
  opens(element) {
    if (element.classList.contains("picked")) return true;
    const [handle, i] = this.others.get(element) ?? [this.lit.get(element), this.picked.length];
    const next = [...this.picked.slice(0, i), handle];
    return this.open.some(action => action.length > next.length + 1 && next.every((name, n) => action[n + 1] === name));
  }

  // Take a legal action, as if all of it had been clicked.
  do(number) {
    if (this.actions.some(([each]) => each === number)) this.#send(number);
  }

  #backTo(depth) {
    this.#pickFirst(depth);
    this.light();
  }

  #pickFirst(depth) {
    this.picked.length = this.clicked.length = depth;
  }

  // The handle that all remaining actions have next.
  get #forced() {
    const depth = this.picked.length + 1, [first, ...others] = this.left.map(action => action[depth]);
    return first !== undefined && others.every(handle => handle === first) ? first : "";
  }

  // Show the kinds of action, if there are several.
  #sort() {
    const kinds = this.verbs.filter(verb => this.actions.some(action => means(verb, action)));
    for (const verb of this.verbs) {
      verb.hidden = kinds.length < 2 || !kinds.includes(verb);
      verb.setAttribute("aria-pressed", verb === this.verb);
    }
    const shown = kinds.length > 1 && !this.picked.length;
    document.getElementById("verbs")?.toggleAttribute("hidden", !shown);
  }

  #say(verb) {
    this.verb = this.verb === verb ? null : verb;
    this.#pickFirst(0);
    if (this.verb && this.open.length === 1) this.#send(this.open[0][0]);
    else this.light();
  }

  #send(number) {
    this.actions = [];
    this.verb = null;
    this.#pickFirst(0);
    this.light();
    this.send(number);
  }

  // Mark what was picked by a click. Of equal pieces at a place only the one clicked is marked; the others may replace it.
  #mark(handle, i) {
    const elements = this.sight.get(handle), chosen = elements.includes(this.clicked[i]) ? this.clicked[i] : elements[0];
    for (const element of elements) {
      if (element !== chosen && element.matches(".piece") && element.parentElement === chosen.parentElement) {
        this.#instead(element, handle, i);
        continue;
      }
      element.classList.add("picked");
      element.style.setProperty("--pick", i + 1);   // the index of the click
      if (!this.lit.has(element)) this.#control(element);
      element.setAttribute("aria-pressed", "true");
    }
  }

  // Elements of the same kind that could have been picked instead by an earlier click.
  #spares(i) {
    if (!this.clicked[i]) return [];
    const begun = this.open.filter(action => this.picked.slice(0, i).every((handle, n) => action[n + 1] === handle));
    return [...new Set(begun.map(action => action[i + 1]))]
      .filter(handle => handle !== undefined && kind(handle) === kind(this.picked[i]) && !this.picked.includes(handle));
  }

  // Find the elements of these handles before lighting any: a query after each change would make the browser recompute
  // styles as often.
  #look(handles) {
    this.sight = new Map([...handles].map(handle => [handle, found(handle)]));
    this.small = new Set([...this.sight.values()].flat().filter(small));
  }

  #instead(element, handle, i) {
    if (this.lit.has(element) || this.others.has(element)) return;
    element.classList.add("other");
    this.others.set(element, [handle, i]);
    if (this.small.has(element)) return;
    this.#control(element);
    element.setAttribute("aria-pressed", "false");
  }

  #lamp(element, handle, control) {
    element.classList.add("can");
    if (control) this.#control(element);
    if (control && this.leadsTo(handle) === undefined) element.setAttribute("aria-pressed", "false");
    this.lit.set(element, handle);
  }

  // Make a piece or a place a button, named after itself and its content.
  #control(element) {
    const names = ["tabindex", "role", "aria-label", "aria-hidden", "aria-pressed"];
    if (!this.before.has(element))
      this.before.set(element, Object.fromEntries(names.map(name => [name, element.getAttribute(name)])));
    element.setAttribute("tabindex", "0");
    element.setAttribute("role", "button");
    element.removeAttribute("aria-hidden");
    const name = element.dataset.name ?? element.getAttribute("aria-label");
    if (!name) return;
    const inside = element.matches(".piece") ? [] : [...element.querySelectorAll(".piece[aria-label]")].map(piece => piece.getAttribute("aria-label"));
    element.setAttribute("aria-label", [name, ...inside].join(", "));
  }

  #button(handle) {
    const button = this.#choice(this.buttons[handle] ?? handle, () => this.pick(handle), this.quiet.includes(handle) ? "plain" : "");
    button.dataset.handle = handle;
    this.lit.set(button, handle);
  }

  #choice(words, act, kind = "") {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `btn ${kind}`;
    button.textContent = words;
    if (kind === "back") button.innerHTML = `<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><use href="#i-undo"/></svg><span>${words}</span>`;
    button.addEventListener("click", event => { event.stopPropagation(); act(); });
    this.choices.append(button);
    return button;
  }

  #click(event) {
    const element = event.target.closest?.(".can, .picked, .other");
    if (element && !this.choices.contains(element)) this.press(element);
  }
}

// An element too small for a finger glows, while its larger twin is the button: see `--twin` in the stylesheet.
const small = element => getComputedStyle(element).getPropertyValue("--twin") !== "";

// The kind of a handle: "card" for `card-12`.
const kind = handle => handle.split("-")[0];

// Whether an action is of the kind of a verb, which is a pattern of handles.
const means = (verb, [, ...handles]) => new RegExp(verb.dataset.verb).test(handles.join(" "));

// The visible pieces and places of a handle; optionally its button too.
export function found(handle, buttons = false) {
  const marked = [...document.querySelectorAll(`[data-handle="${CSS.escape(handle)}"]${buttons ? "" : ":not(.btn)"}`)];
  const named = document.getElementById(handle);
  return (named ? [named, ...marked] : marked).filter(element => element.checkVisibility?.() ?? true);
}
