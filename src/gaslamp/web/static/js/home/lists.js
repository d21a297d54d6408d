/** My games and the open ones: asked for again and again while somebody looks, and put in without taking the focus. */

import { element, focus } from "../common/page.js";

const EVERY = 20_000; // ms
const LISTS = ["mine", "opened", "played"];
const title = document.title.replace(/^\(\d+\) /, "");
let asked = Date.now();

async function refresh() {
  if (document.hidden || Date.now() - asked < EVERY) return;
  asked = Date.now();
  const answer = await fetch("/lists").catch(() => null);
  if (!answer?.ok) return;
  const holder = document.createElement("template");
  holder.innerHTML = await answer.text();
  for (const id of LISTS) put(element(id, HTMLElement), holder.content.getElementById(id));
  const turns = Number(element("mine", HTMLElement).dataset.turns);
  document.title = turns ? `(${turns}) ${title}` : title;
}

/**
 * Put in a list that has changed; one from which a seat is being taken waits for the next time.
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
 * What a link or a button can be known by after its list was made anew.
 * @param {Element | null} one
 */
function sign(one) {
  return ["href", "data-open", "data-seat"].map((name) => one?.getAttribute(name) ?? "").join(" ");
}

setInterval(refresh, 1000);
document.addEventListener("visibilitychange", refresh);
