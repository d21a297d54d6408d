/** The prompt and its buttons: choose, undo, confirm, and the list of all choices. */

import { element, focus, make } from "../../common/page.js";
import * as rules from "../learning/rules-sheet.js";

/** @import { LabelledChoice as Choice, TablePrompt as Prompt } from "../table-view.js" */
/** @import { Choices, Open } from "./choices.js" */

const kicker = element("prompt-kicker", HTMLElement);
const title = element("prompt-title", HTMLElement);
const hint = element("prompt-hint", HTMLElement);
const chips = element("prompt-chips", HTMLElement);
const confirmButton = element("confirm", HTMLButtonElement);
const confirmText = /** @type {HTMLElement} */ (confirmButton.querySelector("span"));
const pills = element("pills", HTMLElement);
const act = element("act", HTMLElement);
const lister = element("lister", HTMLButtonElement);
const groups = element("listing-groups", HTMLElement);
const narrow = matchMedia("(max-width: 900px)");

/**
 * Show the text of the last inner choice, or else of the prompt.
 * @param {Prompt} prompt
 * @param {Choices} choices
 */
export function say(prompt, choices) {
  const inner = choices.inner;
  kicker.textContent = prompt.kicker;
  title.textContent = inner.at(-1)?.prompt ?? prompt.title;
  hint.textContent = prompt.hint;
  rules.offer(prompt.section);
  const leaf = choices.leaf;
  const done = prompt.done + Math.min(inner.length, prompt.inner);
  const steps = leaf?.chip ? [...prompt.chips.slice(0, done), leaf.chip] : prompt.chips;
  chips.replaceChildren(...steps.map((text, k) => chip(text, k, done)));
  const idle = prompt.choices.length ? confirmButton.dataset.idle : confirmButton.dataset.wait;
  confirmText.textContent = leaf ? (leaf.verb ?? leaf.label) : (idle ?? "");
  confirmButton.disabled = !leaf;
}

/**
 * Return a prompt without choices for the time of the announcements: the previous one, if it was a waiting prompt.
 * @param {Prompt} earlier
 * @returns {Prompt}
 */
export function duringStory(earlier) {
  const quiet = { ...earlier, hint: "", chips: [], choices: [] };
  return earlier.choices.length ? { ...quiet, kicker: "", title: title.dataset.told ?? "" } : quiet;
}

/** @returns {string} the text of the prompt, for screen readers */
export function spoken() {
  return [kicker.textContent, title.textContent].filter(Boolean).join(". ");
}

/**
 * Mark the button while the answer or the connection is late.
 * @param {boolean} late
 * @param {boolean} sent whether an action waits for its answer
 */
export function markPending(late, sent) {
  confirmButton.classList.toggle("pending", late);
  confirmButton.classList.toggle("sending", late && sent);
  confirmButton.setAttribute("aria-busy", String(late && sent));
}

export function clear() {
  for (const one of [kicker, title, hint, chips, pills, groups]) one.replaceChildren();
  rules.clear();
  confirmText.textContent = confirmButton.dataset.wait ?? "";
  confirmButton.disabled = true;
  pills.hidden = true;
  lister.disabled = true;
  unfold(false);
}

/** @param {boolean} open whether the list of all choices is open */
function unfold(open) {
  lister.setAttribute("aria-expanded", String(open));
  groups.hidden = !open;
}

lister.addEventListener("click", () => unfold(groups.hidden));

/**
 * Show the choices that have no place on the board or in a panel as buttons.
 * @param {Open[]} open
 */
export function offer(open) {
  const buttons = [...pills.querySelectorAll("button")];
  pills.hidden = open.length === 0;
  if (buttons.map(targetOf).join() === open.map(({ choice }) => choice.target).join()) {
    open.forEach(({ choice, chosen }, k) => label(/** @type {HTMLButtonElement} */ (buttons[k]), choice, chosen));
  } else {
    pills.replaceChildren(...open.map(({ choice, chosen }) => label(make("button"), choice, chosen)));
  }
}

/**
 * Position the buttons: beside their target on the board, or among the actions on a phone or without a target.
 * @param {HTMLElement} box
 * @param {{left: number, top: number} | null} where
 */
export function place(box, where) {
  const home = where && !narrow.matches ? box : act;
  if (pills.parentElement !== home) home === act ? act.insertBefore(pills, confirmButton) : box.append(pills);
  pills.style.left = where ? `clamp(80px, ${where.left}%, calc(100% - 80px))` : "";
  pills.style.top = where ? `min(${where.top}%, calc(100% - 20px))` : "";
}

/**
 * List all choices, grouped by their first step.
 * @param {Choices} choices
 */
export function list(choices) {
  const ways = choices.ways();
  lister.disabled = ways.length === 0;
  const now = choices.path.map((choice) => choice.target).join(" ");
  /** @type {Map<string, HTMLElement>} */
  const rows = new Map();
  for (const way of ways) {
    const inner = way.slice(0, -1);
    const name = inner.map((choice) => choice.label).join(", ");
    const row = rows.get(name) ?? group(name);
    rows.set(name, row);
    const leaf = /** @type {Choice} */ (way.at(-1));
    const button = make("button", "", leaf.label);
    button.type = "button";
    button.dataset.way = way.map((choice) => choice.target).join(" ");
    button.setAttribute("aria-pressed", String(button.dataset.way === now));
    row.querySelector(".leaves")?.append(button);
  }
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.way : undefined;
  groups.replaceChildren(...rows.values());
  if (focused) focus(buttonOf(focused));
}

/**
 * Return the button for a path.
 * @param {string} way
 */
function buttonOf(way) {
  return [...groups.querySelectorAll("button")].find((button) => button.dataset.way === way) ?? null;
}

/** @returns {HTMLButtonElement[]} choices shown as buttons */
export function offered() {
  return pills.hidden ? [] : [...pills.querySelectorAll("button")];
}

/** @param {string} name */
function group(name) {
  const row = make("div", "group");
  row.setAttribute("role", "group");
  if (name) {
    row.setAttribute("aria-label", name);
    row.append(make("h3", "", name));
  }
  row.append(make("div", "leaves"));
  return row;
}

/**
 * @param {HTMLButtonElement} button
 * @param {Choice} choice
 * @param {boolean} chosen
 */
function label(button, choice, chosen) {
  button.type = "button";
  button.dataset.target = choice.target;
  button.textContent = choice.label;
  button.setAttribute("aria-pressed", String(chosen));
  return button;
}

/** @param {HTMLButtonElement} button */
function targetOf(button) {
  return button.dataset.target;
}

/**
 * @param {string} text
 * @param {number} k
 * @param {number} done
 */
function chip(text, k, done) {
  const made = make("li", k < done ? "done" : k === done ? "now" : "", text);
  if (k === done) made.setAttribute("aria-current", "step");
  return made;
}
