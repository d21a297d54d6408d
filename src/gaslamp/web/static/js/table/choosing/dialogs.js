/** What is asked once more before it is done: a choice that decides the game, and giving up. */

import { element } from "../../common/page.js";

/** @import { Choice } from "../../wire.d.ts" */

const askSure = element("ask-sure", HTMLDialogElement);
const askResign = element("ask-resign", HTMLDialogElement);
const question = element("sure-title", HTMLElement);
const yes = element("sure-yes", HTMLElement);

/**
 * Ask whether a choice is meant.
 * @param {Choice} leaf
 */
export function confirmLeaf(leaf) {
  question.textContent = leaf.sure ?? "";
  yes.textContent = leaf.verb ?? leaf.label;
  ask(askSure);
}

/** Ask whether somebody gives up. */
export function confirmResigning() {
  ask(askResign);
}

/**
 * Do what was confirmed.
 * @param {() => void} onSure
 * @param {() => void} onResign
 */
export function listen(onSure, onResign) {
  askSure.addEventListener("close", () => askSure.returnValue === "yes" && onSure());
  askResign.addEventListener("close", () => askResign.returnValue === "resign" && onResign());
}

/** Ask nothing any more, and leave no word of it. */
export function clear() {
  for (const dialog of [askResign, askSure]) if (dialog.open) dialog.close();
  for (const one of [question, yes]) one.replaceChildren();
}

/** @param {HTMLDialogElement} dialog */
function ask(dialog) {
  dialog.returnValue = "";
  dialog.showModal();
}
