/** The choice of a clock on the home page: a preset, own minutes and seconds, or days, in the words of the server. */

/**
 * Show the fields that belong to the clock that is chosen.
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
 * Give the clock that is chosen, as the server reads it.
 * @param {Record<string, string>} now
 */
export function clockOf(now) {
  if (now.clock === "own") return `${Number(now["clock-minutes"])}+${Number(now["clock-seconds"])}`;
  if (now.clock === "days") return `${Number(now["clock-days"])}d`;
  return now.clock ?? "";
}
