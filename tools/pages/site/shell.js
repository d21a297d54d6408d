// The page around the game: starts Python in the tab that leads, and shows the pages in a frame that all tabs have.
import { Saved } from "./saved.js";

const BASE = new URL("./", location.href).pathname;
const NAME = `gaslamp ${BASE}`;
const STEPS = 4; // of the start, after the download

const frame = /** @type {HTMLIFrameElement} */ (document.getElementById("frame"));
const bar = /** @type {HTMLProgressElement} */ (document.getElementById("bar"));
const status = /** @type {HTMLElement} */ (document.getElementById("status"));
const note = /** @type {HTMLElement} */ (document.getElementById("note"));
/** @type {Record<string, Record<string, string>>} */
const TEXTS = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");
const language = chosenLanguage();
const say = (/** @type {string} */ id) => TEXTS[language]?.[id] ?? "";

function chosenLanguage() {
  const wanted = [localStorage.getItem(`${NAME} language`), ...navigator.languages];
  return wanted.map((tag) => (tag ?? "").slice(0, 2)).find((tag) => tag in TEXTS) ?? "en";
}

/** @param {string} id @param {number} [value] */
function show(id, value) {
  status.textContent = say(id);
  if (value === undefined) bar.removeAttribute("value");
  else bar.value = value;
}

/** @param {unknown} error */
function fail(error) {
  console.error(error);
  document.body.classList.add("failed");
  status.textContent = say("failed");
}

// ---- the leading tab

/** @type {Worker | null} */
let server = null;
let serverReady = false;
/** @type {{data: any, port: MessagePort}[]} */
const queue = [];
/** @type {Set<LocalSocket>} */
const sockets = new Set();

/** @param {any} data @param {MessagePort} port */
function toServer(data, port) {
  if (server && serverReady) server.postMessage(data, [port]);
  else queue.push({ data, port });
}

async function lead() {
  for (const socket of sockets) socket.lose(); // they were connected to the last leader
  /** @type {Saved | null} */
  let saved = null;
  try {
    saved = await Saved.open(NAME);
  } catch {
    unsaved();
  }
  const chunks = saved ? await saved.read() : new Map();
  const jobs = new MessageChannel();
  const saves = new MessageChannel();
  saves.port1.onmessage = async ({ data }) => {
    try {
      await saved?.write(data);
    } catch {
      unsaved();
    }
    saves.port1.postMessage(null);
  };
  server = new Worker(new URL("app/worker.mjs", location.href), { type: "module" });
  server.onmessage = ({ data }) => {
    if (data.progress) show("starting", 0.5 + (0.5 * data.progress) / STEPS);
    if (data.failed) fail(data.failed);
    if (data.ready) {
      serverReady = true;
      for (const { data, port } of queue.splice(0)) toServer(data, port);
      startJobs(jobs.port2);
    }
  };
  server.onerror = fail;
  server.postMessage({ saved: chunks, jobs: jobs.port1, saves: saves.port2 }, [jobs.port1, saves.port2]);
  navigator.serviceWorker.controller?.postMessage({ leads: true });
}

/** @param {MessagePort} port */
function startJobs(port) {
  const worker = new Worker(new URL("app/worker.mjs", location.href), { type: "module" });
  worker.onmessage = ({ data }) => data.failed && fail(data.failed);
  worker.postMessage({ jobs: port }, [port]);
}

function unsaved() {
  note.textContent = say("unsaved");
  note.hidden = false;
}

navigator.serviceWorker?.addEventListener("message", ({ data, ports: [port] }) => {
  if (data.whoLeads && server) navigator.serviceWorker.controller?.postMessage({ leads: true });
  else if (port) toServer(data, port);
  else if (data.total) show("loading", (0.5 * data.loaded) / data.total);
});

// ---- sockets of the pages

class LocalSocket extends EventTarget {
  /** @param {string | URL} url */
  constructor(url) {
    super();
    const { pathname, search } = new URL(url);
    const { port1, port2 } = new MessageChannel();
    this.readyState = WebSocket.CONNECTING;
    this.port = port1;
    sockets.add(this);
    port1.onmessage = ({ data }) => {
      if (data === null) this.lose();
      else this.dispatchEvent(new MessageEvent("message", { data }));
    };
    const data = { socket: `/${pathname.slice(BASE.length)}${search}`, language };
    if (server) toServer(data, port2);
    else navigator.serviceWorker.controller?.postMessage(data, [port2]);
    queueMicrotask(() => {
      this.readyState = WebSocket.OPEN;
      this.dispatchEvent(new Event("open"));
    });
  }

  /** @param {string} text */
  send(text) {
    this.port.postMessage(text);
  }

  close() {
    this.port.postMessage(null);
    this.lose();
  }

  lose() {
    if (!sockets.delete(this)) return;
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(new CloseEvent("close"));
    this.port.close();
  }
}
Object.assign(globalThis, { LocalSocket });

// ---- the frame

frame.addEventListener("load", () => {
  const inside = frame.contentWindow;
  const page = frame.contentDocument;
  if (!inside || !page || inside.location.href === "about:blank") return;
  document.body.classList.add("running");
  const { pathname, search, hash } = inside.location;
  history.replaceState(null, "", `${BASE}#/${pathname.slice(BASE.length)}${search}${hash}`);
  document.title = page.title;
  document.documentElement.lang = page.documentElement.lang;
  localStorage.setItem(`${NAME} language`, page.documentElement.lang);
  inside.addEventListener("pagehide", () => {
    for (const socket of sockets) socket.close(); // of the page that is left
  });
  new MutationObserver(() => (document.title = page.title)).observe(page.head, { childList: true, subtree: true });
});

function showPage() {
  const path = location.hash.startsWith("#/") ? location.hash.slice(2) : "";
  frame.contentWindow?.location.replace(BASE + path);
}

async function start() {
  document.documentElement.lang = language;
  if (!navigator.serviceWorker || !navigator.locks) return fail(new Error("no service worker"));
  show("loading", 0);
  const registration = await navigator.serviceWorker.register("sw.js", { scope: BASE, updateViaCache: "none" });
  if (!navigator.serviceWorker.controller) {
    await new Promise((resolve, reject) => {
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
      const installing = registration.installing;
      installing?.addEventListener("statechange", () => installing.state === "redundant" && reject(new Error("install")));
      if (registration.active && !installing) location.reload(); // a reload past the service worker
    });
  }
  show("starting", 0.5);
  void navigator.locks.request(NAME, async () => {
    await lead().catch(fail);
    await new Promise(() => {});
  });
  showPage();
}

addEventListener("hashchange", showPage);
start().catch(fail);
