/** What a card, token or tile beside the board is good for, in a sentence: under the pointer, a tap, or the focus. */

import { make } from "../../common/page.js";

const AT_ONCE = 400; // ms: what a tap itself moves does not hide what it asked for

/**
 * Let things in the panels say what they do; a screen reader has it as their description.
 * @param {HTMLElement} root
 */
export function describe(root) {
  const tip = make("p", "tip about");
  tip.setAttribute("aria-hidden", "true");
  let shown = 0; // when

  /** @param {Element | null | undefined} thing */
  const show = (thing) => {
    const text = thing?.getAttribute("data-about");
    tip.textContent = text ?? "";
    if (!thing || !text) return tip.remove();
    if (!tip.isConnected) document.body.append(tip);
    shown = performance.now();
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
  root.addEventListener("click", (event) => {
    if (tapped) setTimeout(() => show(under(event))); // whatever else the tap did comes first
  });
  root.addEventListener("pointerleave", () => show(null));
  root.addEventListener("focusin", (event) => {
    if (event.target instanceof Element && event.target.matches(":focus-visible")) show(event.target.closest("[data-about]"));
  });
  const hide = () => void (performance.now() - shown > AT_ONCE && show(null));
  root.addEventListener("focusout", hide);
  root.addEventListener("keydown", (event) => event.key === "Escape" && show(null));
  root.addEventListener("scroll", hide, true);
  // When the thing is gone, behind the curtain for one, what was said of it goes too.
  const gone = () => ![...root.querySelectorAll("[data-about]")].some((one) => one.getAttribute("data-about") === tip.textContent);
  new MutationObserver(() => tip.isConnected && gone() && show(null)).observe(root, { childList: true, subtree: true });
}
