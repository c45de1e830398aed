// Lines of a log that lead to their moments.

export function linkSteps(list, address) {
  for (const item of list.querySelectorAll("li[data-step]")) {
    const link = document.createElement("a");
    link.href = address(item.dataset.step);
    link.append(...item.childNodes);
    item.append(link);
  }
}
