/** Record page: shares the record by a link, or withdraws the link. */

import "../common/language.js";
import { copy } from "../common/links.js";
import { at, closest, focus, post, Refused } from "../common/page.js";

const section = document.getElementById("share"); // missing on a page shared by another player
const link = section?.querySelector("#link");
const address = section?.querySelector("input");
const problem = section?.querySelector(".problem");

section?.addEventListener("click", async (event) => {
  const button = closest(event, "button");
  if (!(button instanceof HTMLButtonElement) || !address || !problem) return;
  if ("copy" in button.dataset) return void copy(button, address.value);
  problem.textContent = "";
  try {
    const made = await post("/record", { shared: button.dataset.share === "yes" });
    address.value = made.link ? at(String(made.link)) : "";
    for (const part of [link, section.querySelector("[data-share=no]")]) part?.toggleAttribute("hidden", !made.link);
    focus(made.link ? address : /** @type {HTMLElement} */ (section.querySelector("[data-share=yes]")));
    if (made.link) address.select();
  } catch (error) {
    problem.textContent = (error instanceof Refused && error.message) || (section.dataset.failed ?? "");
  }
});
