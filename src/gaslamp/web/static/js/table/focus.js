/** Keeps the focus when a new frame comes, and scrolls to the next choice on a phone. */

import { element, focus } from "../common/page.js";

// Where the page scrolls as a whole under a sticky prompt; a phone on its side keeps the board in sight by itself.
const scrolls = matchMedia("(max-width: 900px) and (min-height: 521px)");

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

/** @returns {{top: number, bottom: number}} the part of the page between the sticky prompt and the actions */
function room() {
  const heads = ["prompt", "coach"].flatMap((id) => document.getElementById(id) ?? []).map((head) => head.getBoundingClientRect());
  const top = Math.max(element("table", HTMLElement).getBoundingClientRect().top, ...heads.map(({ bottom }) => bottom));
  return { top, bottom: element("act", HTMLElement).getBoundingClientRect().top };
}

/**
 * Scroll a phone's page until a thing is in sight; of several, none moves if one is.
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
