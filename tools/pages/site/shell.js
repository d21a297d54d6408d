// The page around the game: leads if no other tab does, and shows the server's pages in a frame.
import { Leader } from "./leader.js";
import { fromFile, Saved, toFile } from "./saved.js";

const BASE = new URL("./", location.href).pathname;
const NAME = `gaslamp ${BASE}`;
const LANGUAGE = `${NAME} language`;

const frame = /** @type {HTMLIFrameElement} */ (document.getElementById("frame"));
const bar = /** @type {HTMLProgressElement} */ (document.getElementById("bar"));
const status = /** @type {HTMLElement} */ (document.getElementById("status"));
const note = /** @type {HTMLElement} */ (document.getElementById("note"));
/** @type {Record<string, Record<string, string>>} */
const TEXTS = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");
let language = chosenLanguage();
const say = (/** @type {string} */ id) => TEXTS[language]?.[id] ?? "";

function chosenLanguage() {
  const wanted = [remembered(), ...navigator.languages];
  return wanted.map((tag) => (tag ?? "").slice(0, 2)).find((tag) => tag in TEXTS) ?? "en";
}

function remembered() {
  try {
    return localStorage.getItem(LANGUAGE);
  } catch {
    return null; // storage is blocked
  }
}

/** @param {string} id @param {number} value */
function show(id, value) {
  status.textContent = say(id);
  bar.value = value;
}

/** @param {unknown} error */
function fail(error) {
  console.error(error);
  leader?.stop();
  status.textContent = say("failed");
  document.body.classList.remove("running");
  document.body.classList.add("failed");
}

/** @param {string} id */
function warn(id) {
  note.textContent = say(id);
  note.hidden = false;
}

// ---- several tabs

const tabs = new BroadcastChannel(NAME);
tabs.onmessage = ({ data }) => {
  if (data === "unsaved") warn("unsaved");
  else location.reload(); // the data was replaced
};

/** @type {Leader | null} */
let leader = null;

async function lead() {
  for (const socket of [...sockets]) socket.lose(); // they were connected to the last leader
  leader = new Leader(NAME, {
    progress: (share) => show("starting", 0.5 + share / 2),
    fail,
    unsaved: () => {
      warn("unsaved");
      tabs.postMessage("unsaved");
    },
    replaced: () => location.reload(),
  });
  navigator.serviceWorker.controller?.postMessage({ leads: true });
  await leader.start();
}

navigator.serviceWorker?.addEventListener("message", ({ data, ports: [port] }) => {
  if (data.whoLeads && leader) navigator.serviceWorker.controller?.postMessage({ leads: true });
  else if (port) leader?.send(data, port);
  else if (data.total) show("loading", (0.5 * data.loaded) / data.total);
});

// ---- sockets of the pages

/** @type {Set<LocalSocket>} */
const sockets = new Set();

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
    if (leader) leader.send(data, port2);
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
  performance.mark("page");
  document.body.classList.add("running");
  const { pathname, search, hash } = inside.location;
  history.replaceState(null, "", `${BASE}#/${pathname.slice(BASE.length)}${search}${hash}`);
  document.title = page.title;
  language = document.documentElement.lang = page.documentElement.lang;
  localStorage.setItem(LANGUAGE, language);
  inside.addEventListener("pagehide", () => {
    for (const socket of [...sockets]) socket.close(); // of the page that is left
  });
  new MutationObserver(() => (document.title = page.title)).observe(page.head, { childList: true, subtree: true });
  page.addEventListener("click", (event) => void clicked(event).catch(() => warn("not_done")));
  leader?.startComputer();
  frame.focus();
});

function showPage() {
  const path = location.hash.startsWith("#/") ? location.hash.slice(2) : "";
  frame.contentWindow?.location.replace(BASE + path);
}

/** @param {Event} event in a page */
async function clicked(event) {
  const target = /** @type {Element} */ (event.target);
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest("a[download]"));
  const button = /** @type {HTMLElement | null} */ (target.closest("[data-storage]"));
  if (link && link.origin === location.origin) {
    event.preventDefault(); // not every browser asks the service worker for downloads
    const answer = await fetch(link.href);
    const name = answer.headers.get("content-disposition")?.match(/filename="(.+)"/)?.[1];
    download(await answer.blob(), name ?? "gaslamp");
  }
  if (button) await storage(button.dataset.storage ?? "");
}

// ---- all data: to a file, from a file, deleted

/** @param {string} action */
async function storage(action) {
  if (action === "export") {
    const saved = await Saved.open(NAME);
    return download(await toFile(await saved.read()), `gaslamp-${new Date().toISOString().slice(0, 10)}.games`);
  }
  const chunks = action === "clear" ? new Map() : await chosenFile();
  if (!chunks || !confirm(say(`${action}_sure`))) return;
  await (await Saved.open(NAME)).replace(chunks);
  const ours = Object.keys(localStorage).filter((key) => /^(fairness|lesson) /.test(key)); // of js/common
  for (const key of ours) localStorage.removeItem(key);
  tabs.postMessage("replaced");
  history.replaceState(null, "", BASE);
  location.reload();
}

/** @returns {Promise<Map<string, Uint8Array> | null>} */
async function chosenFile() {
  const input = Object.assign(document.createElement("input"), { type: "file", accept: ".games" });
  const chosen = new Promise((resolve) => {
    input.addEventListener("change", () => resolve(input.files?.[0]));
    input.addEventListener("cancel", () => resolve(undefined));
  });
  input.click();
  const file = await chosen;
  if (!file) return null;
  try {
    return await fromFile(file);
  } catch {
    warn("not_ours");
    return null;
  }
}

/** @param {Blob} content @param {string} name */
function download(content, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// ---- the start

/** Install the service worker, or the next one if no tab runs the last edition any more. */
async function install() {
  const registration = await navigator.serviceWorker.register("sw.js", { scope: BASE, updateViaCache: "none" });
  if (!navigator.serviceWorker.controller) {
    const controlled = new Promise((resolve, reject) => {
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
      const installing = registration.installing;
      installing?.addEventListener("statechange", () => installing.state === "redundant" && reject(new Error("install")));
    });
    registration.active?.postMessage({ claim: true }); // after a reload past the service worker
    await controlled;
  } else if (registration.waiting) {
    const { held } = await navigator.locks.query();
    if (held?.some(({ name }) => name === NAME)) return;
    const changed = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    registration.waiting.postMessage({ skipWaiting: true });
    await changed;
    location.reload();
    await new Promise(() => {});
  }
}

async function start() {
  document.documentElement.lang = language;
  for (const button of document.querySelectorAll("[data-storage]")) {
    button.textContent = say(button.getAttribute("data-storage") ?? "");
    button.addEventListener("click", (event) => void clicked(event).catch(fail));
  }
  if (!navigator.serviceWorker || !navigator.locks) throw new Error("no service worker");
  show("loading", 0);
  await install();
  show("starting", 0.5);
  void navigator.locks.request(NAME, async () => {
    await lead();
    await new Promise(() => {});
  }).catch(fail);
  showPage();
}

addEventListener("hashchange", showPage);
start().catch(fail);
