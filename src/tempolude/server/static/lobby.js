// The lobby looks again when somebody comes back to it, so that it never shows what is over; and when it is their turn
// at one of their tables.

import { notify, yourTurn } from "./bell.js";
import { Live } from "./live.js";

document.addEventListener("visibilitychange", () => {
  if (!document.hidden && !document.querySelector(":popover-open")) location.reload();
});

const mine = document.getElementById("mine");
const messages = { turn, error: () => {} };
if (mine) yourTurn(mine.dataset.words, +mine.dataset.turns);
export const live = mine ? new Live("/me/live", messages) : null;

function turn({ code, words }) {
  notify(words, `/t/${code}`);
  if (document.hidden) yourTurn(words);
  else location.reload();
}
