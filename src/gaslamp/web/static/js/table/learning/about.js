/** What a card, token or tile beside the board is good for, in a sentence: under the pointer, a tap, or the focus. */

import { make } from "../../common/page.js";

/**
 * Let things in the panels say what they do; a screen reader has it as their description.
 * @param {HTMLElement} root
 */
export function describe(root) {
  const tip = make("p", "tip about");
  tip.setAttribute("aria-hidden", "true");

  /** @param {Element | null | undefined} thing */
  const show = (thing) => {
    const text = thing?.getAttribute("data-about");
    tip.textContent = text ?? "";
    if (!thing || !text) return tip.remove();
    if (!tip.isConnected) document.body.append(tip);
    const spot = thing.getBoundingClientRect();
    const half = tip.offsetWidth / 2;
    const middle = Math.min(Math.max((spot.left + spot.right) / 2, half + 8), innerWidth - half - 8);
    const above = spot.top - tip.offsetHeight - 8;
    tip.style.left = `${middle}px`;
    tip.style.top = `${above > 0 ? above : spot.bottom + 8}px`;
  };

  // A button that cannot be taken now hears nothing itself, but lies under the pointer all the same.
  /** @param {MouseEvent} event */
  const under = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest("[data-about]");
  root.addEventListener("pointermove", (event) => event.pointerType === "mouse" && show(event.buttons ? null : under(event)));
  let tapped = false;
  root.addEventListener("pointerup", (event) => {
    tapped = event.pointerType !== "mouse";
    if (tapped) show(under(event));
  });
  root.addEventListener("click", (event) => tapped && event.detail > 0 && show(under(event))); // the focus came between
  root.addEventListener("pointerleave", () => show(null));
  root.addEventListener("focusin", (event) => {
    if (event.target instanceof Element && event.target.matches(":focus-visible")) show(event.target.closest("[data-about]"));
  });
  root.addEventListener("focusout", () => show(null));
  root.addEventListener("keydown", (event) => event.key === "Escape" && show(null));
  root.addEventListener("scroll", () => show(null), true);
  // When the thing is gone, behind the curtain for one, what was said of it goes too.
  const gone = () => ![...root.querySelectorAll("[data-about]")].some((one) => one.getAttribute("data-about") === tip.textContent);
  new MutationObserver(() => tip.isConnected && gone() && show(null)).observe(root, { childList: true, subtree: true });
}
