// The page that is shown until the lobby is there, or while there is no connection. The worker (worker.js) still waits
// for the real page: once it has come, this one makes way for it.

const root = document.documentElement;
for (const name of ["theme", "size"]) {
  const chosen = document.cookie.match(`(?:^|; )${name}=(\\w+)`);
  if (chosen) root.dataset[name] = chosen[1];
}

const opening = document.querySelector(".opening"), cut = document.querySelector(".cut"), title = cut.querySelector("h2");
const TRY = 5000;

function offline() {
  opening.hidden = true;
  cut.hidden = false;
  title.textContent = navigator.onLine ? title.dataset.silent : title.dataset.offline;
}

async function reached() {
  try {
    return (await fetch("/manifest.webmanifest", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (data === "offline") offline();
  else location.reload();
});
navigator.serviceWorker?.startMessages();
navigator.serviceWorker?.controller?.postMessage("waiting");

document.getElementById("again").addEventListener("click", () => location.reload());
addEventListener("online", () => location.reload());
setInterval(async () => { if (!cut.hidden && !document.hidden && await reached()) location.reload(); }, TRY);
