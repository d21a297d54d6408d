/** Tutorial overview: shows the progress stored in this browser. */

import "../common/language.js";
import { reached } from "../common/lessons.js";

const school = document.querySelector(".school");

for (const note of document.querySelectorAll("[data-lesson]")) {
  const { step, done } = reached(note.getAttribute("data-lesson") ?? "");
  const text = done ? school?.getAttribute("data-done") : step ? school?.getAttribute("data-step") : "";
  if (text) note.textContent = text.replace("{number}", String(step + 1));
}
