/** Background art of a board: loaded once and split into layers and the symbols of sprites. */

import { at } from "../../common/page.js";

const PARTS = ["ground", "over"];

/**
 * Load the art. Its definitions are added to *drawings* for board and panels.
 * @param {string} url
 * @param {SVGSVGElement} drawings
 * @returns {Promise<Map<string, SVGElement>>} background art, by layer
 */
export async function fetchBoardArt(url, drawings) {
  const answer = await fetch(at(url));
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const text = await answer.text();
  const art = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const definitions = art.querySelector("defs");
  drawings.replaceChildren(...(definitions ? [document.importNode(definitions, true)] : []));
  /** @type {Map<string, SVGElement>} */
  const parts = new Map();
  for (const name of PARTS) {
    const part = art.querySelector(`#${name}`);
    if (!(part instanceof SVGElement)) continue;
    const copy = document.importNode(part, true);
    copy.removeAttribute("id");
    copy.setAttribute("class", `layer-${name}`);
    parts.set(name, copy);
  }
  return parts;
}
