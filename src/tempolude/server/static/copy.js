// Copies what stands in a field; also where the page is not secure and browsers give no clipboard.

export async function copyFrom(field) {
  field.select();
  try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
}

// The button beside a link says that it is done.
export async function copyLink(button) {
  await copyFrom(document.getElementById("link"));
  button.title = button.dataset.done;
  button.setAttribute("aria-label", button.dataset.done);
  button.classList.add("main");
}
