/** Creates the elements that panels and announcements are made of. */

import { draw } from "../common/page.js";

/**
 * Create an HTML element. Attributes that are null or undefined, and children that are empty, are left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number | null | undefined>} attributes
 * @param {...(Node | string | undefined | false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function build(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  for (const child of children) if (child) made.append(child);
  return made;
}

/**
 * Draw the token of a person, with letters.
 * @param {string} symbol
 * @param {string} [letters]
 * @param {string} [ink]
 */
export function face(symbol, letters, ink = "") {
  const drawn = icon("face", "-45 -57 90 96", symbol);
  if (!letters) return drawn;
  const text = draw("text", { y: 15.5, fill: ink });
  text.textContent = letters;
  drawn.append(text);
  return drawn;
}

/**
 * Draw a symbol of the board art; without a name the icon is empty.
 * @param {string} className
 * @param {string} box
 * @param {string} [symbol]
 */
export function icon(className, box, symbol) {
  const attributes = { class: className, viewBox: box, "aria-hidden": "true", focusable: "false" };
  return draw("svg", attributes, symbol ? [draw("use", { href: `#symbol-${symbol}` })] : []);
}
