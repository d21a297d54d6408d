/** Secret links of a game, kept by the tab that made it: the server never sends them again. */

import { make, post } from "./page.js";

/**
 * Keep the links of a table.
 * @param {string} table
 * @param {Record<string, unknown>} made
 */
export function keep(table, made) {
  for (const kind of ["invite", "watch"]) {
    if (typeof made[kind] === "string") sessionStorage.setItem(key(table, kind), made[kind]);
  }
}

/**
 * Give a whole link, ready to be sent to somebody.
 * @param {string} kind
 * @param {string} [table]
 * @returns {string | null}
 */
export function link(kind, table = location.pathname) {
  const kept = sessionStorage.getItem(key(table, kind));
  return kept && new URL(kept, location.origin).href;
}

/**
 * Show a link, and what the server adds for whoever knows its secret: a code to scan, and who can open it at all.
 * @param {Element} box
 * @param {string} invite
 */
export async function share(box, invite) {
  const input = box.querySelector("input");
  if (input) input.value = invite;
  const [path = "", secret] = invite.split("#");
  const told = await post(`/games/${path.split("/").at(-1)}/share`, { secret }).catch(() => null);
  if (!told) return; // the link alone will do
  if (input) input.value = String(told.link);
  const more = box.querySelector("[data-share]");
  if (more) more.innerHTML = String(told.html);
}

/**
 * Copy a text, and show on the button that it is done.
 * @param {HTMLElement} button
 * @param {string} text
 */
export async function copy(button, text) {
  if (globalThis.isSecureContext) await navigator.clipboard.writeText(text);
  else copyByHand(text);
  const label = button.querySelector("span");
  const done = button.dataset.done;
  if (!label || !done || label.textContent === done) return;
  const before = label.textContent;
  label.textContent = done;
  setTimeout(() => (label.textContent = before), 2500);
}

/**
 * Copy a text where the page has no clipboard: at an address of the network, without TLS.
 * @param {string} text
 */
function copyByHand(text) {
  const holder = make("textarea");
  holder.value = text;
  document.body.append(holder);
  holder.select();
  document.execCommand("copy");
  holder.remove();
}

/**
 * @param {string} table
 * @param {string} kind
 */
function key(table, kind) {
  return `${kind} ${table}`;
}
