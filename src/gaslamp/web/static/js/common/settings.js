/** The player's settings: the page contains them, the server stores changes, and they are the same on all devices. */

import { post } from "./page.js";

/**
 * @typedef {object} Settings
 * @property {boolean} sounds
 * @property {"off" | "slow" | "normal" | "fast"} story how fast the other side's moves are shown
 * @property {boolean} coordinates names of places on the board
 * @property {boolean} aid
 * @property {boolean} confirm every step
 */

/** @type {Settings} */
export const settings = {
  sounds: false,
  story: "normal",
  coordinates: true,
  aid: true,
  confirm: false,
  ...JSON.parse(document.body.dataset.settings || "{}"),
};

/** @type {Promise<unknown>} */
let saving = Promise.resolve(); // requests run one after the other: the first may create the guest

/**
 * Save changes. Rejects with the server's message.
 * @param {Record<string, unknown>} changes
 * @returns {Promise<unknown>}
 */
export function change(changes) {
  Object.assign(settings, changes);
  return (saving = saving.catch(() => {}).then(() => post("/settings", changes)));
}

/**
 * Save changes made beside a game. They hold for this page even if they cannot be saved.
 * @param {Partial<Settings>} changes
 */
export function note(changes) {
  Object.assign(settings, changes);
  post("/settings", changes, true).catch(() => {}); // not in turn: the next click may leave the page
}
