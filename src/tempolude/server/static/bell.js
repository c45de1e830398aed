// "Your turn": in the title, on the icon of the page and of the installed application, and as a notification if enabled.
// Notifications need one of our pages to be open, possibly in the background.

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
  const worker = await navigator.serviceWorker?.getRegistration("/static/").catch(() => undefined);
  if (worker?.active) worker.showNotification("Tempolude", about);     // the only way on phones
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
    if (wanted()) localStorage.removeItem("bell");
    else if (await Notification.requestPermission() === "granted") {
      localStorage.setItem("bell", "1");
      navigator.serviceWorker?.register(new URL("./bell-worker.js", import.meta.url)).catch(() => {});
    }
    showBell(button);
  });
}

function showBell(button) {
  button.setAttribute("aria-pressed", wanted());
  button.disabled = Notification.permission === "denied";
  if (button.disabled) button.title = button.dataset.denied;
}
