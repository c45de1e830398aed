// What can be clicked. Each action names the pieces, places or buttons to click, in order: they light up, narrow as the
// person clicks, and the action is sent once it is the only one left. Escape goes back. Knows no game.

export class Handles {
  constructor(table, say, send) {
    this.table = table;
    this.say = say;
    this.send = send;
    this.actions = [];        // [number, handle, handle, …]
    this.buttons = {};        // the words on the buttons of handles that are not on the table
    this.picked = [];
    this.lit = new Map();     // element -> handle
    this.keyboard = false;    // whether the person last used the keyboard
    this.choices = document.getElementById("choices");
    document.addEventListener("pointerdown", () => { this.keyboard = false; }, true);
    document.addEventListener("keydown", event => this.#key(event));
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

  // Light what can be clicked now, and only that.
  light() {
    for (const element of this.lit.keys()) {
      element.classList.remove("can");
      if (!element.matches("button")) element.removeAttribute("tabindex");
      if (element.getAttribute("role") === "button") element.setAttribute("role", element.hasAttribute("aria-label") ? "img" : "group");
    }
    for (const element of this.table.querySelectorAll(".picked, .cannot")) element.classList.remove("picked", "cannot");
    this.lit.clear();
    this.choices.replaceChildren();
    const left = this.left, depth = this.picked.length;
    const next = new Set(left.filter(action => action.length > depth + 1).map(action => action[depth + 1]));
    for (const handle of next) {
      const elements = found(handle);
      for (const element of elements) this.#lamp(element, handle);
      if (!elements.length) this.#button(handle);
    }
    this.picked.forEach((handle, i) => found(handle).forEach(element => {
      element.classList.add("picked");
      element.style.setProperty("--pick", i + 1);   // which click it was
    }));
    const complete = depth && left.find(action => action.length === depth + 1);
    if (complete) this.#choice(this.say.confirm, () => this.#send(complete[0]));
    if (depth) this.#choice(this.say.back, () => this.back(), "back");
    if (this.actions.length)
      for (const piece of this.table.querySelectorAll("[data-shade] > .piece"))
        if (!this.lit.has(piece) && !piece.classList.contains("picked")) piece.classList.add("cannot");
    this.table.classList.toggle("choosing", this.actions.length > 0);
    this.table.dataset.picked = depth;
    const lost = document.activeElement === document.body || !document.activeElement?.isConnected;
    if (this.keyboard && lost) this.#all()[0]?.focus();
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

  #lamp(element, handle) {
    element.classList.add("can");
    element.setAttribute("tabindex", "0");
    if (!element.matches("button")) element.setAttribute("role", "button");
    this.lit.set(element, handle);
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
    const element = event.target.closest?.(".can");
    if (element && this.lit.has(element) && !this.choices.contains(element)) this.pick(this.lit.get(element));
  }

  #all() {
    return [...this.table.querySelectorAll(".can, #choices .btn")];
  }

  #key(event) {
    this.keyboard = true;
    if (event.target.matches?.("input, textarea, select")) return;
    if (event.key === "Escape" && this.back()) event.preventDefault();
    else if ((event.key === "Enter" || event.key === " ") && this.lit.has(event.target) && !event.target.matches("button")) {
      event.preventDefault();
      this.pick(this.lit.get(event.target));
    } else if (["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"].includes(event.key) && !event.target.closest?.(".scroll")) {
      const all = this.#all();
      if (!all.length) return;
      const step = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : -1;
      const now = all.indexOf(document.activeElement);
      all[now < 0 ? 0 : (now + step + all.length) % all.length].focus();
      event.preventDefault();
    }
  }
}

function found(handle) {
  const marked = [...document.querySelectorAll(`[data-handle="${CSS.escape(handle)}"]:not(.btn)`)];
  const named = document.getElementById(handle);
  return (named ? [named, ...marked] : marked).filter(element => element.checkVisibility?.() ?? true);
}
