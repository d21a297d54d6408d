/** Clock choice on the home page: a preset, custom minutes and seconds, or days. */

/**
 * Show the fields of the chosen clock.
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} now
 */
export function showClock(form, now) {
  for (const part of form.querySelectorAll("[data-clock]")) {
    const other = part.getAttribute("data-clock") !== now.clock;
    part.toggleAttribute("hidden", other);
    for (const input of part.querySelectorAll("input")) input.disabled = other;
  }
  form.querySelector(".people-only")?.toggleAttribute("hidden", !now.clock || now.opponent !== "machine");
}

/**
 * Return the chosen clock in the server's format.
 * @param {Record<string, string>} now
 */
export function clockOf(now) {
  if (now.clock === "own") return `${Number(now["clock-minutes"])}+${Number(now["clock-seconds"])}`;
  if (now.clock === "days") return `${Number(now["clock-days"])}d`;
  return now.clock ?? "";
}
