// Puts pieces at their places. The same element moves from place to place, so that it can be animated; turned over, it
// gets a new face. Independent of any game.

const GLIDE = 420, TURN = 320, APART = 60, LONGEST = 1200;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const [ID, FACE, AT, ORDER, STATE, LABEL, WAS, HANDLE] = [0, 1, 2, 3, 4, 5, 6, 7];

export class Pieces {
  constructor(table) {
    this.table = table;
    this.all = new Map();       // what everybody sees, by id
    this.own = [];              // what only this reader sees; it replaces pieces at the same places
    this.places = {};
    this.faces = new Map();
    this.elements = new Map();
    this.last = [];
    this.running = [];
    this.previewed = [];        // functions that revert the preview
    for (const element of table.querySelectorAll(".piece")) {
      this.elements.set(element.id, element);
      this.faces.set(element.dataset.face, element.innerHTML);
    }
    for (const part of table.querySelectorAll("[data-part]")) this.faces.set(part.dataset.part, part.innerHTML);
  }

  // Apply a message: the whole scene, or what changed in it.
  take(message) {
    for (const [face, html] of Object.entries(message.faces ?? {})) this.faces.set(face, html);
    if (message.all) this.#scene(message.all);
    if (message.own) this.own = message.own;
  }

  #scene({ pieces = [], gone = [], places = {}, counts = {}, last, afresh }) {
    if (afresh) this.all.clear();
    for (const id of gone) this.all.delete(id);
    for (const piece of pieces) this.all.set(piece[ID], piece);
    this.last = last;
    if (afresh) for (const place of Object.keys(this.places)) if (!(place in places)) this.#state(place, "");
    for (const [place, state] of Object.entries(places)) this.#state(place, state);
    for (const [name, value] of Object.entries(counts)) this.#count(name, value);
  }

  // Put everything in place, and animate what moved.
  lay() {
    const before = this.#measure();
    const taken = new Set(this.own.map(piece => piece[AT]));
    const lying = new Map();
    for (const piece of [...this.all.values()].filter(piece => !taken.has(piece[AT])).concat(this.own)) {
      if (!lying.has(piece[AT])) lying.set(piece[AT], []);
      lying.get(piece[AT]).push(piece);
    }
    const wanted = new Set([...lying.values()].flat().map(piece => piece[ID]));
    const turned = [], fresh = [];
    for (const piece of [...lying.values()].flat()) this.#dress(piece, wanted, before, turned, fresh);
    for (const [id, element] of this.elements)
      if (!wanted.has(id)) { element.remove(); this.elements.delete(id); }
    for (const place of this.table.querySelectorAll("[style*='--of']"))
      if (!lying.has(place.id)) place.style.setProperty("--of", 0);
    for (const [name, pieces] of lying) this.#order(name, pieces.sort((a, b) => (a[ORDER] ?? 0) - (b[ORDER] ?? 0)));
    this.#glide(before, turned, fresh);
  }

  // Preview some pieces as they would become, with others beside them, until the next call.
  preview(shown, faces = {}) {
    for (const [face, html] of Object.entries(faces)) this.faces.set(face, html);
    for (const undo of this.previewed.splice(0)) undo();
    for (const piece of shown) {
      const [id, face, at, , state = ""] = piece, there = this.elements.get(id);
      const element = there ?? document.createElement("div"), { innerHTML, className } = element;
      element.innerHTML = this.faces.get(face) ?? "";
      element.classList.add("preview", ...words(state));
      if (there) this.previewed.push(() => { element.innerHTML = innerHTML; element.classList.remove("preview", ...words(state).filter(word => !className.split(" ").includes(word))); });
      else {
        element.classList.add("piece");
        document.getElementById(at)?.append(element);
        this.previewed.push(() => element.remove());
      }
    }
  }

  // Show an intermediate scene: these pieces where they passed, everything else as before.
  pass({ all: { passing }, faces }) {
    const { all, own, last } = this, ids = new Set(passing.flatMap(piece => [piece[ID], piece[WAS]]));
    this.take({ faces });
    this.all = new Map([...all].filter(([id]) => !ids.has(id)));
    for (const piece of passing) this.all.set(piece[ID], piece);
    this.own = own.filter(piece => !ids.has(piece[ID]));
    this.last = passing.map(piece => piece[ID]);
    this.lay();
    [this.all, this.own, this.last] = [all, own, last];
  }

  // A click ends all animations.
  finish() {
    for (const animation of this.running) animation.finish();
    this.running = [];
  }

  get #still() {
    return still.matches || document.hidden;
  }

  #state(place, state) {
    const element = document.getElementById(place);
    const old = this.places[place] ?? element?.dataset.state ?? "";
    if (element) {
      element.classList.remove(...words(old));
      element.classList.add(...words(state));
    }
    this.places[place] = state;
  }

  #count(name, value) {
    for (const element of this.table.querySelectorAll(`[data-count="${name}"]`)) element.textContent = value;
    if (Number.isInteger(value)) this.#owner(name).style.setProperty(`--${name}`, value);
  }

  // The element that gets a count as a custom property: a seat's panel for its own counts (`held-2`), else the whole
  // table, which recomputes the styles of everything.
  #owner(name) {
    return document.getElementById(`seat-${/\d+$/.exec(name)}`)?.closest(".seat:not(.mine)") ?? this.table;
  }

  // The positions of all pieces, if they are to be animated.
  #measure() {
    const rects = new Map();
    if (this.#still) return rects;
    for (const [id, element] of this.elements) rects.set(id, element.getBoundingClientRect());
    return rects;
  }

  #dress(piece, wanted, before, turned, fresh) {
    const [id, face] = piece, was = piece[WAS];
    let element = this.elements.get(id);
    if (!element && was && this.elements.has(was) && !wanted.has(was)) {
      element = this.elements.get(was);
      this.elements.delete(was);
      before.set(id, before.get(was));
    }
    if (!element) {
      element = document.createElement("div");
      fresh.push(element);
    }
    this.elements.set(id, element);
    element.id = id;
    element.className = ["piece", piece[STATE], this.last.includes(id) ? "last" : ""].filter(Boolean).join(" ");
    if (element.dataset.face !== face) {
      if (element.dataset.face !== undefined) turned.push(element);
      element.dataset.face = face;
      element.innerHTML = this.faces.get(face) ?? "";
      for (const part of element.querySelectorAll("[data-part]:empty"))
        part.innerHTML = this.faces.get(part.dataset.part) ?? "";
    }
    if (piece[HANDLE]) element.dataset.handle = piece[HANDLE]; else delete element.dataset.handle;
  }

  #order(name, pieces) {
    const place = document.getElementById(name);
    if (!place) { for (const [id] of pieces) { this.elements.get(id).remove(); } return; }
    place.style.setProperty("--of", pieces.length);
    this.#name(pieces);
    pieces.forEach(([id], i) => {
      const element = this.elements.get(id);
      element.style.setProperty("--i", i);
      const there = [...place.children].filter(child => child.classList.contains("piece"))[i];
      if (there !== element) there ? place.insertBefore(element, there) : place.append(element);
    });
  }

  // For screen readers, equal pieces are named once, with their number if it is not in the name.
  #name(pieces) {
    const equal = Map.groupBy(pieces, piece => piece[LABEL] ?? "");
    for (const [label, [first, ...others]] of equal) {
      const many = others.length + 1, said = many === 1 || label.includes(many) ? label : `${label} ×${many}`;
      for (const [id] of [first, ...others]) {
        const element = this.elements.get(id), spoken = label && id === first[ID];
        set(element, "role", label && "img");
        set(element, "aria-label", spoken ? said : label);
        set(element, "aria-hidden", !spoken && "true");
        set(element, "data-name", said !== label && label);
      }
    }
  }

  #glide(before, turned, fresh) {
    if (this.#still) return;
    this.running = [];
    const run = (element, frames, options) => this.running.push(element.animate(frames, { easing: "cubic-bezier(.2, .75, .25, 1)", fill: "backwards", ...options }));
    let moved = 0;
    for (const [id, from] of before) {
      const element = this.elements.get(id);
      if (!element?.isConnected || !from || (!from.width && !from.height)) continue;
      const to = element.getBoundingClientRect();
      const x = from.x + from.width / 2 - to.x - to.width / 2, y = from.y + from.height / 2 - to.y - to.height / 2;
      if (Math.hypot(x, y) < 2 || !to.width) continue;
      const delay = Math.min(APART * moved++, LONGEST - GLIDE);
      const scale = Math.min(3, Math.max(.3, from.width / to.width || 1));
      element.classList.add("gliding");
      run(element, [{ translate: `${x}px ${y}px`, scale }, { translate: "0px 0px", scale: 1 }], { duration: GLIDE, delay });
      this.running.at(-1).finished.catch(() => {}).then(() => element.classList.remove("gliding"));
    }
    for (const element of turned) run(element, [{ rotate: "y 90deg" }, { rotate: "y 0deg" }], { duration: TURN });
    for (const element of fresh) run(element, [{ opacity: 0 }, { opacity: 1 }], { duration: GLIDE });
  }
}

function set(element, name, value) {
  value ? element.setAttribute(name, value) : element.removeAttribute(name);
}

const words = text => text.split(" ").filter(Boolean);
