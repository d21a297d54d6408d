/**
 * The little label over the board: what lies under the pointer, under a tap, or where the focus is; and what it does,
 * if a panel says that.
 */

import { make } from "../../common/page.js";

const SPRITES = ["people", "markers", "heat", "trail"].map((name) => `.layer-${name} .sprite[aria-label]:not(.names)`).join();

/**
 * Let things on the board say what they are. What they say is their label, which a screen reader has read already.
 * @param {HTMLElement} box
 */
export function tell(box) {
  const tip = make("p", "tip");
  tip.setAttribute("aria-hidden", "true");

  /** @param {Element | null} sprite */
  const show = (sprite) => {
    const id = sprite?.getAttribute("data-sprite");
    const about = id && document.querySelector(`.panels [data-about][data-lights="${CSS.escape(id)}"]`);
    const does = about ? [make("small", "", about.getAttribute("data-about") ?? "")] : [];
    tip.replaceChildren(sprite?.getAttribute("aria-label") ?? "", ...does);
    if (!sprite) return tip.remove();
    if (!tip.isConnected) box.append(tip);
    const [board, spot] = [box.getBoundingClientRect(), sprite.getBoundingClientRect()];
    const middle = (spot.left + spot.right) / 2 - board.left;
    const half = tip.offsetWidth / 2;
    const below = spot.top - board.top < tip.offsetHeight + 8;
    tip.style.left = `${Math.min(Math.max(middle, half + 4), board.width - half - 4)}px`;
    tip.style.top = below ? `${spot.bottom - board.top + 6}px` : `${spot.top - board.top - tip.offsetHeight - 6}px`;
  };

  box.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse") return;
    show(event.buttons ? null : at(box, event.clientX, event.clientY)); // whoever drags a board reads nothing
  });
  box.addEventListener("pointerleave", () => show(null));
  box.addEventListener("click", (event) => event.detail > 0 && show(at(box, event.clientX, event.clientY)));
  box.addEventListener("focusin", (event) => {
    if (!(event.target instanceof SVGElement) || !event.target.matches(":focus-visible")) return;
    const { left, right, top, bottom } = event.target.getBoundingClientRect();
    show(at(box, (left + right) / 2, (top + bottom) / 2));
  });
  box.addEventListener("focusout", () => show(null));
  // Whatever changes on the board, an old label must not stay: not over another thing, and not behind the curtain. Nor
  // does it stay when a large board moves under it.
  new MutationObserver((changes) => {
    const others = changes.flatMap(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes]);
    if (others.some((node) => node !== tip)) show(null);
  }).observe(box, { childList: true });
  new MutationObserver(() => show(null)).observe(box, { attributeFilter: ["viewBox"], subtree: true });
}

/**
 * Give the sprite at a place of the window; of several the smallest: it lies on the others.
 * @param {HTMLElement} box
 * @param {number} x
 * @param {number} y
 * @returns {Element | null}
 */
function at(box, x, y) {
  let best = null;
  let least = Infinity;
  for (const sprite of box.querySelectorAll(SPRITES)) {
    const { left, right, top, bottom } = sprite.getBoundingClientRect();
    const size = (right - left) * (bottom - top);
    if (x < left || x > right || y < top || y > bottom || size >= least) continue;
    [best, least] = [sprite, size];
  }
  return best;
}
