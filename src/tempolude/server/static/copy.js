// Copies the content of a field, even on insecure pages, where browsers provide no clipboard.

export async function copyFrom(field) {
  field.select();
  try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
}

// The button beside a link shows that it is copied.
export async function copyLink(button) {
  await copyFrom(document.getElementById("link"));
  button.title = button.dataset.done;
  button.setAttribute("aria-label", button.dataset.done);
  button.classList.add("main");
}
