/** Home page: the form that starts a game. Its fields survive a change of language. */

import "../common/language.js";
import { clockOf, showClock } from "./clock-choice.js";
import { storeLinks } from "../common/links.js";
import { nameSaved } from "../common/name.js";
import { findOpponent, showWaiting, usualRules } from "./pairing.js";
import { fitOptions } from "./option-needs.js";
import { at, element, post, Refused } from "../common/page.js";

const KEPT = "setup";
const form = element("setup", HTMLFormElement);
const problem = element("problem", HTMLElement);

/** @returns {Record<string, string>} the chosen values by field name */
function chosen() {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/** Show only the fields of the chosen game and opponent. */
function show() {
  offerMachines();
  const now = chosen();
  const shared = now.opponent === "same_device"; // one person plays both sides
  form.querySelector(".both")?.toggleAttribute("hidden", !shared);
  for (const part of form.querySelectorAll("[data-title]")) {
    const [name, value] = part.getAttribute("data-unless")?.split("=") ?? [];
    const needless = (name !== undefined && now[name] === value) || (shared && part.matches(".side"));
    part.toggleAttribute("hidden", part.getAttribute("data-title") !== now.title || needless);
  }
  for (const part of form.querySelectorAll("[data-matters]")) {
    const needs = part.getAttribute("data-matters")?.split(" ").map((need) => need.split("=")) ?? [];
    part.toggleAttribute("hidden", !needs.every(([name = "", fitting]) => fitting?.split("|").includes(now[name] ?? "")));
  }
  showLevels(now);
  showClock(form, now);
  for (const part of form.querySelectorAll(".introduction")) part.toggleAttribute("hidden", !seeksFriends(now));
  showWaiting(form, now);
  form.querySelector(".hinting")?.toggleAttribute("hidden", playsAlone(now));
}

/**
 * Show the bot levels that can play the required sides. Bots are not offered for games without levels.
 * @param {Record<string, string>} now
 */
function showLevels(now) {
  const wanted = machinesSides(now);
  for (const part of form.querySelectorAll(".level")) {
    if (wanted.length === 0) part.setAttribute("hidden", "");
    for (const level of part.querySelectorAll("[data-sides]")) {
      const plays = level.getAttribute("data-sides")?.split("|") ?? [];
      const able = wanted.every((side) => plays.includes(side));
      if (!able) level.setAttribute("hidden", "");
      else if (!level.hasAttribute("data-matters")) level.removeAttribute("hidden");
    }
    const offered = /** @type {HTMLInputElement[]} */ ([...part.querySelectorAll(".segment:not([hidden]) input")]);
    const wish = part.getAttribute("data-wish"); // of the user, or the page; the strongest if it is not offered
    const level = (offered.find((input) => input.value === wish) ?? offered.at(-1))?.value;
    for (const input of offered) input.checked = input.value === level;
    for (const about of part.querySelectorAll("[data-level]")) {
      about.toggleAttribute("hidden", about.getAttribute("data-level") !== level);
    }
  }
}

/**
 * Return the sides played by bots.
 * @param {Record<string, string>} now
 */
function machinesSides(now) {
  const cards = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll(`input[name="side-${now.title}"]`)]);
  const sides = cards.map((card) => card.value).filter((side) => side !== "either");
  const mine = now[`side-${now.title}`] ?? "";
  const others = sides.filter((side) => side !== mine);
  return [
    ...(now.opponent === "machine" ? others : []),
    ...(alliesOf(now) === "machine" ? sides.filter((side) => !others.includes(side) || mine === "either") : []),
  ];
}

/** Offer bots only for games that have levels. */
function offerMachines() {
  const { title } = chosen();
  const machine = form.querySelector(".against-machine");
  const some = form.querySelector(`.level[data-title="${title}"]`) !== null;
  machine?.toggleAttribute("hidden", !some);
  const picked = machine?.querySelector("input");
  const friend = form.querySelector('input[name="opponent"][value="friend"]');
  if (!some && picked?.checked && friend instanceof HTMLInputElement) friend.checked = true;
}

/**
 * Return who plays the other seats of my side, or undefined.
 * @param {Record<string, string>} now
 */
