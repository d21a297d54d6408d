/** The focus: whoever plays by keyboard is never dropped at the top of the page when a new frame comes. */

import { element, focus } from "../common/page.js";

/** @typedef {"target" | "action" | null} Focused */

/** @returns {Focused} what has the focus, as far as an update may take it away */
export function focusNow() {
  const here = document.activeElement;
  if (here?.closest("[data-target]")) return "target";
  return here?.closest("#act, #curtain, [data-way]") ? "action" : null;
}

/**
 * Give the focus to the first target if what had it is gone.
 * @param {Focused} focused
 * @param {(HTMLElement | SVGElement)[]} targets
 * @returns {Element | null} what has got it
 */
export function keepFocus(focused, targets) {
  const here = document.activeElement;
  const gone = !here || here === document.body || here.matches(":disabled, [aria-disabled=true]") || !here.isConnected;
  if (!focused || !(gone || here.closest("#curtain"))) return null;
  const first = targets[0] ?? element("prompt-title", HTMLElement);
  focus(first);
  return first;
}
