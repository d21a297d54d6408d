/** The button of the finished page that compares what this browser kept of the game with what the server shows now. */

import { copy } from "../../common/links.js";
import { make } from "../../common/page.js";

/** @import { Evidence } from "../../common/fairness.js" */

/**
 * Fetch the record, and say below the buttons whether it is the game this browser was told of.
 * @param {HTMLButtonElement} button
 * @param {Evidence} evidence
 */
export async function check(button, evidence) {
  const said = button.closest(".ending")?.querySelector("[data-checked]");
  if (!(said instanceof HTMLElement)) return;
  button.disabled = true;
  const answer = await fetch(button.dataset.check ?? "").catch(() => null);
  const verdict = answer?.ok ? await evidence.check(await answer.text()) : "unread";
  said.dataset.checked = verdict;
  said.replaceChildren(said.dataset[verdict] ?? "");
  const words = evidence.words;
  if (words.length && answer?.ok) said.append(command(button, ["gaslamp verify", button.dataset.file, ...words].join(" ")));
  said.hidden = button.disabled = false;
  button.focus({ preventScroll: true });
  said.scrollIntoView({ block: "nearest" });
}

/**
 * Give the command that checks all of it elsewhere, with everything this browser kept, ready to be copied.
 * @param {HTMLElement} button
 * @param {string} line
 */
function command(button, line) {
  const box = make("div", "command");
  const copying = make("button", "btn quiet small");
  copying.type = "button";
  copying.dataset.done = button.dataset.copied ?? "";
  copying.append(make("span", "", button.dataset.copying));
  copying.addEventListener("click", () => copy(copying, line));
  box.append(make("code", "", line), copying);
  return box;
}
