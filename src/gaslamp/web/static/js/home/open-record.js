/** Opens a record file that is dropped on the home page or chosen there. */

import { element } from "../common/page.js";
import { check, isTooLong } from "../common/record-file.js";

const box = element("open-record", HTMLElement);
const input = /** @type {HTMLInputElement} */ (box.querySelector("input"));
const button = /** @type {HTMLButtonElement} */ (box.querySelector("button"));
const problem = /** @type {HTMLElement} */ (box.querySelector(".problem"));

/** @param {File | undefined} file */
async function open(file) {
  if (!file || button.disabled) return;
  const { checking = "", long = "", text: unreachable = "" } = problem.dataset;
  problem.textContent = isTooLong(file) ? long : checking;
  problem.scrollIntoView({ block: "nearest" });
  if (isTooLong(file)) return;
  button.disabled = true;
  try {
    const found = await check(await file.text());
    if ("url" in found) return location.assign(found.url);
    problem.textContent = found.problem || unreachable;
  } catch {
    problem.textContent = unreachable; // it cannot be read
  } finally {
    button.disabled = false;
  }
}

/** @param {DragEvent} event */
function holdsFile(event) {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

button.addEventListener("click", () => input.click());
input.addEventListener("change", () => {
  void open(input.files?.[0]);
  input.value = ""; // the same file may be chosen again
});
for (const kind of /** @type {const} */ (["dragenter", "dragover"])) {
  document.addEventListener(kind, (event) => {
    if (!holdsFile(event)) return;
    event.preventDefault();
    document.body.dataset.drop = box.dataset.drop;
  });
}
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) delete document.body.dataset.drop; // it left the window
});
document.addEventListener("drop", (event) => {
  if (!holdsFile(event)) return;
  event.preventDefault();
  delete document.body.dataset.drop;
  void open(event.dataTransfer?.files[0]);
});
