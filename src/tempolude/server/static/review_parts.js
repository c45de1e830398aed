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

const wide = matchMedia("(min-width: 1181px)");
const CROP = 0.62, LEAST = 0.34, ROOM = 28; // how large the table is in a crop, how small it may be, and room around what is lit
let whole = false;                          // whether somebody prefers the whole table

// On a wide screen the table lies beside the text, cropped around what is lit or moved; a button shows the whole.
export function crop() {
  const figure = document.querySelector(".rv-table"), button = document.getElementById("rv-whole");
  if (!figure || !button) return;
  button.hidden = !wide.matches;
  figure.toggleAttribute("data-crop", wide.matches && !whole);
  button.setAttribute("aria-pressed", String(whole));
  button.onclick = () => { whole = !whole; crop(); centre(); };
  const board = figure.querySelector(".rv-board"), table = board.querySelector(".table");
  table.style.removeProperty("--crop");
  if (!figure.hasAttribute("data-crop")) return;
  const shown = () => around(board.querySelectorAll(".can, .chosen")) ?? around(board.querySelectorAll(".piece.last"));
  let box = shown();
  if (!box) return;
  const fits = Math.min(1, (board.clientWidth - ROOM) / box.width, (board.clientHeight - ROOM) / box.height);
  table.style.setProperty("--crop", Math.max(LEAST, CROP * fits));
  box = shown();
  const frame = board.getBoundingClientRect();
  board.scrollLeft += box.left + box.width / 2 - frame.left - frame.width / 2;
  board.scrollTop += box.top + box.height / 2 - frame.top - frame.height / 2;
}

// The box around elements that can be seen; undefined if there are none.
function around(elements) {
  const boxes = [...elements].filter(each => each.checkVisibility()).map(each => each.getBoundingClientRect());
  if (!boxes.length) return undefined;
  const left = Math.min(...boxes.map(box => box.left)), top = Math.min(...boxes.map(box => box.top));
  const width = Math.max(...boxes.map(box => box.right)) - left, height = Math.max(...boxes.map(box => box.bottom)) - top;
  return { left, top, width, height };
}

wide.addEventListener("change", () => { crop(); centre(); });
