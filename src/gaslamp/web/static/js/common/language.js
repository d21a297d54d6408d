/** Language switch: sends the choice to the server and reloads the page. */

import { closest, post } from "./page.js";

document.addEventListener("click", async (event) => {
  const button = closest(event, "[data-language]");
  if (!button || button.getAttribute("aria-pressed") === "true") return;
  await post("/language", { language: button.dataset.language });
  location.reload();
});
