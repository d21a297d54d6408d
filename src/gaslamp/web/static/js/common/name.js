/** The guest's name: saved on change, and before any action that shows it. */

import { post } from "./page.js";

let saving = Promise.resolve(); // requests run one after the other: the first may create the guest

document.addEventListener("change", (event) => {
  const field = event.target;
  if (!(field instanceof HTMLInputElement) || !("called" in field.dataset)) return;
  saving = saving.catch(() => {}).then(() => save(field.value));
  saving.catch(() => {}); // callers of `nameSaved` get the error
});

/** Wait until the name is saved. Throws the server's message if the name was refused. */
export function nameSaved() {
  return saving;
}

/** @param {string} wanted */
async function save(wanted) {
  const { name } = await post("/name", { name: wanted });
  for (const field of document.querySelectorAll("[data-called]")) {
    if (field instanceof HTMLInputElement && field !== document.activeElement) field.value = String(name);
  }
}
