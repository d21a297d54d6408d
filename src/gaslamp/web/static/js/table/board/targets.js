/** Drawing of targets, and hit testing for clicks near them. */

import { draw } from "../../common/page.js";

/** @import { Target } from "../../wire.d.ts" */
/** @typedef {{x: number, y: number, shape: Target["shape"], label?: string}} Spot */

// Radius of a target in board units, and distance at which it reacts to a pointer.
export const REACH = { tile: 100, place: 41, figure: 44, hex: 15, piece: 32, alarm: 34, ring: 16.5, dot: 9.5 };
const HIT = { tile: 100, place: 49, figure: 48, hex: 34, piece: 34, alarm: 34, ring: 18, dot: 13 };
const NEAR = 22; // px beside a target that still hit it

/**
 * Return the target of a click: the closest one containing it, else the closest within reach, or null.
 * @param {Iterable<[string, Spot]>} open
 * @param {DOMMatrix} matrix from board units to pixels
 * @param {{x: number, y: number}} tap
 */
export function nearest(open, matrix, tap) {
  let best = "";
  let least = [NEAR, Infinity];
  for (const [id, { x, y, shape }] of open) {
    const [dx, dy] = [Math.abs(tap.x - matrix.a * x - matrix.e), Math.abs(tap.y - matrix.d * y - matrix.f)];
    const reach = REACH[shape] * matrix.a;
    const middle = Math.hypot(dx, dy);
    const square = Math.hypot(Math.max(dx - reach, 0), Math.max(dy - reach, 0));
    const outside = shape === "tile" ? square : Math.max(middle - reach, 0);
    const [near = 0, far = 0] = least;
    if (outside < near || (outside === near && middle <= far)) [best, least] = [id, [outside, middle]];
  }
  return best;
}

/**
 * Draw a target around the origin: hit area, marks with halo, and focus ring.
 * @param {Target["shape"]} shape
 */
export function shapes(shape) {
  const reach = REACH[shape];
  if (shape === "tile") {
    const far = reach - 10;
    const near = far - 22;
    const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]]
      .map(([x = 0, y = 0]) => `M${x * near} ${y * far}H${x * far}V${y * near}`)
      .join("");
    return [
      square(HIT.tile, "area"),
      draw("path", { class: "under corners", d: corners }),
      draw("path", { class: "over corners", d: corners }),
      square(reach + 1, "under whole"),
      square(reach + 1, "over whole"),
      square(reach - 8, "focus black"),
      square(reach - 8, "focus white"),
    ];
  }
  const focus = { hex: reach + 9, ring: reach + 7, dot: reach + 6 }[/** @type {string} */ (shape)] ?? HIT[shape];
  const ring = [
    circle(HIT[shape], "area"),
    circle(reach, "under"),
    circle(reach, "over"),
    circle(focus, "focus black"),
    circle(focus, "focus white"),
  ];
  const dot = { place: 0.22, hex: 0.3, dot: 0.38 }[/** @type {string} */ (shape)];
  if (shape === "alarm") return [...ring, sign(reach * 0.76)];
  return dot ? [...ring, circle(reach * dot, "dot")] : ring;
}

/**
 * Draw the highlight of a thing on the board.
 * @param {Spot} spot
 * @param {string} className
 */
export function outline(spot, className) {
  const least = spot.shape === "ring" || spot.shape === "dot" ? 22 : 34; // at least as large as the pieces
  const drawn =
    spot.shape === "tile"
      ? square(REACH.tile - 4, className)
      : circle(Math.max(REACH[spot.shape] + 2, least), className);
  drawn.setAttribute("transform", `translate(${spot.x} ${spot.y})`);
  return drawn;
}

/**
 * Draw the sign of a risky choice at the upper right.
 * @param {number} away
 */
function sign(away) {
  return draw("g", { class: "sign", transform: `translate(${away} ${-away})` }, [
    circle(9.6, "plate"),
    draw("path", { d: "M-1.6-5.6H1.6L1.1 1.6H-1.1ZM-1.5 3.4H1.5V6.2H-1.5Z" }),
  ]);
}

/**
 * @param {number} half
 * @param {string} className
 */
function square(half, className) {
  return draw("rect", { class: className, x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 10 });
}

/**
 * @param {number} r
 * @param {string} className
 */
function circle(r, className) {
  return draw("circle", { class: className, r });
}
