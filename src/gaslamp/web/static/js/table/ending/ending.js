/** Result of a finished game and its buttons. */

import { share } from "../../common/links.js";
import { at, closest, element, make, Refused } from "../../common/page.js";

import { showToast } from "../toast.js";

/** @import { Result } from "../../wire.d.ts" */
/** @import { Table } from "../table-view.js" */

const box = element("result", HTMLElement);
const notice = element("rematch", HTMLElement);
const template = element("ending", HTMLTemplateElement);
let shown = "";
box.addEventListener("click", (event) => {
  const button = closest(event, "[data-publish]");
  if (button instanceof HTMLButtonElement) void publish(button);
});

/** @param {Table} table */
export function showResult(table) {
  const { result, rematch } = table;
  const plays = table.seats.some(({ seat }) => seat === table.seat);
  const drawn = result?.verdict ? JSON.stringify([result, plays]) : "";
  if (shown !== drawn) {
    shown = drawn;
    box.replaceChildren(...(result && drawn ? [ending(result, plays)] : []));
  }
  const link = box.querySelector("[data-rematch-link]");
  link?.toggleAttribute("hidden", !rematch);
  if (rematch) link?.setAttribute("href", at(rematch));
  for (const button of box.querySelectorAll("[data-rematch]")) button.toggleAttribute("hidden", Boolean(rematch));
  showOffer(table);
  box.querySelector("[data-replay]")?.toggleAttribute("hidden", story(table).length === 0);
}

/**
 * Show that the other side wants a rematch, above the table.
 * @param {Table} table
 */
function showOffer({ rematch, rematch_offered: offer = "" }) {
  const [text, link] = [notice.querySelector("p"), notice.querySelector("a")];
  if (text && text.textContent !== offer) text.textContent = offer; // announced once
  link?.setAttribute("href", rematch);
  notice.hidden = !offer;
}

export function clearResult() {
  shown = "";
  notice.hidden = true;
  box.replaceChildren();
}

/**
 * Share the game, and show the link to its review.
 * @param {HTMLButtonElement} button
 */
async function publish(button) {
  const shared = box.querySelector("[data-shared]");
  if (!(shared instanceof HTMLElement)) return;
  button.disabled = true;
  try {
    await share(shared, `/games/${button.dataset.publish}/publish`, {});
    shared.hidden = false;
    button.hidden = true;
    const input = shared.querySelector("input");
    input?.focus();
    input?.select();
  } catch (error) {
    showToast((error instanceof Refused && error.message) || (button.dataset.failed ?? ""));
  } finally {
    button.disabled = false;
  }
}

/** @returns {HTMLButtonElement | null} the button that opens the replay */
export function replayButton() {
  return box.querySelector("[data-steps]");
}

/**
 * Return the parts of the path shown on the board at the end.
 * @param {Pick<Table, "sprites" | "trails">} table
 */
export function story({ sprites, trails }) {
  return [...sprites, ...trails].filter(({ after }) => after);
}

/**
 * @param {Result} result
 * @param {boolean} plays whether the viewer has a seat
 */
function ending({ verdict, won, lines, players, draws }, plays) {
  const made = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
  const [heading, list, note] = [".verdict", ".players", ".draws"].map((name) => /** @type {HTMLElement} */ (made.querySelector(name)));
  heading?.classList.add(won === undefined ? "seen" : won ? "won" : "lost");
  heading?.append(verdict ?? "");
  heading?.after(...lines.map((line) => make("p", "", line)));
  list?.append(...Object.values(players).map(({ seat, name }) => player(seat, name)));
  if (draws) note?.append(draws); // an empty text node would keep the paragraph
  for (const part of [list, note]) if (!part?.hasChildNodes()) part?.remove();
  const own = "[data-rematch], [data-rematch-link], [data-new-opponent], [data-publish]";
  if (!plays) for (const button of made.querySelectorAll(own)) button.remove();
  return made;
}

/**
 * @param {string} seat
 * @param {string} name
 */
function player(seat, name) {
  const item = make("li");
  item.append(make("b", "", seat), " ", make("bdi", "", name));
  return item;
}
