/** On every page: language switch, and registration of the service worker, which has a page in this language. */

import { at, closest, post } from "./page.js";

document.addEventListener("click", async (event) => {
  const button = closest(event, "[data-language]");
  if (!button || button.getAttribute("aria-pressed") === "true") return;
  await post("/language", { language: button.dataset.language });
  location.reload();
});

const worker = document.body.dataset.worker; // none in the browser edition
if (worker && navigator.serviceWorker) {
  addEventListener("load", () => navigator.serviceWorker.register(at(worker)).catch(() => {})); // works without it
}
