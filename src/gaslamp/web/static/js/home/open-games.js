/** Open games on the home page: a button takes a seat, and off to the table. */

import { Evidence } from "../common/fairness.js";
import { introduced } from "../common/name.js";
import { closest, element, post, Refused } from "../common/page.js";

document.addEventListener("click", async (event) => {
  const button = closest(event, "[data-open]");
  if (!(button instanceof HTMLButtonElement)) return;
  const problem = element("open-problem", HTMLElement);
  button.disabled = true;
  problem.textContent = "";
  try {
    await introduced();
    const { open: id, seat = "", commitment = "", house = "" } = button.dataset;
    const evidence = new Evidence(`/table/${id}`);
    const nonce = evidence.nonces(commitment, house.split(" ").filter(Boolean), [seat])[seat];
    const taken = await post(`/games/${id}/sit`, { seat, nonce });
    evidence.hold([seat]);
    location.assign(String(taken.table));
  } catch (error) {
    problem.textContent = (error instanceof Refused && error.message) || (problem.dataset.text ?? "");
    button.disabled = false;
  }
});
