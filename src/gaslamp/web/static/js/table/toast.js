/** A word in passing, such as what was refused; it goes by itself, or when it is touched. */

import { element } from "../common/page.js";

const STAYS = 7000; // ms

const toast = element("toast", HTMLElement);
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {string} text */
export function showToast(text) {
  clearTimeout(timer);
  toast.textContent = text;
  timer = setTimeout(clearToast, STAYS);
}

export function clearToast() {
  toast.replaceChildren();
}

toast.addEventListener("click", clearToast);
