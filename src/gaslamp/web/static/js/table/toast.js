/** Toast messages, such as refusals. They disappear after a while, unless hovered or focused, or when clicked. */

import { at, element, make } from "../common/page.js";

const STAYS = 7000; // ms
const LETTER = 70; // ms per letter of a long text

const toast = element("toast", HTMLElement);
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let onGone = () => {};

/**
 * Show a message, with a link to the rule behind it.
 * @param {string} text
 * @param {{text: string, link: string}} [rule]
 * @param {boolean} [plain] not a refusal
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
 * Call a function when the message is gone.
 * @param {() => void} then
 */
export function onToastGone(then) {
  onGone = then;
}

/** Hide it, unless hovered or focused. */
function pass() {
  if (toast.matches(":hover, :focus-within")) timer = setTimeout(pass, STAYS);
  else clearToast();
}

/** @param {{text: string, link: string}} rule */
function cited({ text, link }) {
  if (!link) return make("small", "", text);
  const made = make("a", "", text);
  made.href = at(link);
  made.target = "_blank";
  return made;
}

toast.addEventListener("click", clearToast);
