// Service worker of the served pages: shows an honest page while the server is out of reach, and caches nothing else;
// shows notices of turns. The server writes EDITION, FILES and ICON in front of it.
/* global EDITION, FILES, ICON */

const BASE = new URL(registration.scope);
const PAGE = new URL("offline", BASE).href;
const LANGUAGE = new URL(location.href).searchParams.get("lang");
const CACHE = `gaslamp offline ${BASE.pathname}`;
const KEY = `${PAGE}?lang=${LANGUAGE}&edition=${EDITION}`;
const STORED = new Set(FILES.map((name) => new URL(name, BASE).href));
const UNREACHABLE = [502, 504]; // answers of a proxy in front of the server

addEventListener("install", (event) => {
  event.waitUntil(store());
  skipWaiting();
});
addEventListener("activate", (event) => event.waitUntil(activate()));

async function store() {
  const cache = await caches.open(CACHE);
  const page = await fetch(PAGE);
  if (!page.ok) throw new Error(`offline: ${page.status}`);
  await Promise.all([cache.put(KEY, page), cache.addAll(STORED)]);
}

async function activate() {
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) {
    if (url !== KEY && !STORED.has(url)) await cache.delete(url);
  }
  await registration.navigationPreload?.enable();
}

addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate" && event.request.method === "GET") event.respondWith(navigate(event));
  else if (STORED.has(event.request.url)) event.respondWith(stored(event.request));
});

/** @param {any} event */
async function navigate(event) {
  const response = (await event.preloadResponse?.catch(() => null)) ?? (await fetch(event.request).catch(() => null));
  if (response && !UNREACHABLE.includes(response.status)) return response;
  const cache = await caches.open(CACHE);
  return (await cache.match(KEY)) ?? response ?? Response.error();
}

/** @param {Request} request */
async function stored(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? fetch(request);
}

addEventListener("push", (event) => {
  const text = event.data?.text().trim(); // spaces make all messages equally long
  if (text) event.waitUntil(registration.showNotification(text, { tag: "turn", icon: new URL(ICON, BASE).href }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openHome());
});

async function openHome() {
  const pages = await clients.matchAll({ type: "window" });
  const home = pages.find((page) => page.url.split(/[?#]/)[0] === BASE.href);
  return home ? home.focus() : clients.openWindow(BASE.href);
}
