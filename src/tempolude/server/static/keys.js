// Keyboard control. What glows is in groups (the choices, a hand, a board, the trays): Tab moves between groups, arrow
// keys within one, Enter and the space bar choose, Escape goes back. Letters are shortcuts, and can be switched off for
// people who use voice control.

const GROUPS = "#choices, .fan, [role=group]:not(.can), section, .seats, .mine";
const CONTROLS = "[role=button]:is(.can, .picked, .other), #choices .btn";
const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
const ELSEWHERE = "input, textarea, select, .scroll, [popover], dialog";

export class Keys {
  constructor(table, handles, shortcuts) {
    this.table = table;
    this.handles = handles;
    this.shortcuts = shortcuts;   // letter -> what it does
    this.playing = false;         // whether the person last used the keyboard
    this.last = null;             // the last focused element and its group
    handles.lighted.push(() => this.#lighted());
    document.addEventListener("pointerdown", () => { this.playing = false; }, true);
    document.addEventListener("keydown", event => this.#key(event));
    table.addEventListener("focusin", event => this.#stop(event.target));
  }

  // Everything that can be chosen, by group, in page order.
  #groups() {
    const groups = new Map();
    for (const element of this.table.querySelectorAll(CONTROLS)) {
      const group = element.closest(GROUPS) ?? this.table;
      if (!groups.has(group)) groups.set(group, []);
      groups.get(group).push(element);
    }
    return [...groups.values()];
  }

  // One tab stop per group: its last focused element, else the likeliest choice.
  #lighted() {
    const groups = this.#groups();
    for (const group of groups) {
      const stop = group.find(element => element.id && element.id === this.last) ?? likely(group);
      for (const element of group) element.tabIndex = element === stop ? 0 : -1;
    }
    if (!this.playing || !this.handles.lit.size) return;
    const now = document.activeElement, free = !now?.matches("a, button, input, [tabindex]:not(.picked), .can");
    if (!free && now.isConnected) return;
    const goal = this.table.querySelector(".can") ? groups.find(group => group.some(element => element.matches(".can"))) : groups[0];
    (goal.find(element => element.tabIndex === 0) ?? goal[0]).focus();
  }

  #stop(element) {
    if (!element.matches(CONTROLS)) return;
    this.last = element.id;
    for (const other of this.#groups().find(group => group.includes(element)) ?? []) other.tabIndex = other === element ? 0 : -1;
  }

  #key(event) {
    this.playing = true;
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest?.("input:not([type=radio], [type=checkbox]), textarea, select")) return;
    if (key === "Escape") return void (!document.querySelector(":popover-open") && this.handles.back() && event.preventDefault());
    if (document.querySelector("dialog:modal")) return;
    if (key.length === 1 && key !== " ") return this.#shortcut(event);
    if (target.closest?.(ELSEWHERE)) return;
    if ((key === "Enter" || key === " ") && !target.matches("button") && this.handles.press(target)) event.preventDefault();
    else if (key in STEPS || key === "Home" || key === "End") this.#move(event);
  }

  #shortcut(event) {
    const act = this.shortcuts[event.key.toLowerCase()];
    if (!act || (event.key !== "?" && localStorage.getItem("letters") === "off")) return;
    event.preventDefault();
    act();
  }

  #move(event) {
    const groups = this.#groups();
    if (!groups.length) return;
    const now = document.activeElement, group = groups.find(elements => elements.includes(now));
    const goal = !group ? groups.flat().find(element => element.tabIndex === 0 && !element.matches(".back"))
      : event.key === "Home" ? group[0]
      : event.key === "End" ? group.at(-1)
      : towards(now, group, STEPS[event.key]);
    if (!goal) return;
    event.preventDefault();
    goal.focus();
  }
}

const likely = group => group?.find(element => element.matches(".can, #choices .btn:not(.back)")) ?? group?.[0];

// The nearest element in that direction; at the edge, the next in order, wrapping around.
function towards(from, group, [dx, dy]) {
  const [x, y] = middle(from);
  let best = null, least = Infinity;
  for (const element of group) {
    const [ex, ey] = middle(element);
    const along = (ex - x) * dx + (ey - y) * dy, aside = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
    if (element === from || along < 1 || aside > 2 * along) continue;
    if (along + 2 * aside < least) [best, least] = [element, along + 2 * aside];
  }
  return best ?? group[(group.indexOf(from) + (dx + dy) + group.length) % group.length];
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
