// The workshop: dropping a file fills in its name, a fault links to its line, the link can be copied.

import { copyLink } from "./copy.js";

const file = document.getElementById("file");
const text = document.getElementById("text");

if (file) {
  const drop = file.closest(".drop");
  const words = drop.querySelector("label span");
  file.addEventListener("change", () => {
    const chosen = file.files[0];
    if (!chosen) return;
    words.textContent = chosen.name;
    drop.classList.add("full");
    const name = document.getElementById("name");
    if (!name.value) name.value = chosen.name.replace(/\.[^.]*$/, "").slice(0, 60);
  });
  for (const [kind, over] of [["dragenter", true], ["dragover", true], ["dragleave", false], ["drop", false]])
    drop.addEventListener(kind, event => { event.preventDefault(); drop.classList.toggle("over", over); });
  drop.addEventListener("drop", event => {
    if (!event.dataTransfer.files.length) return;
    file.files = event.dataTransfer.files;
    file.dispatchEvent(new Event("change"));
  });
}

document.addEventListener("click", event => {
  const fault = event.target.closest("[data-line]");
  if (fault) {
    event.preventDefault();
    show(Number(fault.dataset.line));
  }
  const copy = event.target.closest("#copy");
  if (copy) copyLink(copy);
});

function show(line) {
  const lines = text.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  text.focus();
  text.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
  text.scrollTop = text.scrollHeight / lines.length * (line - 3);
  text.scrollLeft = 0;
}
