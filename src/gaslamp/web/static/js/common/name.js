/** What somebody wants to be called: told to the server as soon as it is written, and before anything that comes of it. */

import { post } from "./page.js";

let told = Promise.resolve(); // one after the other: the first may make a stranger a guest

document.addEventListener("change", (event) => {
  const field = event.target;
  if (!(field instanceof HTMLInputElement) || !("called" in field.dataset)) return;
  told = told.catch(() => {}).then(() => tell(field.value));
  told.catch(() => {}); // whoever goes on is told so
});

/** Wait until the server knows the name; throw what it says if it does not want it. */
export function introduced() {
  return told;
}

/** @param {string} wanted */
async function tell(wanted) {
  const { name } = await post("/name", { name: wanted });
  for (const field of document.querySelectorAll("[data-called]")) {
    if (field instanceof HTMLInputElement && field !== document.activeElement) field.value = String(name);
  }
}
