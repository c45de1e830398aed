// Log lines that link to their moments. Tab stops at one of them, arrow keys move to the others.

export const KINDS = ["", "round", "alarm"];   // the classes of lines, by kind
const WAYS = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };

export function linkSteps(list, address) {
  for (const item of list.querySelectorAll("li[data-step]")) {
    const link = document.createElement("a");
    link.href = address(item.dataset.step);
    link.tabIndex = -1;
    link.append(...item.childNodes);
    item.append(link);
  }
  const last = list.querySelector("li:last-child > a");
  if (last) last.tabIndex = 0;
  list.addEventListener("keydown", walk);
}

function walk(event) {
  const now = event.target.closest("li > a"), way = WAYS[event.key];
  if (!now || way === undefined) return;
  const links = [...event.currentTarget.querySelectorAll("li > a")];
  const next = links[Math.min(Math.max(links.indexOf(now) + way, 0), links.length - 1)];
  event.preventDefault();
  event.stopPropagation();
  now.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
