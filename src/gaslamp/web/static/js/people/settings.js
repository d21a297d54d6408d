/** Settings page: every choice is saved at once. */

import "./link.js";
import "./notices.js";
import { element, Refused } from "../common/page.js";
import { change } from "../common/settings.js";

const form = element("settings", HTMLFormElement);
const note = element("saved", HTMLElement);

form.addEventListener("change", async ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  const { name, value } = target;
  note.textContent = "";
  try {
    await change({ [name]: value === "yes" || (value !== "no" && value) });
    if (name === "language") return location.reload();
    document.body.classList.toggle("safe-colours", form.colours.value === "safe");
    note.textContent = note.dataset.done ?? "";
  } catch (error) {
    note.textContent = (error instanceof Refused && error.message) || (note.dataset.failed ?? "");
  }
});

form.addEventListener("submit", (event) => event.preventDefault());
