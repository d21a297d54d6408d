/** Rules sheet beside the board, opened at the section of the current prompt. */

import { closest, element, focus } from "../../common/page.js";

const sheet = element("rules-sheet", HTMLDialogElement);
const button = element("ask-rules", HTMLButtonElement);
const text = element("rules-text", HTMLElement);
const whole = element("rules-whole", HTMLAnchorElement);
const failed = text.dataset.failed ?? "";
const book = sheet.dataset.book ?? ""; // path of the rules

/**
 * Offer the section of a prompt, or none.
 * @param {string} section
 */
export function offer(section) {
  button.hidden = !section;
  button.dataset.section = section;
}

/** Remove every trace of the prompt. */
export function clear() {
  offer("");
  if (sheet.open) sheet.close();
  text.replaceChildren();
}

/** @param {string} section */
async function open(section) {
  whole.href = `${book}#${section}`;
  if (!sheet.open) sheet.showModal();
  const answer = await fetch(`${book}/sections/${section}`).catch(() => null);
  if (answer?.ok) text.innerHTML = await answer.text();
  else text.textContent = failed;
  text.scrollTop = 0;
  const heading = text.querySelector("h2, h3");
  if (heading instanceof HTMLElement) focus(heading);
}

button.addEventListener("click", () => void open(button.dataset.section ?? ""));
sheet.addEventListener("click", (event) => {
  if (event.target === sheet) return sheet.close(); // click on the backdrop
  if (closest(event, "[data-close]")) return sheet.close();
  const link = closest(event, 'a[href^="#"]');
  if (!link) return;
  event.preventDefault();
  if (!link.closest(".ids")) void open(link.getAttribute("href")?.slice(1) ?? "");
});
