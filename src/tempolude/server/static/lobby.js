// The lobby looks again when somebody comes back to it, so that it never shows what is over; and when it is their turn
// at one of their tables.

import { notify, yourTurn } from "./bell.js";
import { Live } from "./live.js";

document.addEventListener("visibilitychange", () => {
  if (!document.hidden && !document.querySelector(":popover-open")) location.reload();
});

const mine = document.getElementById("mine");
if (mine) {
  yourTurn(mine.dataset.words, +mine.dataset.turns);
  new Live("/me/live", () => 0, ({ turn, words }) => {
    if (!turn) return;
    notify(words, `/t/${turn}`);
    if (document.hidden) yourTurn(words);
    else location.reload();
  }, () => {});
}
