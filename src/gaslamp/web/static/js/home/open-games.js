/** Open games on the home page: takes a seat and opens the table. */

import { Evidence } from "../common/fairness.js";
import { nameSaved } from "../common/name.js";
import { closest, element, post, Refused } from "../common/page.js";

document.addEventListener("click", async (event) => {
  const button = closest(event, "[data-open]");
  if (!(button instanceof HTMLButtonElement)) return;
  const problem = element("open-problem", HTMLElement);
  button.disabled = true;
  problem.textContent = "";
  try {
    await nameSaved();
    const { open: id, seat = "", commitment = "", house = "" } = button.dataset;
    const evidence = new Evidence(`/table/${id}`);
    const nonce = evidence.nonces(commitment, house.split(" ").filter(Boolean), [seat])[seat];
    const taken = await post(`/games/${id}/sit`, { seat, nonce });
    evidence.addSeats([seat]);
    location.assign(String(taken.table));
  } catch (error) {
    problem.textContent = (error instanceof Refused && error.message) || (problem.dataset.text ?? "");
    button.disabled = false;
  }
});
