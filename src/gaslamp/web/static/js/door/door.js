/** A door: hands in the secret after the '#', tells a guest what is played, and opens the table when they sit down. */

import "../common/language.js";
import { Evidence } from "../common/fairness.js";
import { introduced } from "../common/name.js";
import { element, post, Refused } from "../common/page.js";

const door = element("door", HTMLElement);
const problem = element("problem", HTMLElement);
const going = element("going", HTMLElement);
const choice = element("choice", HTMLElement);
const secret = location.hash.slice(1);

/**
 * What is told to who is invited: what is played and the free seats, as a form, and what the server is bound by.
 * @typedef {{html?: string, commitment?: string, house?: string[]}} Invitation
 */

/** @type {Invitation} */
let invitation = {};

/** Show the invitation; who has a seat already goes in. */
async function knock() {
  if (door.dataset.seats) invitation = await post(door.dataset.seats, { secret });
  if (!invitation.html) return enter();
  going.hidden = true;
  choice.innerHTML = invitation.html;
}

/**
 * Go in, to a seat with what it adds to the draws; who sits already or only watches brings nothing.
 * @param {string} [seat]
 */
async function enter(seat) {
  const { commitment = "", house = [] } = invitation;
  const evidence = new Evidence((door.dataset.post ?? "").replace(/^\/games\/(.*)\/join$/, "/table/$1"));
  const sits = seat ? { seat, nonce: evidence.nonces(commitment, house, [seat])[seat] } : {};
  const answer = await post(door.dataset.post ?? "", { secret, ...sits });
  if (seat) evidence.hold([seat]);
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
  } catch (error) {
    return refuse(error); // the form stays as it is, with the name and the place in it
  }
  try {
    await enter(seat);
  } catch (error) {
    refuse(error);
    await knock().catch(() => choice.replaceChildren()); // somebody else was quicker: show what is left
  }
});

knock().catch(refuse);
