// What the page of a review and its file have in common.

// How far the curve of a plot reaches.
function span(plot) {
  const left = Number(plot.dataset.left), last = Number(plot.dataset.last);
  return { left, last, wide: plot.viewBox.baseVal.width - left - Number(plot.dataset.right) };
}

// A click on the curve leads to its moment.
export function walk(go) {
  for (const plot of document.querySelectorAll(".rv-plot")) plot.addEventListener("click", event => {
    const { left, last, wide } = span(plot), box = plot.getBoundingClientRect();
    const share = ((event.clientX - box.left) * plot.viewBox.baseVal.width / box.width - left) / wide;
    go(plot.dataset.to + Math.min(last, Math.max(1, Math.round(share * last))));
  });
}

// The cursor of every plot, at a moment.
export function point(at) {
  for (const plot of document.querySelectorAll(".rv-plot")) {
    const { left, last, wide } = span(plot);
    plot.querySelector(".rv-cursor").setAttribute("transform", `translate(${left + wide * at / last})`);
  }
}

// Arrow keys go through the moments, and at the table through what could have followed.
export function keys() {
  addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("input, select, textarea")) return;
    const along = event.target.closest?.(".rv-table, .rv-follow");
    const link = { ArrowLeft: along ? "rv-back" : "rv-previous", ArrowRight: along ? "rv-on" : "rv-next" }[event.key];
    if (link) document.getElementById(link)?.click();
  });
}

// A hand wider than the screen cannot be scrolled here: it shows what is lit.
export function centre() {
  for (const lit of document.querySelectorAll(".rv-board .can")) {
    let box = lit.parentElement;
    while (box && !(box.scrollWidth > box.clientWidth && getComputedStyle(box).overflowX === "auto")) box = box.parentElement?.closest(".rv-board *");
    if (!box) continue;
    const { left, width } = lit.getBoundingClientRect(), frame = box.getBoundingClientRect();
    box.scrollLeft += left + width / 2 - frame.left - frame.width / 2;
  }
}
