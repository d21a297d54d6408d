/** Game lists on the home page, polled while the page is visible and updated without moving the focus. */

import { at, element, focus } from "../common/page.js";

const EVERY = 20_000; // ms between polls
const LISTS = ["mine", "opened", "watchable", "played"];
const title = document.title.replace(/^\(\d+\) /, "");
let asked = Date.now();

async function refresh() {
  if (document.hidden || Date.now() - asked < EVERY) return;
  asked = Date.now();
  const answer = await fetch(at("/lists")).catch(() => null);
  if (!answer?.ok) return;
  const holder = document.createElement("template");
  holder.innerHTML = await answer.text();
  for (const id of LISTS) put(element(id, HTMLElement), holder.content.getElementById(id));
  const turns = Number(element("mine", HTMLElement).dataset.turns);
  document.dispatchEvent(new Event("lists"));
  document.title = turns ? `(${turns}) ${title}` : title;
}

/**
 * Replace a list that has changed, unless one of its buttons is being used.
 * @param {HTMLElement} old
 * @param {HTMLElement | null} next
 */
function put(old, next) {
  const [before, after] = [old.querySelector("ul"), next?.querySelector("ul")];
  if (!before || !next || !after || before.querySelector(":disabled")) return;
  if (next.dataset.turns) old.dataset.turns = next.dataset.turns;
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

setInterval(refresh, 1000);
document.addEventListener("visibilitychange", refresh);
