/** Open games on the home page: a button takes a seat, and off to the table. */

import { introduced } from "./name.js";
import { closest, element, post, Refused } from "./page.js";

document.addEventListener("click", async (event) => {
  const button = closest(event, "[data-open]");
  if (!(button instanceof HTMLButtonElement)) return;
  const problem = element("open-problem", HTMLElement);
  button.disabled = true;
  problem.textContent = "";
  try {
    await introduced();
    const taken = await post(`/games/${button.dataset.open}/sit`, { seat: button.dataset.seat, own_nonce: true });
    location.assign(String(taken.table));
  } catch (error) {
    problem.textContent = (error instanceof Refused && error.message) || (problem.dataset.text ?? "");
    button.disabled = false;
  }
});
