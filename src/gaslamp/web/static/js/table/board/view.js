/** What part of a board is seen, as numbers alone: the drawing and the hands that move it are of `zoom.js`. */

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{width: number, height: number}} Size of the whole board */
/** @typedef {{x: number, y: number, width: number}} View its height follows: it has the shape of the board */

export const CLOSEST = 170; // units across, no fewer
const MARGIN = 44; // units round what is brought into sight

/**
 * Give the height of a unit of width.
 * @param {Size} size
 */
export function ratio(size) {
  return size.height / size.width;
}

/**
 * Give the view that shows some points, as close as is wished or as they need.
 * @param {Point[]} points
 * @param {number} wish units across
 * @param {Size} size
 * @returns {View}
 */
export function around(points, wish, size) {
  const { left, right, top, bottom } = bounds(points);
  const width = Math.min(size.width, Math.max(wish, right - left, (bottom - top) / ratio(size)));
  return { x: (left + right - width) / 2, y: (top + bottom - width * ratio(size)) / 2, width };
}

/**
 * Tell whether some points are in sight, with a margin.
 * @param {View} view
 * @param {Point[]} points
 * @param {Size} size
 */
export function shows(view, points, size) {
  const { left, right, top, bottom } = bounds(points);
  const inside = left >= view.x && right <= view.x + view.width;
  return inside && top >= view.y && bottom <= view.y + view.width * ratio(size);
}

/**
 * Move a view as little as brings a point into sight.
 * @param {View} view
 * @param {Point} point
 * @param {Size} size
 * @returns {View}
 */
export function reaching({ x, y, width }, point, size) {
  const height = width * ratio(size);
  return {
    x: Math.min(Math.max(x, point.x + MARGIN - width), point.x - MARGIN),
    y: Math.min(Math.max(y, point.y + MARGIN - height), point.y - MARGIN),
    width,
  };
}

/**
 * Give the view with a point in its middle.
 * @param {View} view
 * @param {Point} point
 * @param {Size} size
 * @returns {View}
 */
export function centred({ width }, { x, y }, size) {
  return { x: x - width / 2, y: y - (width * ratio(size)) / 2, width };
}

/**
 * See so many times as much, with one point where it is: the middle, unless another is named.
 * @param {View} view
 * @param {number} factor
 * @param {Size} size
 * @param {Point} [fixed]
 * @returns {View}
 */
export function zoomed({ x, y, width: before }, factor, size, fixed) {
  const { x: atX, y: atY } = fixed ?? { x: x + before / 2, y: y + (before * ratio(size)) / 2 };
  const width = Math.max(CLOSEST, Math.min(size.width, before * factor));
  const share = width / before;
  return { x: atX - (atX - x) * share, y: atY - (atY - y) * share, width };
}

/**
 * Keep a view where there is something to see.
 * @param {View} view
 * @param {Size} size
 * @param {number} room how far beyond the edge it may reach, in parts of itself
 * @returns {View}
 */
export function within({ x, y, width }, size, room) {
  const spare = { x: size.width - width, y: size.height - width * ratio(size) };
  const beyond = Math.min(room * width, spare.x / 2);
  return {
    x: Math.max(-beyond, Math.min(spare.x + beyond, x)),
    y: Math.max(-beyond, Math.min(spare.y + beyond, y)),
    width,
  };
}

/**
 * Give the view on the way from one to another.
 * @param {View} from
 * @param {View} to
 * @param {number} share of the way that is gone
 * @returns {View}
 */
export function onTheWay(from, to, share) {
  const between = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * share;
  return { x: between(from.x, to.x), y: between(from.y, to.y), width: between(from.width, to.width) };
}

/** @param {Point[]} points */
function bounds(points) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return {
    left: Math.min(...xs) - MARGIN,
    right: Math.max(...xs) + MARGIN,
    top: Math.min(...ys) - MARGIN,
    bottom: Math.max(...ys) + MARGIN,
  };
}
