/** Invitation page: sends the secret after the '#', shows the game and its free seats, and opens the table. */

import "../common/language.js";
import { Evidence } from "../common/fairness.js";
import { nameSaved } from "../common/name.js";
import { at, element, post, Refused } from "../common/page.js";

const door = element("door", HTMLElement);
const problem = element("problem", HTMLElement);
const going = element("going", HTMLElement);
const choice = element("choice", HTMLElement);
const secret = location.hash.slice(1);

/**
 * The invitation: a form with the game and the free seats, and the server's commitment.
 * @typedef {{html?: string, commitment?: string, house?: string[]}} Invitation
 */

/** @type {Invitation} */
let invitation = {};

/** Show the invitation. Guests who already have a seat go straight to the table. */
async function showInvitation() {
  if (door.dataset.seats) invitation = await post(door.dataset.seats, { secret });
  if (!invitation.html) return enter();
  going.hidden = true;
  choice.innerHTML = invitation.html;
}

/**
 * Take a seat with a nonce, or enter without one as a seated guest or spectator.
 * @param {string} [seat]
 */
async function enter(seat) {
  const { commitment = "", house = [] } = invitation;
  const evidence = new Evidence((door.dataset.post ?? "").replace(/^\/games\/(.*)\/join$/, "/table/$1"));
  const sits = seat ? { seat, nonce: evidence.nonces(commitment, house, [seat])[seat] } : {};
  const answer = await post(door.dataset.post ?? "", { secret, ...sits });
  if (seat) evidence.addSeats([seat]);
  location.replace(at(String(answer.table)));
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
    await nameSaved();
  } catch (error) {
    return refuse(error); // keep the form with the name and the seat
  }
  try {
    await enter(seat);
  } catch (error) {
    refuse(error);
    await showInvitation().catch(() => choice.replaceChildren()); // the seat was taken meanwhile: show the others
  }
});

showInvitation().catch(refuse);
