/** A door: hands in the secret after the '#', tells a guest what is played, and opens the table when they sit down. */

import "./language.js";
import { introduced } from "./name.js";
import { element, post, Refused } from "./page.js";

const door = element("door", HTMLElement);
const problem = element("problem", HTMLElement);
const going = element("going", HTMLElement);
const choice = element("choice", HTMLElement);
const secret = location.hash.slice(1);

/** Show the invitation; who has a seat already goes in. */
async function knock() {
  const seats = door.dataset.seats && String((await post(door.dataset.seats, { secret })).html);
  if (!seats) return enter({ secret });
  going.hidden = true;
  choice.innerHTML = seats;
}

/** @param {Record<string, string>} wanted */
async function enter(wanted) {
  const sits = door.dataset.seats ? { own_nonce: true } : {}; // who only watches adds nothing to the draws
  const answer = await post(door.dataset.post ?? "", { ...wanted, ...sits });
  location.replace(String(answer.table));
}

/** @param {unknown} error */
function refuse(error) {
  going.hidden = true;
  problem.textContent = (error instanceof Refused && error.message) || (problem.dataset.text ?? "");
}

choice.addEventListener("submit", async (event) => {
  event.preventDefault();
  const seat = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("seat"));
  problem.textContent = "";
  try {
    await introduced();
    await enter({ secret, seat });
  } catch (error) {
    refuse(error);
    await knock().catch(() => choice.replaceChildren()); // somebody else was quicker: show what is left
  }
});

knock().catch(refuse);
