// The lobby looks again when somebody comes back to it, so that it never shows what is over; and when it is their turn
// at one of their tables. What makes the next visit faster waits until this one has all it needs.

import { notify, yourTurn } from "./bell.js";
import { Live } from "./live.js";
import { refresh } from "./refresh.js";

document.addEventListener("visibilitychange", () => {
  if (!document.hidden && !document.querySelector(":popover-open")) refresh();
});

const mine = document.getElementById("mine"), invited = document.getElementById("invitations");
const messages = { turn, news, error: () => {} };
if (+mine?.dataset.turns) yourTurn(mine.dataset.words, +mine.dataset.turns);
else if (invited) yourTurn(invited.dataset.words);
export const live = document.querySelector("[data-line]") ? new Live("/me/live", messages) : null;

addEventListener("load", () => setTimeout(() => import("./install.js"), 2000));

function turn({ code, words }) {
  notify(words, `/t/${code}`);
  if (document.hidden) yourTurn(words);
  else refresh();
}

// Others have done something that concerns this person: the lobby shows it, unless they are in the middle of something.
function news({ words = "", address = "" }) {
  if (words) notify(words, address);
  if (document.hidden && words) yourTurn(words);
  else if (!document.hidden && !document.querySelector(":popover-open, input:focus")) refresh();
}
