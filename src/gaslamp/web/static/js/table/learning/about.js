/**
 * Descriptions of cards, tokens and tiles in the panels: on hover, on focus or on a long press. A tap takes a card and
 * shows nothing. The text never covers the board.
 */

import { element, make } from "../../common/page.js";
import { onHold, STAYS } from "../board/tip.js";
import { showToast } from "../toast.js";

const AT_ONCE = 400; // ms in which scrolling by the same touch does not hide the text
const EDGE = 8; // px around the text
const NARROWEST = 160; // px, minimum width
const KNOWN = "holds cards"; // local storage key: the long press was explained

/**
 * Show descriptions of panel items. Screen readers get them as descriptions.
 * @param {HTMLElement} root
 */
export function describe(root) {
  const tip = make("p", "tip about");
  tip.setAttribute("aria-hidden", "true");
  let shown = 0; // when the text was shown
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {Element | null | undefined} thing */
  const show = (thing) => {
    clearTimeout(timer);
    const text = thing?.getAttribute("data-about");
    tip.textContent = text ?? "";
    if (!thing || !text) return tip.remove();
    if (!tip.isConnected) document.body.append(tip);
    shown = performance.now();
    place(tip, thing.getBoundingClientRect());
  };

  /** @param {Element | null | undefined} thing */
  const showForAWhile = (thing) => {
    show(thing);
    timer = setTimeout(() => show(null), STAYS);
  };

  // Disabled buttons get no pointer events, but elementsFromPoint finds them.
  /** @param {number} x @param {number} y */
  const under = (x, y) => document.elementFromPoint(x, y)?.closest("[data-about]");
  root.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") show(event.buttons ? null : under(event.clientX, event.clientY));
  });
  let finger = false;
  root.addEventListener("pointerdown", (event) => {
    finger = event.pointerType !== "mouse";
    if (finger) show(null);
  });
  onHold(root, (x, y) => {
    const thing = under(x, y);
    if (!thing) return false;
    localStorage.setItem(KNOWN, "yes");
    showForAWhile(thing);
    return true;
  });
  root.addEventListener("click", (event) => {
    const thing = finger && event.detail > 0 ? under(event.clientX, event.clientY) : null;
    if (!thing) return;
    if (!thing.matches("button")) setTimeout(() => showForAWhile(thing)); // a tap on it has no other effect
    else if (!localStorage.getItem(KNOWN)) teach();
  });
  root.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && show(null));
  root.addEventListener("focusin", (event) => {
    if (event.target instanceof Element && event.target.matches(":focus-visible")) show(event.target.closest("[data-about]"));
  });
  const hide = () => void (performance.now() - shown > AT_ONCE && show(null));
  root.addEventListener("focusout", () => finger || hide()); // lifting a finger moves the focus
  root.addEventListener("keydown", (event) => event.key === "Escape" && show(null));
  root.addEventListener("scroll", hide, true);
  // Hide the text when its item is gone.
  const gone = () => ![...root.querySelectorAll("[data-about]")].some((one) => one.getAttribute("data-about") === tip.textContent);
  new MutationObserver(() => tip.isConnected && gone() && show(null)).observe(root, { childList: true, subtree: true });
}

/** Explain the long press once. */
function teach() {
  localStorage.setItem(KNOWN, "yes");
  showToast(element("toast", HTMLElement).dataset.hold ?? "", undefined, true);
}

/**
 * Place the text beside an item: on the screen, but not over the board. It is made narrower if necessary. Without
 * enough room it goes to the lower edge of the screen.
 * @param {HTMLElement} tip
 * @param {DOMRect} spot
 */
function place(tip, spot) {
  const board = element("board", HTMLElement).getBoundingClientRect();
  const column = (spot.left < board.left ? board.left : innerWidth - board.right) - 2 * EDGE;
  tip.style.maxWidth = "";
  const wide = free(tip, spot, board);
  if (!wide && column >= NARROWEST) tip.style.maxWidth = `${column}px`;
  const [x, y] = wide ?? free(tip, spot, board) ?? [
    clamped((spot.left + spot.right - tip.offsetWidth) / 2, tip.offsetWidth, innerWidth),
    innerHeight - tip.offsetHeight - EDGE,
  ];
  tip.style.left = `${x}px`;
  tip.style.top = `${y}px`;
}

/**
 * Return the first position around an item that covers neither the board nor the item.
 * @param {HTMLElement} tip
 * @param {DOMRect} spot
 * @param {DOMRect} board
 */
function free({ offsetWidth: width, offsetHeight: height }, spot, board) {
  const left = clamped((spot.left + spot.right - width) / 2, width, innerWidth);
  const top = clamped((spot.top + spot.bottom - height) / 2, height, innerHeight);
  const lefts = [left, board.left - width - EDGE, board.right + EDGE]; // the middle, or the column beside the board
  const [above, below] = [spot.top - height - EDGE, spot.bottom + EDGE];
  const places = [...lefts.map((x) => [x, above]), ...lefts.map((x) => [x, below]), [spot.left - width - EDGE, top], [spot.right + EDGE, top]];
  return places.find(([x = 0, y = 0]) => {
    const near = (x < spot.right && x + width > spot.left) || (y < spot.bottom && y + height > spot.top);
    const seen = x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight;
    const over = x < board.right && x + width > board.left && y < board.bottom && y + height > board.top;
    return near && seen && !over;
  });
}

/**
 * @param {number} value
 * @param {number} size
 * @param {number} room
 */
function clamped(value, size, room) {
  return Math.max(EDGE, Math.min(value, room - size - EDGE));
}
