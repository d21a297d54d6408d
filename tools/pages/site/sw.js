// Service worker: serves the files of this edition from its cache, and everything else from the Python of the leading tab.
/* global EDITION, FILES */

const BASE = new URL(registration.scope).pathname;
const CACHE = `gaslamp ${BASE} ${EDITION}`;
const TRIES = 600; // times 100 ms until a request without a leading tab fails

/** @type {string | null} */
let leader = null;

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));

async function install() {
  const cache = await caches.open(CACHE);
  const names = Object.keys(FILES);
  const total = names.reduce((sum, name) => sum + FILES[name].size, 0);
  let loaded = 0;
  for (const name of names) {
    const key = keyOf(name);
    const known = await caches.match(key);
    const answer = known ?? (await fetch(BASE + name, { cache: "no-cache" }));
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    await cache.put(key, answer);
    loaded += FILES[name].size;
    for (const client of await clients.matchAll({ includeUncontrolled: true })) client.postMessage({ loaded, total });
  }
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(`gaslamp ${BASE} `) && name !== CACHE) await caches.delete(name);
  }
  await clients.claim();
}

/** @param {string} name */
function keyOf(name) {
  return `${BASE}${name}?${FILES[name].hash}`;
}

addEventListener("message", ({ data, source, ports }) => {
  if (data.leads) leader = source.id;
  else if (data.claim) clients.claim();
  else if (data.skipWaiting) skipWaiting();
  else if (data.socket) withLeader((client) => client.postMessage(data, [...ports]));
});

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== location.origin) return;
  const name = url.pathname.startsWith(BASE) ? url.pathname.slice(BASE.length) : null;
  const page = event.request.mode === "navigate" && event.request.destination === "document";
  if (page && name !== null && name !== "" && name !== "index.html") {
    event.respondWith(Response.redirect(`${BASE}#/${name}${url.search}`));
  } else if (page) {
    event.respondWith(stored("index.html"));
  } else if (name !== null && name in FILES) {
    event.respondWith(stored(name));
  } else {
    event.respondWith(ask(event.request, `/${name ?? url.pathname.slice(1)}${url.search}`));
  }
});

/** @param {string} name */
async function stored(name) {
  return (await caches.match(keyOf(name))) ?? fetch(BASE + name);
}

/**
 * @param {Request} request
 * @param {string} url
 */
async function ask(request, url) {
  const headers = Object.fromEntries(
    ["accept", "accept-language", "content-type"].flatMap((name) => {
      const value = request.headers.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  headers["accept-language"] ??= navigator.language;
  const body = await request.arrayBuffer();
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
  const asked = await withLeader((client) => client.postMessage({ method: request.method, url, headers, body }, [port2]));
  const answer = asked && (await Promise.race([answered, isGone(asked, answered)]));
  if (!answer) return request.method === "GET" && asked ? ask(request, url) : new Response("", { status: 503 });
  const { status, headers: given, body: content } = answer;
  if (given.location) given.location = new URL(given.location, request.url).href;
  return new Response([204, 304].includes(status) || request.method === "HEAD" ? null : content, { status, headers: given });
}

/**
 * Wait until a tab is closed, or has answered.
 * @param {string} id
 * @param {Promise<unknown>} answered
 */
async function isGone(id, answered) {
  let waits = true;
  void answered.then(() => (waits = false));
  while (waits && (await clients.get(id))) await new Promise((resolve) => setTimeout(resolve, 1000));
}

/** Returns the id of the leading tab; null without one. @param {(client: any) => void} send */
async function withLeader(send) {
  for (let tries = 0; tries < TRIES; tries++) {
    const client = leader && (await clients.get(leader));
    if (client) {
      send(client);
      return client.id;
    }
    leader = null;
    if (tries % 10 === 0) {
      for (const other of await clients.matchAll({ type: "window" })) other.postMessage({ whoLeads: true });
    }
    await new Promise((resolve) => setTimeout(resolve, tries < 5 ? 10 : 100));
  }
  return null;
}
