/** Dependencies between options: choosing one also chooses what it needs, and removing that removes it. */

/**
 * Adjust the other options after a change by the user.
 * @param {HTMLFormElement} form
 * @param {EventTarget | null} touched
 */
export function fitOptions(form, touched) {
  if (!(touched instanceof HTMLInputElement) || !touched.name.startsWith("option-")) return;
  touched.closest(".option")?.setAttribute("data-touched", "");
  for (const [name, fitting] of conditions(touched, "data-needs")) {
    if (!fitting.includes(chosen(form, name))) pick(form, name, fitting[0] ?? "");
  }
  for (const part of form.querySelectorAll(".option")) {
    const now = part.querySelector("input:checked");
    if (!(now instanceof HTMLInputElement) || now.name === touched.name) continue;
    if (!holds(form, conditions(now, "data-needs"))) {
      part.removeAttribute("data-touched");
      pick(form, now.name, part.getAttribute("data-default") ?? "");
    } else if (!part.hasAttribute("data-touched")) {
      for (const input of part.querySelectorAll("input")) {
        const when = conditions(input, "data-default-when");
        if (when.some(([name]) => name === touched.name) && holds(form, when)) input.checked = true;
      }
    }
  }
}

/**
 * Read `field=choice|choice field=choice` from an attribute.
 * @param {Element} element
 * @param {string} attribute
 * @returns {[string, string[]][]}
 */
function conditions(element, attribute) {
  const parts = element.getAttribute(attribute)?.split(" ").filter(Boolean) ?? [];
  return parts.map((part) => {
    const [name = "", fitting = ""] = part.split("=");
    return [name, fitting.split("|")];
  });
}

/**
 * Return whether all conditions are met.
 * @param {HTMLFormElement} form
 * @param {[string, string[]][]} all
 */
function holds(form, all) {
  return all.every(([name, fitting]) => fitting.includes(chosen(form, name)));
}

/**
 * Return the choice of a field.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function chosen(form, name) {
  return String(new FormData(form).get(name) ?? "");
}

/**
 * Choose a value of a field.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} value
 */
function pick(form, name, value) {
  for (const input of form.querySelectorAll("input")) {
    if (input.name === name && input.value === value) input.checked = true;
  }
}
