// A new token is copied with one click.

import { copyFrom } from "./copy.js";

const copy = document.getElementById("copy");
copy?.addEventListener("click", async () => {
  await copyFrom(document.getElementById("fresh"));
  copy.querySelector("span").textContent = copy.dataset.done;
});
