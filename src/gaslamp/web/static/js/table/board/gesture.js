/** Drag and pinch gestures on a drawing. A tap still clicks, and a drag does not. */

/** @typedef {{x: number, y: number}} Point */
/**
 * @typedef {object} Hands
 * @property {() => boolean} may whether the drawing can be dragged
 * @property {(from: Point, to: Point) => void} drag
 * @property {(from: Point, to: Point, factor: number) => void} pinch centre before and after, and zoom factor
 */

const STILL = 6; // px that a tap may move

/**
 * Enable dragging and pinching.
 * @param {SVGSVGElement} svg
 * @param {Hands} hands
 */
export function gesture(svg, hands) {
  /** @type {Map<number, Point>} */
  const fingers = new Map();
  /** @type {Point | null} */
  let start = null;
  let moved = false;

  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    if (event.isPrimary) {
      fingers.clear(); // pointers are lost with their element
      [start, moved] = [{ x: event.clientX, y: event.clientY }, false];
    }
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });

  svg.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before || !start) return;
    if (event.pointerType === "mouse" && event.buttons === 0) return lift(event);
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      moved = true;
      fingers.set(event.pointerId, now);
      hands.pinch(between(before, other), between(now, other), far(before, other) / Math.max(far(now, other), 1));
    } else if (hands.may() && (moved || far(start, now) > STILL)) {
      if (!moved && event.isTrusted) svg.setPointerCapture(event.pointerId);
      moved = true;
      fingers.set(event.pointerId, now);
      hands.drag(before, now);
    }
  });

  /** @param {PointerEvent} event */
  const lift = (event) => void fingers.delete(event.pointerId);
  svg.addEventListener("pointerup", lift);
  svg.addEventListener("pointercancel", lift);

  // Drop the click that ends a drag.
  svg.addEventListener(
    "click",
    (event) => {
      if (moved && event.detail > 0) event.stopImmediatePropagation();
      moved = false;
    },
    true,
  );
}

/**
 * @param {Point} one
 * @param {Point} other
 */
function far(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/**
 * @param {Point} one
 * @param {Point} other
 */
function between(one, other) {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
