/**
 * Tooltip of the board: the label of what is under the mouse or has the focus, with its description from a panel. On a
 * touch screen it needs a long press: a tap chooses, and the tooltip would cover the board.
 */

import { make } from "../../common/page.js";

export const STAYS = 5000; // ms after a long press
const HOLD = 450; // ms until a long press
const STILL = 8; // px that a long press may move

const SPRITES = ["people", "markers", "heat", "trail"].map((name) => `.layer-${name} .sprite[aria-label]:not(.names)`).join();

/**
 * Show the labels of things on the board. Screen readers read the labels themselves.
 * @param {HTMLElement} box
 */
export function tell(box) {
  const tip = make("p", "tip");
  tip.setAttribute("aria-hidden", "true");

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {Element | null} sprite */
  const show = (sprite) => {
    const id = sprite?.getAttribute("data-sprite");
    const about = id && document.querySelector(`.panels [data-about][data-lights="${CSS.escape(id)}"]`);
    const does = about ? [make("small", "", about.getAttribute("data-about") ?? "")] : [];
    tip.replaceChildren(sprite?.getAttribute("aria-label") ?? "", ...does);
    if (!sprite) return tip.remove();
    if (!tip.isConnected) box.append(tip);
    clearTimeout(timer);
    const [board, spot] = [box.getBoundingClientRect(), sprite.getBoundingClientRect()];
    const middle = (spot.left + spot.right) / 2 - board.left;
    const half = tip.offsetWidth / 2;
    const below = spot.top - board.top < tip.offsetHeight + 8;
    tip.style.left = `${Math.max(4, Math.min(middle - half, board.width - 2 * half - 4))}px`;
    tip.style.top = below ? `${spot.bottom - board.top + 6}px` : `${spot.top - board.top - tip.offsetHeight - 6}px`;
  };

  box.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse") return;
    show(event.buttons ? null : at(box, event.clientX, event.clientY)); // not while dragging
  });
  box.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && show(null));
  box.addEventListener("pointerdown", (event) => event.pointerType !== "mouse" && show(null));
  onHold(box, (x, y) => {
    const sprite = at(box, x, y);
    show(sprite);
    timer = setTimeout(() => show(null), STAYS);
    return sprite !== null;
  });
  box.addEventListener("focusin", (event) => {
    if (!(event.target instanceof SVGElement) || !event.target.matches(":focus-visible")) return;
    const { left, right, top, bottom } = event.target.getBoundingClientRect();
    show(at(box, (left + right) / 2, (top + bottom) / 2));
  });
  box.addEventListener("focusout", () => show(null));
  // Hide the tooltip whenever the board changes or moves, so that it never labels another thing and never stays over the
  // curtain.
  new MutationObserver((changes) => {
    const others = changes.flatMap(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes]);
    if (others.some((node) => node !== tip)) show(null);
  }).observe(box, { childList: true });
  new MutationObserver(() => show(null)).observe(box, { attributeFilter: ["viewBox"], subtree: true });
}

/**
 * Call a function on a long press. If it returns true, the following click is dropped.
 * @param {HTMLElement} root
 * @param {(x: number, y: number) => boolean} then
 */
export function onHold(root, then) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let held = false;
  let [x, y] = [0, 0];
  const stop = () => clearTimeout(timer);
  root.addEventListener("pointerdown", (event) => {
    stop();
    held = false;
    if (event.pointerType === "mouse" || !event.isPrimary) return;
    [x, y] = [event.clientX, event.clientY];
    timer = setTimeout(() => (held = then(x, y)), HOLD);
  });
  root.addEventListener("pointermove", (event) => Math.hypot(event.clientX - x, event.clientY - y) > STILL && stop());
  for (const end of ["pointerup", "pointercancel"]) root.addEventListener(end, stop);
  root.addEventListener("contextmenu", (event) => held && event.preventDefault());
  root.addEventListener(
    "click",
    (event) => {
      if (!held || event.detail === 0) return;
      held = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}

/**
 * Return the smallest sprite at a point of the window: it lies on top.
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
