/** Fairness check of a finished game: compares the stored commitments with the server's record. */

import { copy } from "../../common/links.js";
import { make } from "../../common/page.js";

/** @import { Evidence } from "../../common/fairness.js" */

/** @type {Record<string, string>} short answers by verdict; all others are "unfair" */
const ANSWERS = { right: "fair", word: "unsure", first: "unsure", nothing: "unsure", none: "unsure", insecure: "unsure" };

/**
 * Fetch the record and show the verdict below the buttons.
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
  const why = make("p", "", said.dataset[verdict]);
  const details = make("details");
  details.append(make("summary", "", button.dataset.details));
  const words = evidence.arguments;
  const line = words.length && answer?.ok ? ["gaslamp verify", button.dataset.file, ...words].join(" ") : "";
  if (line) details.append(command(button, line));
  if (verdict === "right") details.children[0]?.after(why); // only the short answer is shown
  const short = verdict === "unread" ? [] : [make("b", "", said.dataset[ANSWERS[verdict] ?? "unfair"])];
  said.replaceChildren(...short, ...(verdict === "right" ? [] : [why]), ...(line || verdict === "right" ? [details] : []));
  said.hidden = button.disabled = false;
  button.focus({ preventScroll: true });
  said.scrollIntoView({ block: "nearest" });
}

/**
 * Return the `gaslamp verify` command with all stored data, and a copy button.
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
