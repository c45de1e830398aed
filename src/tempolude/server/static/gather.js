// Before a match: the page follows the others' changes, and goes to the table when the match begins.

import { notify } from "./bell.js";
import { copyLink } from "./copy.js";
import { Live } from "./live.js";
import { refresh } from "./refresh.js";

let cut = false;
const nothing = () => {};
const TYPED = ["guest-name", "invite-name"];      // fields whose text outlives what others do

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
  turn: ({ code, words }) => tell(words, `/t/${code}`),
  news: ({ words = "", address }) => words ? tell(words, address) : renew(),
  next: nothing,
};
export const live = new Live(document.getElementById("gather").dataset.live, messages, { line });

// What happened elsewhere; of this table the page itself says it.
function tell(words, address) {
  notify(words, address);
  if (address === location.pathname) { renew(); return; }
  const told = document.createElement("p"), link = document.createElement("a");
  link.href = address;
  link.textContent = words;
  told.append(link);
  document.getElementById("toasts").replaceChildren(told);
}

function line(open) {
  if (open && cut) renew();
  cut = !open;
}

async function renew() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("gather");
  if (!fresh) return refresh();
  const open = document.querySelector(".settle")?.open;
  const focus = document.activeElement?.id;
  const typed = TYPED.map(id => [id, document.getElementById(id)?.value]);
  document.getElementById("gather").replaceWith(fresh);
  for (const [id, value] of typed) if (value && document.getElementById(id)) document.getElementById(id).value = value;
  if (open) document.querySelector(".settle")?.setAttribute("open", "");
  if (focus) document.getElementById(focus)?.focus();
}

document.getElementById("guest-name")?.select();      // preselected: Enter accepts it, typing replaces it

document.addEventListener("click", event => {
  const copy = event.target.closest("#copy");
  if (copy) copyLink(copy);
});
