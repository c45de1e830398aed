// Has this browser called when it is its person's turn, also while it is closed (Web Push). Loaded when somebody asks
// for it, or has asked before. Whether they did is in localStorage, as for notifications of open pages (bell.js).

export const able = "Notification" in window && "serviceWorker" in navigator && "PushManager" in window && isSecureContext;

export async function register() {
  const old = await navigator.serviceWorker.getRegistration("/static/");
  if (old?.scope.endsWith("/static/")) old.unregister();     // the worker that only showed notifications
  return navigator.serviceWorker.register(`/worker.js?lang=${document.documentElement.lang}`);
}

export async function subscribed() {
  const worker = able && await navigator.serviceWorker.getRegistration("/");
  return worker ? worker.pushManager.getSubscription() : null;
}

export async function on() {
  if (!able) return;
  await register();
  const worker = await navigator.serviceWorker.ready;
  const { key, token } = await (await fetch("/me/calls/key")).json();
  const wanted = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  let there = await worker.pushManager.getSubscription();
  if (there && !same(there.options.applicationServerKey, wanted.applicationServerKey)) {
    await there.unsubscribe();      // the server has another key, so it would not be heard
    there = null;
  }
  there ??= await worker.pushManager.subscribe(wanted);
  const { endpoint, keys } = there.toJSON();
  await send("/me/calls/browser", { token, endpoint, ...keys });
}

export async function off() {
  const there = await subscribed();
  if (!there) return;
  await there.unsubscribe();
  const { token } = await (await fetch("/me/calls/key")).json();
  await send("/me/calls/forget", { token, endpoint: there.endpoint });
}

async function send(address, form) {
  const answer = await fetch(address, { method: "POST", body: new URLSearchParams(form) });
  if (!answer.ok) throw new Error(answer.status);
}

function bytes(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), letter => letter.charCodeAt(0));
}

function same(one, other) {
  const written = new Uint8Array(one ?? 0);
  return written.length === other.length && other.every((byte, i) => byte === written[i]);
}
