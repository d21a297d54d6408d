/** Switches between table, waiting room and the curtain for a shared device. */

import { link, showInvitation } from "../common/links.js";
import { at, element, focus, post } from "../common/page.js";

/** @typedef {"table" | "room" | "curtain"} Screen */

const LIFTED = 260; // ms of the animation
const PATIENCE = 30_000; // ms of waiting before the computer is offered
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

const app = element("app", HTMLElement);
const main = element("table", HTMLElement);
const room = element("room", HTMLElement);
const curtain = element("curtain", HTMLElement);

/** @param {Screen} name */
export function show(name) {
  app.dataset.state = name;
  main.hidden = name !== "table";
  room.hidden = name !== "room";
  if (name !== "room") room.replaceChildren();
  app.toggleAttribute("inert", name === "curtain");
}

/**
 * Show a waiting room, with the links that only this browser has.
 * @param {string} html
 * @param {() => void} clear removes the table first
 */
export function showRoom(html, clear) {
  const focused = room.contains(document.activeElement);
  clear();
  room.innerHTML = html;
  const invite = link("invite");
  const box = room.querySelector("[data-invite]");
  box?.toggleAttribute("hidden", !invite);
  room.querySelector("[data-no-invite]")?.toggleAttribute("hidden", Boolean(invite));
  if (box && invite) void showInvitation(box, invite);
  offerComputer();
  show("room");
  if (focused) focus(room.querySelector("button") ?? room.querySelector("a"));
}

/** Offer a game against the computer if nobody has come to a game from quick pairing. */
function offerComputer() {
  clearTimeout(timer);
  const box = room.querySelector("[data-instead]");
  const stored = sessionStorage.getItem(`instead ${location.pathname}`);
  if (!(box instanceof HTMLElement) || !stored) return;
  const { since, body } = JSON.parse(stored);
  timer = setTimeout(() => (box.hidden = false), Math.max(0, since + PATIENCE - Date.now()));
  box.querySelector("button")?.addEventListener("click", async () => {
    const made = await post("/games", body).catch(() => null);
    const close = room.querySelector("[data-status=abort]");
    if (!made || !(close instanceof HTMLElement)) return;
    sessionStorage.removeItem(`instead ${location.pathname}`);
    close.click();
    location.assign(at(String(made.table)));
  });
}

/**
 * Show the curtain and remove the table behind it.
 * @param {string} html
 * @param {() => void} clear
 */
export function showCurtain(html, clear) {
  curtain.classList.remove("leaving");
  curtain.innerHTML = html;
  curtain.hidden = false;
  clear();
  show("curtain");
  focus(curtain.querySelector("button"));
}

export function liftCurtain() {
  if (curtain.hidden || curtain.classList.contains("leaving")) return;
  curtain.classList.add("leaving");
  const gone = () => {
    if (!curtain.classList.contains("leaving")) return;
    curtain.hidden = true;
    curtain.replaceChildren();
  };
  matchMedia("(prefers-reduced-motion: reduce)").matches ? gone() : setTimeout(gone, LIFTED);
}
