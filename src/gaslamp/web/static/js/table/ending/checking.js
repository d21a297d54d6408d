/** The button of the finished page that compares what this browser kept of the game with what the server shows now. */

import { copy } from "../../common/links.js";
import { make } from "../../common/page.js";

/** @import { Evidence } from "../../common/fairness.js" */

/** @type {Record<string, string>} the short answer to a verdict; every other one is "unfair" */
const ANSWERS = { right: "fair", word: "unsure", first: "unsure", nothing: "unsure", none: "unsure", insecure: "unsure" };

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
  const why = make("p", "", said.dataset[verdict]);
  const details = make("details");
  details.append(make("summary", "", button.dataset.details));
  const words = evidence.words;
  const line = words.length && answer?.ok ? ["gaslamp verify", button.dataset.file, ...words].join(" ") : "";
  if (line) details.append(command(button, line));
  if (verdict === "right") details.children[0]?.after(why); // nothing but a yes is wanted then
  const short = verdict === "unread" ? [] : [make("b", "", said.dataset[ANSWERS[verdict] ?? "unfair"])];
  said.replaceChildren(...short, ...(verdict === "right" ? [] : [why]), ...(line || verdict === "right" ? [details] : []));
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
