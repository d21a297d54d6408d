/** Confirmation dialogs: for an action that decides the game, and for resigning. */

import { element } from "../../common/page.js";

/** @import { LabelledChoice as Choice } from "../table-view.js" */

const askSure = element("ask-sure", HTMLDialogElement);
const askResign = element("ask-resign", HTMLDialogElement);
const question = element("sure-title", HTMLElement);
const yes = element("sure-yes", HTMLElement);

/** @param {Choice} leaf */
export function confirmLeaf(leaf) {
  question.textContent = leaf.sure ?? "";
  yes.textContent = leaf.verb ?? leaf.label;
  ask(askSure);
}

export function confirmResigning() {
  ask(askResign);
}

/**
 * Set the handlers of confirmed dialogs.
 * @param {() => void} onSure
 * @param {() => void} onResign
 */
export function listen(onSure, onResign) {
  askSure.addEventListener("close", () => askSure.returnValue === "yes" && onSure());
  askResign.addEventListener("close", () => askResign.returnValue === "resign" && onResign());
}

/** Close the dialogs and remove their texts. */
export function clear() {
  for (const dialog of [askResign, askSure]) if (dialog.open) dialog.close();
  for (const one of [question, yes]) one.replaceChildren();
}

/** @param {HTMLDialogElement} dialog */
function ask(dialog) {
  dialog.returnValue = "";
  dialog.showModal();
}
