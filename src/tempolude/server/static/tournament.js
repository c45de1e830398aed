// The page of a tournament and its wall screen: they look again when something has changed, and count down to the next
// round.

import { Live } from "./live.js";
import { notify } from "./bell.js";

let cut = false, asking = false, again = false;

const messages = {
  reload: renew,
  turn: ({ code, words }) => { notify(words, `/t/${code}`); renew(); },
  error: () => {},
};
export const live = new Live(document.getElementById("tournament").dataset.live, messages, { line });

function line(open) {
  if (open && cut) renew();
  cut = !open;
}

// What was typed, opened or focused stays. Of several calls while one is under way, one more is made.
async function renew() {
  if (asking) { again = true; return; }
  asking = true;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("tournament");
    if (fresh) show(fresh);
  } catch { /* the line is down: it looks again when it is back */ }
  asking = false;
  if (again) { again = false; renew(); }
}

function show(fresh) {
  const old = document.getElementById("tournament");
  const active = document.activeElement, focus = active?.id, typed = old.querySelector("#guest-name")?.value;
  const opened = old.querySelector(".settle")?.open;
  for (const image of fresh.querySelectorAll("img.qr")) image.replaceWith(old.querySelector("img.qr") ?? image);
  old.replaceWith(fresh);
  const name = fresh.querySelector("#guest-name");
  if (name && typed !== undefined) name.value = typed;
  if (opened) fresh.querySelector(".settle")?.setAttribute("open", "");
  if (focus) document.getElementById(focus)?.focus();
  begin();
}

// The seconds that are left, from when this page was made.
let ends = 0;
function begin() {
  const clock = document.querySelector("[data-until]");
  ends = clock ? Date.now() + 1000 * clock.dataset.until : 0;
}
setInterval(() => {
  const clock = document.querySelector("[data-until]");
  if (!clock) return;
  const left = Math.max(0, Math.round((ends - Date.now()) / 1000));
  clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}, 500);
begin();

// A screen on a wall is left alone: it must not go dark, and one press of F11 or of the browser's own button fills it.
if (document.body.classList.contains("on-wall")) {
  const awake = () => { if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {}); };
  document.addEventListener("visibilitychange", awake);
  awake();
}
