/**
 * What a card, token or tile beside the board does, in a sentence: under the mouse, at the focus, or while a finger is
 * held on it. A tap on a card takes it and shows nothing. The board is never covered.
 */

import { element, make } from "../../common/page.js";
import { onHold, STAYS } from "../board/tip.js";
import { showToast } from "../toast.js";

const AT_ONCE = 400; // ms in which what the same touch moves does not hide the text
const EDGE = 8; // px between the text and the thing, and the edge of the screen
const NARROWEST = 160; // px that a text is made
const KNOWN = "holds cards"; // in the local storage: was told how to read a card

/**
 * Let things in the panels say what they do; a screen reader has it as their description.
 * @param {HTMLElement} root
 */
export function describe(root) {
  const tip = make("p", "tip about");
  tip.setAttribute("aria-hidden", "true");
  let shown = 0; // when
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

  // A button that cannot be taken now hears nothing itself, but lies under the pointer all the same.
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
    if (!thing.matches("button")) setTimeout(() => showForAWhile(thing)); // a tap on it does nothing else
    else if (!localStorage.getItem(KNOWN)) teach();
  });
  root.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && show(null));
  root.addEventListener("focusin", (event) => {
    if (event.target instanceof Element && event.target.matches(":focus-visible")) show(event.target.closest("[data-about]"));
  });
  const hide = () => void (performance.now() - shown > AT_ONCE && show(null));
  root.addEventListener("focusout", () => finger || hide()); // a finger that is lifted moves the focus
  root.addEventListener("keydown", (event) => event.key === "Escape" && show(null));
  root.addEventListener("scroll", hide, true);
  // When the thing is gone, behind the curtain for one, what was said of it goes too.
  const gone = () => ![...root.querySelectorAll("[data-about]")].some((one) => one.getAttribute("data-about") === tip.textContent);
  new MutationObserver(() => tip.isConnected && gone() && show(null)).observe(root, { childList: true, subtree: true });
}

/** Say once how a card is read on a touch screen. */
function teach() {
  localStorage.setItem(KNOWN, "yes");
  showToast(element("toast", HTMLElement).dataset.hold ?? "", undefined, true);
}

/**
 * Place the text beside a thing: inside the screen, and not over the board. It becomes narrower for that, if need be;
 * and where there is no such place, it lies over the lower edge of the screen, where the thing itself is.
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
 * Give the first place round a thing where the text covers neither the board nor the thing.
 * @param {HTMLElement} tip
 * @param {DOMRect} spot
 * @param {DOMRect} board
 */
function free({ offsetWidth: width, offsetHeight: height }, spot, board) {
  const left = clamped((spot.left + spot.right - width) / 2, width, innerWidth);
  const top = clamped((spot.top + spot.bottom - height) / 2, height, innerHeight);
  const lefts = [left, board.left - width - EDGE, board.right + EDGE]; // the middle, or in the column beside the board
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
