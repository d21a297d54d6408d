/** A door: hands in the secret after the '#', then goes to the table. */

import "./language.js";
import { element, post, Refused } from "./page.js";

const door = element("door", HTMLElement);
const problem = element("problem", HTMLElement);

try {
  const answer = await post(door.dataset.post ?? "", { secret: location.hash.slice(1), own_nonce: true });
  location.replace(String(answer.table));
} catch (error) {
  element("going", HTMLElement).hidden = true;
  problem.textContent = (error instanceof Refused && error.message) || (problem.dataset.text ?? "");
}
