/** Keeps the focus across updates, and scrolls to the next choice on a phone. */

import { element, focus } from "../common/page.js";

// Layouts that scroll as a whole under a sticky prompt. In landscape the board stays visible.
const scrolls = matchMedia("(max-width: 900px) and (min-height: 521px)");

/** @typedef {"target" | "action" | null} Focused */

/** @returns {Focused} the focused element, if an update may remove it */
export function focusNow() {
  const here = document.activeElement;
  if (here?.closest("[data-target]")) return "target";
  return here?.closest("#act, #curtain, [data-way]") ? "action" : null;
}

/**
 * Focus the first target if the focused element is gone.
 * @param {Focused} focused
 * @param {(HTMLElement | SVGElement)[]} targets
 * @returns {Element | null} the newly focused element
 */
export function keepFocus(focused, targets) {
  const here = document.activeElement;
  const gone = !here || here === document.body || here.matches(":disabled, [aria-disabled=true]") || !here.isConnected;
  if (!focused || !(gone || here.closest("#curtain"))) return null;
  const first = targets[0] ?? element("prompt-title", HTMLElement);
  focus(first);
  return first;
}

/** @returns {{top: number, bottom: number}} the part of the page between the sticky prompt and the actions */
function room() {
  const heads = ["prompt", "coach"].flatMap((id) => document.getElementById(id) ?? []).map((head) => head.getBoundingClientRect());
  const top = Math.max(element("table", HTMLElement).getBoundingClientRect().top, ...heads.map(({ bottom }) => bottom));
  return { top, bottom: element("act", HTMLElement).getBoundingClientRect().top };
}

/**
 * Scroll on a phone until one of the elements is visible.
 * @param {Element[]} things
 */
export function bringIntoSight(things) {
  if (!things.length || !scrolls.matches) return;
  const { top, bottom } = room();
  const boxes = things.map((thing) => thing.getBoundingClientRect());
  if (boxes.some((box) => box.top >= top - 1 && box.bottom <= bottom + 1)) return;
  const [box] = boxes;
  if (!box) return;
  const by = box.bottom > bottom ? Math.min(box.bottom - bottom, box.top - top) : box.top - top;
  element("table", HTMLElement).scrollBy({ top: by });
}
