/** Secret links of a game, kept by the tab that made it: the server never sends them again. */

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
 * Copy a text, and show on the button that it is done.
 * @param {HTMLElement} button
 * @param {string} text
 */
export async function copy(button, text) {
  await navigator.clipboard.writeText(text);
  const label = button.querySelector("span");
  const done = button.dataset.done;
  if (!label || !done || label.textContent === done) return;
  const before = label.textContent;
  label.textContent = done;
  setTimeout(() => (label.textContent = before), 2500);
}

/**
 * @param {string} table
 * @param {string} kind
 */
function key(table, kind) {
  return `${kind} ${table}`;
}
