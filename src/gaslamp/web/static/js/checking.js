/** The button of the finished page that compares what this browser kept of the game with what the server shows now. */

import { make } from "./page.js";

/** @typedef {import("./fairness.js").Keeper} Keeper */

/**
 * Fetch the record, and say below the buttons whether it is the game this browser was told of.
 * @param {HTMLButtonElement} button
 * @param {Keeper} keeper
 */
export async function check(button, keeper) {
  const said = button.closest(".ending")?.querySelector("[data-checked]");
  if (!(said instanceof HTMLElement)) return;
  button.disabled = true;
  const answer = await fetch(button.dataset.check ?? "").catch(() => null);
  const verdict = answer?.ok ? await keeper.check(await answer.text()) : "unread";
  said.dataset.checked = verdict;
  said.replaceChildren(said.dataset[verdict] ?? "");
  const head = keeper.kept.heads.at(-1);
  if (head) said.append(make("code", "", `gaslamp verify ${button.dataset.file} --head ${head}`));
  said.hidden = button.disabled = false;
  button.focus({ preventScroll: true });
  said.scrollIntoView({ block: "nearest" });
}
