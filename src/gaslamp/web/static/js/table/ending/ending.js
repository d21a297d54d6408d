/** Result of a finished game and its buttons. */

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

/** @returns {HTMLButtonElement | null} the button that opens the replay */
export function replayButton() {
  return result.querySelector("[data-steps]");
}

/**
 * Return the parts of the path shown on the board at the end.
 * @param {TableFrame} frame
 */
export function story(frame) {
  return [...frame.sprites, ...frame.trails].filter(({ after }) => after);
}
