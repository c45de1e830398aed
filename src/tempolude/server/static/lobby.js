// The lobby refreshes when somebody returns to it, so that it is never out of date, and when it is their turn at one of
// their tables.

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
