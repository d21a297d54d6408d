/** Lists of the home page: takes a seat of an open game, or watches a game, and opens the table. */

import { Evidence } from "../common/fairness.js";
import { nameSaved } from "../common/name.js";
import { at, closest, element, post, Refused } from "../common/page.js";

/**
 * Take a free seat.
 * @param {Record<string, unknown>} free seat of an open game
 */
export async function sit({ open: id, seat: chosen, commitment, house }) {
  const seat = String(chosen);
  const evidence = new Evidence(`/table/${id}`);
  const nonce = evidence.nonces(String(commitment), String(house).split(" ").filter(Boolean), [seat])[seat];
  const taken = await post(`/games/${id}/sit`, { seat, nonce });
  evidence.addSeats([seat]);
  location.assign(at(String(taken.table)));
}

document.addEventListener("click", async (event) => {
  const button = closest(event, "[data-open]");
  if (!(button instanceof HTMLButtonElement)) return;
  const problem = element("open-problem", HTMLElement);
  button.disabled = true;
  problem.textContent = "";
  try {
    await nameSaved();
    await sit(button.dataset);
  } catch (error) {
    problem.textContent = (error instanceof Refused && error.message) || (problem.dataset.text ?? "");
    button.disabled = false;
  }
});

document.addEventListener("click", async (event) => {
  const button = closest(event, "[data-watch]");
  if (!(button instanceof HTMLButtonElement)) return;
  const problem = element("watch-problem", HTMLElement);
  button.disabled = true;
  problem.textContent = "";
  try {
    const watched = await post(`/games/${button.dataset.watch}/watch`, { secret: "" });
    location.assign(at(String(watched.table)));
  } catch (error) {
    problem.textContent = (error instanceof Refused && error.message) || (problem.dataset.text ?? "");
    button.disabled = false;
  }
});
