/** The curves of a review as SVG: what spectators could expect, and what one side or the true secret gave. */

import { draw } from "../../common/page.js";

/** @import { ReviewPoint } from "../../wire.d.ts" */

const WIDTH = 280;
const HEIGHT = 116;
const LEFT = 24; // of the first point
const EDGE = 8; // around the curve

/**
 * @param {SVGSVGElement} svg
 * @param {ReviewPoint[]} points
 * @param {number} here the point on show
 * @param {string} eyes the side whose curve is drawn too; empty: that of the true secret
 */
export function drawCurve(svg, points, here, eyes) {
  const publicly = points.map(({ point }, number) => place(number, points.length, point.public));
  const others = points.map(({ point }, number) => place(number, points.length, (eyes ? point.sides[eyes] : point.open) ?? point.public));
  const [bottom, middle] = [y(0), y(500)];
  const parts = [
    ...[0, 500, 1000].map((chance) => label(chance)),
    draw("path", { class: "half", d: `M${LEFT} ${middle}H${WIDTH - EDGE}` }),
  ];
  const [first, last] = [publicly[0], publicly.at(-1)];
  if (first && last) {
    parts.push(draw("path", { class: "area", d: `M${first[0]} ${bottom}L${publicly.join(" L")}L${last[0]} ${bottom}Z` }));
    parts.push(draw("path", { class: "other", d: `M${others.join(" L")}` }), draw("path", { class: "public", d: `M${publicly.join(" L")}` }));
  }
  const now = publicly[here];
  if (now) parts.push(draw("path", { class: "here", d: `M${now[0]} ${EDGE / 2}V${HEIGHT - EDGE / 2}` }));
  points.forEach(({ point }, number) => {
    const at = publicly[number];
    const judgement = point.decision?.judgement;
    if (at && (judgement || number === here)) parts.push(draw("circle", { class: `mark ${judgement ?? ""}`, cx: at[0], cy: at[1], r: 4 }));
  });
  svg.replaceChildren(...parts);
}

/**
 * Return the number of the point nearest to the pointer.
 * @param {SVGSVGElement} svg
 * @param {PointerEvent} event
 * @param {number} count
 */
export function nearest(svg, event, count) {
  const box = svg.getBoundingClientRect();
  const at = ((event.clientX - box.left) / box.width) * WIDTH;
  const share = (at - LEFT) / (WIDTH - LEFT - EDGE);
  return Math.round(Math.max(0, Math.min(1, share)) * Math.max(0, count - 1));
}

/**
 * @param {number} number
 * @param {number} count
 * @param {number} chance
 * @returns {[number, number]}
 */
function place(number, count, chance) {
  const x = LEFT + ((WIDTH - LEFT - EDGE) * number) / Math.max(1, count - 1);
  return [Math.round(10 * x) / 10, y(chance)];
}

/** @param {number} chance in 0.1 points */
function y(chance) {
  return Math.round(10 * (EDGE + (HEIGHT - 2 * EDGE) * (1 - chance / 1000))) / 10;
}

/** @param {number} chance */
function label(chance) {
  const made = draw("text", { x: 2, y: y(chance) + 3.5 });
  made.textContent = String(chance / 10);
  return made;
}
