/** Secret links of a game, stored by the tab that created it: the server never sends them again. */

import { at, here, make, post } from "./page.js";

/**
 * Store the links of a table.
 * @param {string} table
 * @param {Record<string, unknown>} links
 */
export function storeLinks(table, links) {
  for (const kind of ["invite", "watch"]) {
    if (typeof links[kind] === "string") sessionStorage.setItem(key(table, kind), links[kind]);
  }
}

/**
 * Return a complete link, or null if this tab does not have it.
 * @param {string} kind
 * @param {string} [table]
 * @returns {string | null}
 */
export function link(kind, table = here()) {
  const kept = sessionStorage.getItem(key(table, kind));
  return kept && at(kept);
}

/**
 * Show an invitation link, with its QR code and a note about the network it works in.
 * @param {Element} box
 * @param {string} invite
 */
export async function showInvitation(box, invite) {
  const input = box.querySelector("input");
  if (input) input.value = invite;
  const [path = "", secret] = invite.split("#");
  await share(box, `/games/${path.split("/").at(-1)}/share`, { secret }).catch(() => null); // the link alone is enough
}

/**
 * Show the link that the server answers with, its QR code and a note about the network it works in.
 * @param {Element} box
 * @param {string} url of the request
 * @param {unknown} body
 */
export async function share(box, url, body) {
  const input = box.querySelector("input");
  const reply = await post(url, body);
  if (input) input.value = String(reply.link);
  const more = box.querySelector("[data-share]");
  if (more) more.innerHTML = String(reply.html);
}

/**
 * Copy a text and confirm it on the button.
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
 * Copy a text without the clipboard API, which is missing on plain HTTP.
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
