/** The still drawing of a board: fetched once, and taken apart into its layers and the symbols that sprites use. */

const PARTS = ["ground", "over"];

/**
 * Fetch a still drawing; its definitions go where board and panels find them.
 * @param {string} url
 * @param {SVGSVGElement} drawings
 * @returns {Promise<Map<string, SVGElement>>} what lies under the layers and between them, by the name of its layer
 */
export async function fetchStill(url, drawings) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const text = await answer.text();
  const still = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const definitions = still.querySelector("defs");
  drawings.replaceChildren(...(definitions ? [document.importNode(definitions, true)] : []));
  /** @type {Map<string, SVGElement>} */
  const parts = new Map();
  for (const name of PARTS) {
    const part = still.querySelector(`#${name}`);
    if (!(part instanceof SVGElement)) continue;
    const copy = document.importNode(part, true);
    copy.removeAttribute("id");
    copy.setAttribute("class", `layer-${name}`);
    parts.set(name, copy);
  }
  return parts;
}
