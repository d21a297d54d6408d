/** What every script needs of its page: elements that are surely there, and POSTs that answer in JSON. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Give the element with an id; the template promises it.
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
 * Make an HTML element with a class and a text.
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
 * Make an SVG element.
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
 * Give the element an event happened in, if it matches.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | SVGElement | null}
 */
export function closest(event, selector) {
  const found = event.target instanceof Element ? event.target.closest(selector) : null;
  return found instanceof HTMLElement || found instanceof SVGElement ? found : null;
}

/**
 * POST something as JSON and give the answer; what the server says instead is thrown as it says it.
 * @param {string} url
 * @param {unknown} body
 * @returns {Promise<Record<string, unknown>>}
 */
export async function post(url, body) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(body),
  });
  /** @type {Record<string, unknown>} */
  const said = (await answer.json().catch(() => null)) ?? {};
  if (!answer.ok) throw new Refused(typeof said.text === "string" ? said.text : "");
  return said;
}

let keyboard = false; // what was used last
addEventListener("keydown", () => (keyboard = true), true);
addEventListener("pointerdown", () => (keyboard = false), true);

/** Tell whether the last thing done was done with the keyboard. */
export function byKeyboard() {
  return keyboard;
}

/**
 * Move the focus; its ring is shown to those who use the keyboard.
 * @param {HTMLElement | SVGElement | null | undefined} element
 */
export function focus(element) {
  const drawn = element instanceof SVGElement ? element.closest("svg") : null; // a board moves by itself to show a place
  /** @type {FocusOptions & {focusVisible: boolean}} */
  const options = { preventScroll: !keyboard || drawn !== null, focusVisible: keyboard };
  element?.focus(options);
  if (keyboard) drawn?.scrollIntoView({ block: "nearest" });
}

/** The server refused, in a sentence or without one. */
export class Refused extends Error {}
