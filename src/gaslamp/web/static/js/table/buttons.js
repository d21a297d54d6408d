/** The buttons of the page, wherever a template or a frame has put them: each says in its data what it is for. */

import { copy, link } from "../common/links.js";
import { closest, element } from "../common/page.js";

/** @typedef {{[what: string]: (button: HTMLButtonElement) => void}} Handlers by the data that a button has */

const menu = element("menu", HTMLDetailsElement);
const terms = document.getElementById("terms"); // only where options were chosen
const copyWatch = element("copy-watch", HTMLElement);

/**
 * Let buttons do what they are for.
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
 * Copy the text of the field that a button names.
 * @param {HTMLButtonElement} button
 */
export function copyField(button) {
  copy(button, element(button.dataset.copy ?? "", HTMLInputElement).value);
}

export function closeMenu() {
  menu.open = false;
}
