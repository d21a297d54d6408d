/** A word in passing, such as what was refused; it goes by itself unless it is being read, or when it is touched. */

import { element, make } from "../common/page.js";

const STAYS = 7000; // ms
const LETTER = 70; // ms more for each letter of a long one

const toast = element("toast", HTMLElement);
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let onGone = () => {};

/**
 * Say something; the rule it follows from stands behind it, and leads to where it can be read.
 * @param {string} text
 * @param {{text: string, link: string}} [rule]
 * @param {boolean} [plain] nothing was refused
 */
export function showToast(text, rule, plain = false) {
  toast.classList.toggle("plain", plain);
  clearTimeout(timer);
  onGone();
  toast.replaceChildren(text, ...(rule ? [" ", cited(rule)] : []));
  timer = setTimeout(pass, Math.max(STAYS, LETTER * text.length));
}

export function clearToast() {
  clearTimeout(timer);
  toast.replaceChildren();
  onGone();
}

/**
 * Do something when what was said is gone.
 * @param {() => void} then
 */
export function onToastGone(then) {
  onGone = then;
}

/** Let it go, but not from under a pointer or the focus. */
function pass() {
  if (toast.matches(":hover, :focus-within")) timer = setTimeout(pass, STAYS);
  else clearToast();
}

/** @param {{text: string, link: string}} rule */
function cited({ text, link }) {
  if (!link) return make("small", "", text);
  const made = make("a", "", text);
  made.href = link;
  made.target = "_blank";
  return made;
}

toast.addEventListener("click", clearToast);
