/** Click handling for all buttons of the table page, by their data attributes. */

import { copy, link } from "../common/links.js";
import { closest, element } from "../common/page.js";

/** @typedef {{[name: string]: (button: HTMLButtonElement) => void}} Handlers by data attribute */

const menu = element("menu", HTMLDetailsElement);
const terms = document.getElementById("terms"); // missing without options
const copyWatch = element("copy-watch", HTMLElement);

/**
 * Dispatch clicks to the handlers.
 * @param {Handlers} handlers
 */
export function listen(handlers) {
  document.addEventListener("click", (event) => {
    const button = closest(event, "button, [data-target]");
    if (!closest(event, "#menu")) closeMenu();
    if (terms && !closest(event, "#terms")) terms.removeAttribute("open");
    if (!(button instanceof HTMLButtonElement)) return;
    const what = Object.keys(handlers).find((name) => name in button.dataset);
    if (what) handlers[what]?.(button);
  });
  copyWatch.addEventListener("click", () => {
    const whole = link("watch");
    if (whole) copy(copyWatch, whole);
  });
}

/**
 * Copy the value of the field named by a button.
 * @param {HTMLButtonElement} button
 */
export function copyField(button) {
  copy(button, element(button.dataset.copy ?? "", HTMLInputElement).value);
}

export function closeMenu() {
  menu.open = false;
}
