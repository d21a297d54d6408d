/** Account page: sends its forms. A new account's name and recovery code are shown once, and nowhere stored. */

import "../common/language.js";
import { at, element, focus, post, Refused } from "../common/page.js";

const failed = element("account", HTMLElement).dataset.failed ?? "";
const made = element("made", HTMLElement);

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.post === undefined) return;
  event.preventDefault();
  const button = form.querySelector("button");
  const problem = form.querySelector(".problem");
  button?.toggleAttribute("disabled", true);
  if (problem) problem.textContent = "";
  try {
    await send(form, form.dataset.post);
  } catch (error) {
    if (problem) problem.textContent = (error instanceof Refused && error.message) || failed;
  } finally {
    button?.toggleAttribute("disabled", false);
  }
});

/**
 * @param {HTMLFormElement} form
 * @param {string} action
 */
async function send(form, action) {
  const body = Object.fromEntries(new FormData(form));
  if (action === "export") return download();
  const answer = await post(action ? `/account/${action}` : "/account", body);
  if (!answer.code) return location.assign(at(action === "delete" ? "/" : "/account"));
  for (const part of made.querySelectorAll("[data-made]")) {
    part.textContent = String(answer[part.getAttribute("data-made") ?? ""]);
  }
  for (const section of document.querySelectorAll("section")) section.hidden = section !== made;
  focus(element("made-title", HTMLElement));
}

async function download() {
  const answer = await fetch(at("/account/export"), { method: "POST", headers: { "Content-Type": "application/json" } });
  if (!answer.ok) throw new Refused(String((await answer.json().catch(() => ({}))).text ?? ""));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = "gaslamp.json";
  link.click();
  URL.revokeObjectURL(link.href);
}
