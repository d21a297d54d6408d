/** Quick pairing: counts the players who wait, and finds a game or opens one. */

import { storeLinks } from "../common/links.js";
import { at, post, Refused } from "../common/page.js";
import { clockOf } from "./clock-choice.js";
import { sit } from "./open-games.js";

const TRIES = 4; // seats that others may take first

/**
 * Show how many players wait for the chosen game, and with other terms.
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} now
 */
export function showWaiting(form, now) {
  const anyone = now.opponent === "anyone";
  const button = form.querySelector("button[type=submit]");
  if (button instanceof HTMLButtonElement) button.textContent = (anyone ? button.dataset.pair : button.dataset.start) ?? "";
  const line = form.querySelector(".waiting-now");
  if (!(line instanceof HTMLElement)) return;
  line.hidden = !anyone;
  const games = [...document.querySelectorAll(`#opened li[data-present][data-title="${now.title}"]`)];
  const exact = usualRules(form, now) ? games.filter((game) => fits(game, now)).length : 0;
  const others = games.length - exact;
  const texts = [exact ? line.dataset.some?.replace("{n}", String(exact)) : line.dataset.none];
  if (others) texts.push(line.dataset.others?.replace("{n}", String(others)));
  const text = texts.join(" ");
  if (line.textContent !== text) line.textContent = text;
}

/**
 * @param {Element} game
 * @param {Record<string, string>} now
 */
function fits(game, now) {
  const side = now[`side-${now.title}`] ?? "";
  const sides = game.getAttribute("data-sides")?.split(" ") ?? [];
  return game.hasAttribute("data-usual") && game.getAttribute("data-clock") === clockOf(now) && (side === "either" || sides.includes(side));
}

/**
 * Return true if all options of the chosen game have their defaults, and hints are not allowed.
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} now
 */
export function usualRules(form, now) {
  const changed = [...form.querySelectorAll(`input[name^="option-${now.title}-"]:checked`)].some((input) => {
    const usual = input.closest(".aid")?.getAttribute("data-usual");
    return input instanceof HTMLInputElement && (usual ? input.value !== usual : !input.defaultChecked);
  });
  return !changed && now.hints !== "yes";
}

/**
 * Take a matching seat, or open a game and wait. After a while the waiting room offers the computer.
 * @param {Record<string, unknown>} body the open game to create
 * @param {boolean} usual false if no listed game can match
 * @param {Record<string, unknown>} instead the same game against the computer
 */
export async function findOpponent(body, usual, instead) {
  for (let left = usual ? TRIES : 0; left > 0; left--) {
    const found = await post("/pair", { title: body.title, side: body.side, clock: body.clock, own_nonce: true });
    if (found.table) return wait(found, instead);
    try {
      return await sit(found);
    } catch (error) {
      if (!(error instanceof Refused)) throw error; // another player was faster
    }
  }
  wait(await post("/games", body), instead);
}

/**
 * @param {Record<string, unknown>} made
 * @param {Record<string, unknown>} instead
 */
function wait(made, instead) {
  const table = String(made.table);
  storeLinks(table, made);
  sessionStorage.setItem(`instead ${table}`, JSON.stringify({ since: Date.now(), body: instead }));
  location.assign(at(table));
}
