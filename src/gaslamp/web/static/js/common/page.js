/** Helpers for all pages: typed element access, element creation, and JSON requests. */

const SVG = "http://www.w3.org/2000/svg";
const ROOT = new URL(document.body.dataset.root ?? "/", location.href); // of the server's pages

/** The browser edition shows its pages in a frame, and has a socket to the server in its worker. */
export const Transport = /** @type {{LocalSocket?: typeof WebSocket}} */ (/** @type {unknown} */ (parent)).LocalSocket ?? WebSocket;

/**
 * Return the complete URL of a path, which starts with "/" wherever the server's pages are.
 * @param {string} path
 */
export function at(path) {
  return new URL(path.replace(/^\//, ""), ROOT).href;
}

/** Return the path of this page. */
export function here() {
  return `/${location.pathname.slice(ROOT.pathname.length)}`;
}

/**
 * Return the element with an id. Throws if it is missing or of another kind.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no ${kind.name} #${id}`);
  return found;
}

/**
 * Create an HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {string} [className]
 * @param {string} [text]
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

/**
 * Create an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {Element[]} [inside]
 * @returns {SVGElementTagNameMap[K]}
 */
export function draw(tag, attributes = {}, inside = []) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...inside);
  return made;
}

/**
 * Return the closest element of an event's target that matches a selector.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | SVGElement | null}
 */
export function closest(event, selector) {
  const found = event.target instanceof Element ? event.target.closest(selector) : null;
  return found instanceof HTMLElement || found instanceof SVGElement ? found : null;
}

/**
 * POST JSON and return the decoded answer. Throws Refused with the server's message.
 * @param {string} url its path
 * @param {unknown} body
 * @param {boolean} [keepalive] the request is completed even if the page is left
 * @returns {Promise<Record<string, unknown>>}
 */
export async function post(url, body, keepalive = false) {
  const answer = await fetch(at(url), {
    method: "POST",
    keepalive,
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(body),
  });
  /** @type {Record<string, unknown>} */
  const said = (await answer.json().catch(() => null)) ?? {};
  if (!answer.ok) throw new Refused(typeof said.text === "string" ? said.text : "");
  return said;
}

let keyboard = false; // the last input was a key
addEventListener("keydown", () => (keyboard = true), true);
addEventListener("pointerdown", () => (keyboard = false), true);

export function byKeyboard() {
  return keyboard;
}

/**
 * Move the focus. The focus ring is shown only after keyboard input.
 * @param {HTMLElement | SVGElement | null | undefined} element
 */
export function focus(element) {
  const drawn = element instanceof SVGElement ? element.closest("svg") : null; // a board scrolls by itself to show a place
  /** @type {FocusOptions & {focusVisible: boolean}} */
  const options = { preventScroll: !keyboard || drawn !== null, focusVisible: keyboard };
  element?.focus(options);
  if (keyboard) drawn?.scrollIntoView({ block: "nearest" });
}

/** The server refused the request; the message may be empty. */
export class Refused extends Error {}
