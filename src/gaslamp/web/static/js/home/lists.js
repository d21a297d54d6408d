/** Game lists on the home page, polled and updated without moving the focus. Title, icon and a sound tell of turns. */

import { at, element, focus } from "../common/page.js";
import { play } from "../common/sounds.js";

const EVERY = 20_000; // ms between polls
const EVERY_HIDDEN = 60_000; // the same while the page is hidden, for a player with running games
const LISTS = ["mine", "opened", "watchable", "played"];
const title = document.title.replace(/^\(\d+\) /, "");
const icon = document.querySelector("link[rel=icon]");
const usualIcon = icon?.getAttribute("href") ?? "";
let asked = Date.now();
/** @type {(string | null)[]} */
let marked = [];

async function refresh() {
  if (document.hidden && !document.querySelector("#mine li")) return;
  if (Date.now() - asked < (document.hidden ? EVERY_HIDDEN : EVERY)) return;
  asked = Date.now();
  const answer = await fetch(at("/lists")).catch(() => null);
  if (!answer?.ok) return;
  const holder = document.createElement("template");
  holder.innerHTML = await answer.text();
  for (const id of LISTS) put(element(id, HTMLElement), holder.content.getElementById(id));
  const now = turns();
  document.dispatchEvent(new Event("lists"));
  if (now.some((game) => !marked.includes(game))) play("mine");
  mark(now);
}

/** Return the tables where it is the player's turn. */
function turns() {
  return [...document.querySelectorAll("#mine a.turn")].map((link) => link.getAttribute("href"));
}

/**
 * Show the number of turns in the title, and mark the icon.
 * @param {(string | null)[]} tables
 */
function mark(tables) {
  marked = tables;
  document.title = tables.length ? `(${tables.length}) ${title}` : title;
  icon?.setAttribute("href", tables.length ? (element("mine", HTMLElement).dataset.icon ?? usualIcon) : usualIcon);
}

/**
 * Replace a list that has changed, unless one of its buttons is being used.
 * @param {HTMLElement} old
 * @param {HTMLElement | null} next
 */
function put(old, next) {
  const [before, after] = [old.querySelector("ul"), next?.querySelector("ul")];
  if (!before || !next || !after || before.querySelector(":disabled")) return;
  if (before.innerHTML === after.innerHTML) return;
  const here = before.contains(document.activeElement) ? sign(document.activeElement) : null;
  before.replaceWith(after);
  old.hidden = next.hidden;
  if (here === null) return;
  const same = [...after.querySelectorAll("a, button")].find((one) => sign(one) === here);
  focus(same instanceof HTMLElement ? same : old.hidden ? document.querySelector("h1") : old.querySelector("h2"));
}

/**
 * Return a key that identifies a link or a button after its list was replaced.
 * @param {Element | null} one
 */
function sign(one) {
  return ["href", "data-open", "data-seat", "data-watch"].map((name) => one?.getAttribute(name) ?? "").join(" ");
}

mark(turns());
setInterval(refresh, 1000);
document.addEventListener("visibilitychange", refresh);
