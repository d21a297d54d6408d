/** How a game ended: what the server says of it, and what can be done now. */

import { element } from "../../common/page.js";

/** @import { TableFrame } from "../../wire.d.ts" */

const result = element("result", HTMLElement);
let shown = "";

/** @param {TableFrame} frame */
export function showResult(frame) {
  const html = frame.result?.html ?? "";
  if (shown !== html) result.innerHTML = shown = html;
  const link = result.querySelector("[data-rematch-link]");
  link?.toggleAttribute("hidden", !frame.rematch);
  if (frame.rematch) link?.setAttribute("href", frame.rematch);
  result.querySelector("[data-rematch]")?.toggleAttribute("hidden", Boolean(frame.rematch));
  result.querySelector("[data-replay]")?.toggleAttribute("hidden", story(frame).length === 0);
}

export function clearResult() {
  shown = "";
  result.replaceChildren();
}

/** @returns {HTMLButtonElement | null} what opens the replay */
export function replayButton() {
  return result.querySelector("[data-steps]");
}

/**
 * Give what a board tells move by move once all is over.
 * @param {TableFrame} frame
 */
export function story(frame) {
  return [...frame.sprites, ...frame.trails].filter(({ after }) => after);
}
