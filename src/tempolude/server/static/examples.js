// Examples of a rulebook, one step at a time, with animated pieces. Without this script they are a list of steps.

const GLIDE = 420;
const still = matchMedia("(prefers-reduced-motion: reduce)");

export function walkThrough(figure) {
  const steps = [...figure.querySelectorAll(".moment")];
  const bar = figure.querySelector(".walk"), count = bar.querySelector("output"), [back, on] = bar.querySelectorAll("button");
  let now = 0;

  function go(by) {
    const to = now + by;
    if (to < 0 || to >= steps.length) return;
    const before = lying(steps[now]);
    now = to;
    show();
    if (!still.matches) glide(before, lying(steps[now]));
  }

  function show() {
    steps.forEach((step, i) => step.classList.toggle("current", i === now));
    count.textContent = `${now} / ${steps.length - 1}`;
    back.setAttribute("aria-disabled", now === 0);
    on.setAttribute("aria-disabled", now === steps.length - 1);
  }

  bar.addEventListener("click", event => go(Number(event.target.closest("button")?.dataset.go ?? 0)));
  figure.addEventListener("keydown", event => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) { event.preventDefault(); go(by); }
  });
  figure.classList.add("stepped");
  bar.hidden = false;
  show();
}

// The positions of the pieces in the picture of a step, by their common names.
function lying(step) {
  const origin = step.querySelector(".picture").getBoundingClientRect(), found = new Map();
  for (const element of step.querySelectorAll(".piece")) {
    const box = element.getBoundingClientRect();
    found.set(element.id.replace(/^.*?-\d+-/, ""), { element, x: box.x - origin.x, y: box.y - origin.y, face: element.dataset.face });
  }
  return found;
}

function glide(before, after) {
  for (const [id, { element, x, y, face }] of after) {
    const old = before.get(id);
    const frames = !old ? [{ opacity: 0 }, { opacity: 1 }]
      : Math.hypot(old.x - x, old.y - y) > 2 ? [{ translate: `${old.x - x}px ${old.y - y}px` }, { translate: "0px 0px" }]
      : old.face !== face ? [{ rotate: "y 90deg" }, { rotate: "y 0deg" }] : null;
    if (frames) element.animate(frames, { duration: GLIDE, easing: "cubic-bezier(.2, .75, .25, 1)", fill: "backwards" });
  }
}
