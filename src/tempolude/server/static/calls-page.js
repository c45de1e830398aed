// The settings of calls: the button for this browser, and the time zone it is in.

import { able, off, on, subscribed } from "./calls.js";

const button = document.getElementById("here"), says = document.getElementById("browser-says");

async function show() {
  const denied = able && Notification.permission === "denied";
  const there = able && !denied && Notification.permission === "granted" && await subscribed();
  button.hidden = !able || denied;
  button.lastElementChild.textContent = there ? button.dataset.off : button.dataset.on;
  button.classList.toggle("main", !there);
  button.dataset.there = there ? "1" : "";
  says.textContent = !able ? says.dataset.unable : denied ? says.dataset.denied : "";
}

button.addEventListener("click", async () => {
  button.disabled = true;
  let failed = false;
  try {
    if (button.dataset.there) {
      localStorage.removeItem("bell");
      await off();
    } else if (await Notification.requestPermission() === "granted") {
      localStorage.setItem("bell", "1");
      await on();
    }
  } catch {
    failed = true;
  }
  button.disabled = false;
  if (!failed && Notification.permission === "granted") return location.reload();     // the list is the server's
  await show();
  if (failed) says.textContent = says.dataset.failed;
});

const zone = document.getElementById("zone");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (here && "guess" in zone.dataset) zone.value = here;
for (const name of Intl.supportedValuesOf?.("timeZone") ?? [])
  document.getElementById("zones").append(Object.assign(document.createElement("option"), { value: name }));

show();