function alliesOf(now) {
  const part = form.querySelector(`.allies[data-title="${now.title}"]`);
  return part && !part.hasAttribute("hidden") ? now[`allies-${now.title}`] : undefined;
}

/**
 * Return true if a seat is reserved for a friend.
 * @param {Record<string, string>} now
 */
function seeksFriends(now) {
  return now.opponent === "friend" || now.opponent === "anyone" || (now.opponent === "machine" && alliesOf(now) === "friend");
}

/**
 * Return true if all other seats are played by bots.
 * @param {Record<string, string>} now
 */
function playsAlone(now) {
  return now.opponent === "machine" && !seeksFriends(now);
}

function restore() {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
  for (const input of form.querySelectorAll("input")) {
    if (input.type === "number") input.value = kept[input.name] ?? input.value;
    else if (kept[input.name] === input.value) input.checked = true;
  }
  const again = location.hash.match(/^#anyone-(\w+)$/)?.[1]; // "new opponent" at the end of a game
  for (const input of again ? form.querySelectorAll("input") : []) {
    if ((input.name === "title" && input.value === again) || input.value === "anyone") input.checked = true;
  }
  for (const part of form.querySelectorAll(".level")) {
    const wish = kept[`level-${part.getAttribute("data-title")}`];
    if (wish) part.setAttribute("data-wish", wish);
  }
}

/** @returns {Record<string, unknown>} the game to create, in the server's format */
function wanted() {
  const now = chosen();
  const { title = "", opponent = "", ...rest } = now;
  const level = rest[`level-${title}`] ?? "";
  const allies = alliesOf(now);
  const prefix = `option-${title}-`;
  const options = Object.entries(rest).filter(([name]) => name.startsWith(prefix));
  return {
    title,
    side: rest[`side-${title}`],
    opponent: opponent === "machine" ? `bot:${level}` : opponent === "anyone" ? "friend" : opponent,
    ...(allies && { allies: allies === "machine" ? `bot:${level}` : allies }),
    own_nonce: true,
    clock: clockOf(now),
    open: opponent === "anyone",
    hints: now.hints === "yes" && !playsAlone(now),
    options: Object.fromEntries(options.map(([name, value]) => [name.slice(prefix.length), value])),
  };
}

/**
 * Preset the deduction aid: on for a player's first game against bots, off with other people, who have to agree on it.
 * A choice made by hand is kept.
 * @param {EventTarget | null} touched
 */
function offerAid(touched) {
  if (touched instanceof Element) touched.closest(".aid")?.setAttribute("data-touched", "");
  const now = chosen();
  const alone = playsAlone(now);
  for (const part of form.querySelectorAll(".aid:not([data-touched])")) {
    const usual = part.getAttribute(alone ? "data-first" : "data-usual");
    for (const input of part.querySelectorAll("input")) input.checked = input.value === usual;
    part.querySelector(".first")?.toggleAttribute("hidden", !alone);
  }
}

form.addEventListener("change", (event) => {
  if (event.target instanceof HTMLInputElement) event.target.closest(".level")?.setAttribute("data-wish", event.target.value);
  fitOptions(form, event.target);
  show();
  offerAid(event.target);
  sessionStorage.setItem(KEPT, JSON.stringify(chosen()));
});

/** @param {Record<string, unknown>} made the answer to a new game */
function open(made) {
  const table = String(made.table);
  storeLinks(table, made);
  location.assign(at(table));
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button[type=submit]");
  button?.toggleAttribute("disabled", true);
  problem.textContent = "";
  try {
    await nameSaved();
    const body = wanted();
    if (chosen().opponent !== "anyone") return open(await post("/games", body));
    await findOpponent(body, usualRules(form, chosen()), { ...body, opponent: `bot:${chosen()[`level-${body.title}`]}`, open: false, hints: false });
  } catch (error) {
    problem.textContent = (error instanceof Refused && error.message) || (problem.dataset.text ?? "");
    problem.scrollIntoView({ block: "nearest" });
  } finally {
    button?.toggleAttribute("disabled", false);
  }
});

document.addEventListener("lists", () => showWaiting(form, chosen()));
restore();
show();
