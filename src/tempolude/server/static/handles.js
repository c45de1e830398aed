// What can be clicked. Each action names the pieces, places or buttons to click, in order: they light up, narrow as the
// person clicks, and the action is sent once it is the only one left. Escape goes back, and so does a click on what was
// picked. What is lit is a button to who cannot see it, with a name. Knows no game.

export class Handles {
  constructor(table, say, send) {
    this.table = table;
    this.say = say;
    this.send = send;
    this.actions = [];        // [number, handle, handle, …]
    this.buttons = {};        // the words on the buttons of handles that are not on the table
    this.picked = [];
    this.lit = new Map();     // element -> handle
    this.before = new Map();  // element -> its attributes while it is not lit
    this.lighted = () => {};  // told after the light has changed
    this.choices = document.getElementById("choices");
    document.addEventListener("click", event => this.#click(event));
  }

  take(actions, buttons) {
    this.actions = actions;
    this.buttons = buttons ?? {};
    this.picked = [];
  }

  // The actions that begin with what has been clicked.
  get left() {
    return this.actions.filter(action => this.picked.every((handle, i) => action[i + 1] === handle));
  }

  // The one action that clicking this handle now would do, if it is one.
  leadsTo(handle) {
    const next = [...this.picked, handle];
    const found = this.actions.filter(action => next.every((name, i) => action[i + 1] === name));
    return found.length === 1 ? found[0][0] : found.find(action => action.length === next.length + 1)?.[0];
  }

  // Put out all lights: everything is again what it was.
  dim() {
    for (const [element, attributes] of this.before)
      for (const [name, value] of Object.entries(attributes)) value === null ? element.removeAttribute(name) : element.setAttribute(name, value);
    for (const element of this.table.querySelectorAll(".can, .picked, .cannot")) element.classList.remove("can", "picked", "cannot");
    this.before.clear();
    this.lit.clear();
    this.choices.replaceChildren();
  }

  // Light what can be clicked now, and only that.
  light() {
    this.dim();
    const left = this.left, depth = this.picked.length;
    const next = new Set(left.filter(action => action.length > depth + 1).map(action => action[depth + 1]));
    for (const handle of next) {
      const elements = found(handle), controls = elements.filter(element => !small(element));
      for (const element of elements) this.#lamp(element, handle, !controls.length || controls.includes(element));
      if (!elements.length) this.#button(handle);
    }
    this.picked.forEach((handle, i) => found(handle).forEach(element => {
      element.classList.add("picked");
      element.style.setProperty("--pick", i + 1);   // which click it was
      if (!this.lit.has(element)) this.#control(element);
      element.setAttribute("aria-pressed", "true");
    }));
    const complete = depth && left.find(action => action.length === depth + 1);
    if (complete) this.#choice(this.say.confirm, () => this.#send(complete[0]));
    if (depth) this.#choice(this.say.back, () => this.back(), "back");
    if (this.actions.length)
      for (const piece of this.table.querySelectorAll("[data-shade] > .piece"))
        if (!this.lit.has(piece) && !piece.classList.contains("picked")) piece.classList.add("cannot");
    this.table.classList.toggle("choosing", this.actions.length > 0);
    this.table.dataset.picked = depth;
    this.lighted();
  }

  // What a click or a key on this element does; whether it did anything.
  press(element) {
    if (this.lit.has(element)) this.pick(this.lit.get(element));
    else if (element.classList.contains("picked")) this.back();
    else return false;
    return true;
  }

  pick(handle) {
    this.picked.push(handle);
    const left = this.left;
    if (left.length === 1) this.#send(left[0][0]);
    else this.light();
  }

  back() {
    if (!this.picked.length) return false;
    this.picked.pop();
    this.light();
    return true;
  }

  #send(number) {
    this.actions = [];
    this.picked = [];
    this.light();
    this.send(number);
  }

  #lamp(element, handle, control) {
    element.classList.add("can");
    if (control) this.#control(element);
    if (control && this.leadsTo(handle) === undefined) element.setAttribute("aria-pressed", "false");
    this.lit.set(element, handle);
  }

  // A piece or a place as a button that says what it is and what lies in it.
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
    const button = this.#choice(this.buttons[handle] ?? handle, () => this.pick(handle));
    button.dataset.handle = handle;
    this.lit.set(button, handle);
  }

  #choice(words, act, kind = "") {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `btn ${kind}`;
    button.textContent = words;
    button.addEventListener("click", event => { event.stopPropagation(); act(); });
    this.choices.append(button);
    return button;
  }

  #click(event) {
    const element = event.target.closest?.(".can, .picked");
    if (element && !this.choices.contains(element)) this.press(element);
  }
}

// A thing too small for a finger glows, while its larger twin is the button: the sheet says `--twin`.
const small = element => getComputedStyle(element).getPropertyValue("--twin") !== "";

function found(handle) {
  const marked = [...document.querySelectorAll(`[data-handle="${CSS.escape(handle)}"]:not(.btn)`)];
  const named = document.getElementById(handle);
  return (named ? [named, ...marked] : marked).filter(element => element.checkVisibility?.() ?? true);
}
