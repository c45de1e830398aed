// The service worker, served as /worker.js with SHELL, FILES and NAME before it. It keeps one page, which is the same
// for everybody, and what that page is made of; never a page of somebody's. So whoever is offline, or has signed out,
// is shown no tables at all.

const PATIENCE = 700;   // ms until the kept page is shown while the lobby is on its way
const FRESH = 5000;     // ms for which a lobby that came late is good
const waiting = new Map();    // client -> the lobby on its way
const late = new Map();       // address -> a lobby that came late, to be shown once

addEventListener("install", event => event.waitUntil(keep().then(() => skipWaiting())));
addEventListener("activate", event => event.waitUntil(tidy().then(() => clients.claim())));

async function keep() {
  const kept = await caches.open(NAME);
  await kept.addAll([SHELL, ...FILES]);
}

async function tidy() {
  for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
}

addEventListener("fetch", event => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(pathname === "/" ? lobby(event) : page(request));
  else if (FILES.includes(pathname)) event.respondWith(file(request));
});

async function file(request) {
  return await (await caches.open(NAME)).match(request, { ignoreSearch: true }) ?? fetch(request);
}

async function shell() {
  return await (await caches.open(NAME)).match(SHELL) ?? Response.error();
}

function page(request) {
  return fetch(request).catch(shell);
}

async function lobby(event) {
  const address = event.request.url, came = late.get(address);
  late.delete(address);
  if (came && Date.now() - came.at < FRESH) return came.response;
  const network = fetch(event.request);
  const soon = await Promise.race([network.catch(() => null), new Promise(done => setTimeout(done, PATIENCE, "late"))]);
  if (soon && soon !== "late") return soon;
  waiting.set(event.resultingClientId, { address, network });
  network.catch(() => {});
  return shell();
}

// The kept page asks what has become of the real one.
addEventListener("message", event => {
  if (event.data !== "waiting") return;
  const id = event.source.id, on = waiting.get(id);
  waiting.delete(id);
  event.waitUntil(on ? told(event.source, on) : event.source.postMessage("offline"));
});

async function told(page, { address, network }) {
  try {
    const response = await network;
    late.clear();
    late.set(address, { at: Date.now(), response });
    page.postMessage("come");
  } catch {
    page.postMessage("offline");
  }
}

// --- Notifications ---------------------------------------------------------------------

addEventListener("push", event => event.waitUntil(called(event.data?.json())));

// Whoever looks at the lobby or the table sees it there.
async function called(message) {
  if (!message) return;
  const open = await clients.matchAll({ type: "window" });
  const seen = open.some(page => page.visibilityState === "visible" && ["/", message.path].includes(new URL(page.url).pathname));
  if (!seen) await registration.showNotification(message.title, { body: message.body, tag: message.path, icon: ICON, data: message.path });
}

addEventListener("notificationclick", event => {
  event.notification.close();
  event.waitUntil(opened(event.notification.data));
});

async function opened(path) {
  const open = await clients.matchAll({ type: "window" });
  const there = open.find(page => new URL(page.url).pathname === path);
  return there ? there.focus() : clients.openWindow(path);
}
