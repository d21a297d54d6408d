/** Secret links of a person's pages: makes a new one, or withdraws it. */

import "../common/language.js";
import { copy } from "../common/links.js";
import { at, closest, focus, post, Refused } from "../common/page.js";

for (const section of document.querySelectorAll("[data-link]")) {
  if (section instanceof HTMLElement) section.addEventListener("click", (event) => void click(section, event));
}

/**
 * @param {HTMLElement} section
 * @param {Event} event
 */
async function click(section, event) {
  const button = closest(event, "button");
  const [address, problem] = [section.querySelector("input"), section.querySelector(".problem")];
  if (!(button instanceof HTMLButtonElement) || !address || !problem) return;
  if ("copy" in button.dataset) return void copy(button, address.value);
  problem.textContent = "";
  try {
    const made = await post(section.dataset.link ?? "", { shared: button.dataset.share === "yes" });
    address.value = made.link ? at(String(made.link)) : "";
    for (const part of section.querySelectorAll(".link, [data-share=no]")) part.toggleAttribute("hidden", !made.link);
    focus(made.link ? address : /** @type {HTMLElement} */ (section.querySelector("[data-share=yes]")));
    if (made.link) address.select();
  } catch (error) {
    problem.textContent = (error instanceof Refused && error.message) || (section.dataset.failed ?? "");
  }
}
