/** The home page: one form, one button, and off to the table. What was chosen outlives a change of language. */

import "./language.js";
import { clockOf, showClock } from "./clock-choice.js";
import { keep } from "./links.js";
import { introduced } from "./name.js";
import { element, post, Refused } from "./page.js";

const KEPT = "setup";
const form = element("setup", HTMLFormElement);
const problem = element("problem", HTMLElement);

/** @returns {Record<string, string>} what is chosen now, by the name of the field */
function chosen() {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/** Show only what belongs to the chosen game and opponent. */
function show() {
  const now = chosen();
  const shared = now.opponent === "same_device"; // whoever plays there plays both sides
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
  const machine = [now.opponent, alliesOf(now)].includes("machine");
  form.querySelector(".level")?.toggleAttribute("hidden", !machine);
  showClock(form, now);
  for (const part of form.querySelectorAll(".anyone, .introduction")) part.toggleAttribute("hidden", !seeksFriends(now));
}

/**
 * Give who shares my side, where somebody does.
 * @param {Record<string, string>} now
 */
function alliesOf(now) {
  const part = form.querySelector(`.allies[data-title="${now.title}"]`);
  return part && !part.hasAttribute("hidden") ? now[`allies-${now.title}`] : undefined;
}

/**
 * Tell whether a seat is kept for somebody who is to come.
 * @param {Record<string, string>} now
 */
function seeksFriends(now) {
  return now.opponent === "friend" || (now.opponent === "machine" && alliesOf(now) === "friend");
}

function restore() {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
  for (const input of form.querySelectorAll("input")) {
    if (input.type === "number") input.value = kept[input.name] ?? input.value;
    else if (kept[input.name] === input.value) input.checked = true;
  }
}

/** @returns {Record<string, unknown>} the game that is wanted, as the server reads it */
function wanted() {
  const now = chosen();
  const { title = "", opponent = "", level = "", ...rest } = now;
  const allies = alliesOf(now);
  const prefix = `option-${title}-`;
  const options = Object.entries(rest).filter(([name]) => name.startsWith(prefix));
  return {
    title,
    side: rest[`side-${title}`],
    opponent: opponent === "machine" ? `bot:${level}` : opponent,
    ...(allies && { allies: allies === "machine" ? `bot:${level}` : allies }),
    own_nonce: true,
    clock: clockOf(now),
    open: now.open === "yes" && seeksFriends(now),
    options: Object.fromEntries(options.map(([name, value]) => [name.slice(prefix.length), value])),
  };
}

/**
 * Offer the aid as it is usual: on for who plays this game for the first time, alone against the machine. With others it
 * has to be agreed on, and what was chosen by hand stays.
 * @param {EventTarget | null} touched
 */
function offerAid(touched) {
  if (touched instanceof Element) touched.closest(".aid")?.setAttribute("data-touched", "");
  const now = chosen();
  const alone = now.opponent === "machine" && !seeksFriends(now);
  for (const part of form.querySelectorAll(".aid:not([data-touched])")) {
    const usual = part.getAttribute(alone ? "data-first" : "data-usual");
    for (const input of part.querySelectorAll("input")) input.checked = input.value === usual;
    part.querySelector(".first")?.toggleAttribute("hidden", !alone);
  }
}

form.addEventListener("change", (event) => {
  show();
  offerAid(event.target);
  sessionStorage.setItem(KEPT, JSON.stringify(chosen()));
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button[type=submit]");
  button?.toggleAttribute("disabled", true);
  problem.textContent = "";
  try {
    await introduced();
    const made = await post("/games", wanted());
    const table = String(made.table);
    keep(table, made);
    location.assign(table);
  } catch (error) {
    problem.textContent = (error instanceof Refused && error.message) || (problem.dataset.text ?? "");
    problem.scrollIntoView({ block: "nearest" });
  } finally {
    button?.toggleAttribute("disabled", false);
  }
});

restore();
show();
