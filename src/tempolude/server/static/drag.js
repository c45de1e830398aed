// Dragging, by mouse and by finger. The first handle of an action can be dragged to the second, and a table's
// `data-drags` lists further pairs of selectors: `[".fan > .piece", ".board"]`. One of the two is what a click would be
// on, so everything that can be dragged can be clicked, with the same meaning.

const FAR = 7;   // pixels: shorter movements are clicks

export class Drag {
  constructor(table, handles, began) {
    this.table = table;
    this.handles = handles;
    this.began = began;       // called when a drag begins
    this.pairs = JSON.parse(table.dataset.drags || "[]");
    this.carried = null;      // the element under the pointer since it went down: { element, from, ghost, … }
    handles.lighted.push(() => this.#mark());
    table.addEventListener("pointerdown", event => this.#down(event));
    document.addEventListener("pointermove", event => this.#move(event));
    document.addEventListener("pointerup", event => this.#up(event));
    document.addEventListener("pointercancel", () => this.#stop(null));
    document.addEventListener("keydown", event => event.key === "Escape" && this.#stop(null), true);
    document.addEventListener("click", event => this.#clicked(event), true);
    table.addEventListener("dragstart", event => event.preventDefault());   // the browser's own dragging of pictures
  }

  // What can be dragged now: a finger on it drags it instead of scrolling the page.
  #mark() {
    if (this.carried?.ghost) return;
    for (const element of this.table.querySelectorAll(".drag")) element.classList.remove("drag");
    if (!this.handles.actions.length) return;
    for (const element of [...this.handles.lit.keys(), ...this.handles.others.keys(), ...this.table.querySelectorAll(".picked")])
      if (this.handles.opens(element)) element.classList.add("drag");
    for (const [from, to] of this.pairs)
      for (const element of this.table.querySelectorAll(from))
        if (this.handles.lit.has(element) || [...this.handles.lit.keys()].some(goal => goal.matches(to))) element.classList.add("drag");
  }

  #down(event) {
    const element = event.target.closest(".drag");
    if (!element || event.button || !event.isPrimary || this.handles.choices.contains(element)) return;
    this.carried = { element, x: event.clientX, y: event.clientY, ghost: null };
  }

  #move(event) {
    const { carried } = this;
    if (!carried || !event.isPrimary) return;
    if (!carried.ghost && Math.hypot(event.clientX - carried.x, event.clientY - carried.y) < FAR) return;
    if (!carried.ghost) this.#begin(carried);
    carried.ghost.style.translate = `${event.clientX - carried.x}px ${event.clientY - carried.y}px`;
    const goal = this.#goal(event);
    if (goal === carried.goal) return;
    carried.goal?.classList.remove("over");
    carried.goal = goal;
    goal?.classList.add("over");
  }

  // Start dragging: an element with a second handle is picked, so that its targets light up.
  #begin(carried) {
    const { element } = carried, box = element.getBoundingClientRect();
    carried.picks = this.handles.opens(element);
    carried.before = this.handles.picked.length;
    carried.ghost = ghost(element, box);
    if (carried.picks && !element.classList.contains("picked")) this.handles.press(element);
    element.classList.add("carried");
    this.table.classList.add("dragging");
    this.began();
  }

  // The target if it were dropped here.
  #goal({ clientX, clientY }) {
    const under = document.elementsFromPoint(clientX, clientY), { element, picks } = this.carried;
    if (picks) return under.map(each => each.closest(".can")).find(each => each && each !== element && this.handles.lit.has(each));
    for (const [from, to] of this.pairs) {
      if (!element.matches(from)) continue;
      const goal = under.map(each => each.closest(to)).find(each => each && each !== element);
      if (goal && (this.handles.lit.has(element) || this.handles.lit.has(goal))) return goal;
    }
  }

  #up(event) {
    if (this.carried?.ghost) this.dropped = event.timeStamp;   // ignore the click that follows
    this.#stop(this.carried?.ghost ? this.#goal(event) : null);
  }

  #stop(goal) {
    const { carried } = this;
    this.carried = null;
    if (!carried?.ghost) return;
    carried.ghost.remove();
    carried.goal?.classList.remove("over");
    carried.element.classList.remove("carried");
    this.table.classList.remove("dragging");
    const { picks, element } = carried;
    if (goal) this.handles.press(picks || this.handles.lit.has(goal) ? goal : element);
    else if (picks) this.handles.back();
    this.#mark();
  }

  #clicked(event) {
    if (this.dropped === undefined || event.timeStamp - this.dropped > 50) return;
    this.dropped = undefined;
    event.stopPropagation();
    event.preventDefault();
  }
}

// A copy of an element to drag.
function ghost(element, box) {
  const copy = element.cloneNode(true), style = getComputedStyle(element);
  for (const each of [copy, ...copy.querySelectorAll("[id]")]) each.removeAttribute("id");
  copy.classList.remove("can", "picked", "other", "cannot", "drag", "over");
  copy.classList.add("afloat");
  copy.setAttribute("aria-hidden", "true");
  for (const name of ["--cw", "--seat", "--suit", "--suit-mid"]) copy.style.setProperty(name, style.getPropertyValue(name));
  Object.assign(copy.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  element.parentElement.append(copy);
  return copy;
}
