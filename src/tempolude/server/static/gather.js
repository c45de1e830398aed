// Before a match: the page follows the others' changes, and goes to the table when the match begins.

import { copyLink } from "./copy.js";
import { Live } from "./live.js";

let cut = false;
const nothing = () => {};

// The handlers of messages; those about a match come once it has begun.
const messages = {
  state: renew,
  update: renew,
  reload: renew,
  go: ({ address }) => { location.href = address; },
  seats: nothing,
  names: renew,
  left: nothing,
  talk: nothing,
  refused: nothing,
  error: nothing,
  hint: nothing,
  turn: nothing,
  next: nothing,
};
export const live = new Live(document.getElementById("gather").dataset.live, messages, { line });

function line(open) {
  if (open && cut) renew();
  cut = !open;
}

async function renew() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("gather");
  if (!fresh) { location.reload(); return; }
  const open = document.querySelector(".settle")?.open;
  const focus = document.activeElement?.id, typed = document.getElementById("guest-name")?.value;
  document.getElementById("gather").replaceWith(fresh);
  if (typed && document.getElementById("guest-name")) document.getElementById("guest-name").value = typed;
  if (open) document.querySelector(".settle")?.setAttribute("open", "");
  if (focus) document.getElementById(focus)?.focus();
}

document.getElementById("guest-name")?.select();      // preselected: Enter accepts it, typing replaces it

document.addEventListener("click", event => {
  const copy = event.target.closest("#copy");
  if (copy) copyLink(copy);
});
