// "Your turn": in the title, on the icon of the page and of the installed application, and as a notification where the
// person has asked for it. These come while a page of ours is open somewhere, also in the background; when none is, the
// server calls the browser itself (calls.js).

const plain = document.title;
const icon = document.querySelector("link[rel=icon]");
const calm = icon.getAttribute("href");
const able = "Notification" in window && isSecureContext;

export function yourTurn(words, number = 1) {
  document.title = number ? `● ${words} · ${plain}` : plain;
  icon.href = number ? icon.dataset.turn : calm;
  if (number) navigator.setAppBadge?.(number).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

export async function notify(words, address) {
  if (!document.hidden || !wanted()) return;
  const about = { body: words, tag: address, icon: calm, data: address };
  const worker = await navigator.serviceWorker?.getRegistration("/").catch(() => undefined);
  if (worker?.active) worker.showNotification("Tempolude", about);     // phones allow no other way
  else new Notification("Tempolude", about).addEventListener("click", () => { window.focus(); location.href = address; });
}

function wanted() {
  return able && Notification.permission === "granted" && localStorage.getItem("bell") === "1";
}

// The switch: a button, hidden if the browser does not support notifications.
for (const button of document.querySelectorAll("[data-bell]")) {
  button.hidden = !able;
  showBell(button);
  button.addEventListener("click", async () => {
    const calls = import("./calls.js");
    if (wanted()) {
      localStorage.removeItem("bell");
      calls.then(({ off }) => off()).catch(() => {});
    }
    else if (await Notification.requestPermission() === "granted") {
      localStorage.setItem("bell", "1");
      calls.then(({ on }) => on()).catch(() => {});     // without it, as long as a page is open
    }
    showBell(button);
  });
}

function showBell(button) {
  button.setAttribute("aria-pressed", wanted());
  button.disabled = Notification.permission === "denied";
  if (button.disabled) button.title = button.dataset.denied;
}
