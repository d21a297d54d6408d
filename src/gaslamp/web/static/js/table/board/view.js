/** Geometry of the visible part of a board. `zoom.js` handles input and drawing. */

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{width: number, height: number}} Size size of the whole board */
/** @typedef {{x: number, y: number, width: number}} View visible part; its height follows from the board's ratio */

export const CLOSEST = 170; // smallest width, in board units
const MARGIN = 44; // board units around what is scrolled into view

/**
 * Return height divided by width.
 * @param {Size} size
 */
export function ratio(size) {
  return size.height / size.width;
}

/**
 * Return the view around some points: *wish* wide, or wider if they need it.
 * @param {Point[]} points
 * @param {number} wish width in board units
 * @param {Size} size
 * @returns {View}
 */
export function around(points, wish, size) {
  const { left, right, top, bottom } = bounds(points);
  const width = Math.min(size.width, Math.max(wish, right - left, (bottom - top) / ratio(size)));
  return { x: (left + right - width) / 2, y: (top + bottom - width * ratio(size)) / 2, width };
}

/**
 * Return true if the points are visible, with a margin.
 * @param {View} view
 * @param {Point[]} points
 * @param {Size} size
 */
export function isVisible(view, points, size) {
  const { left, right, top, bottom } = bounds(points);
  const inside = left >= view.x && right <= view.x + view.width;
  return inside && top >= view.y && bottom <= view.y + view.width * ratio(size);
}

/**
 * Move a view by the shortest distance that makes a point visible.
 * @param {View} view
 * @param {Point} point
 * @param {Size} size
 * @returns {View}
 */
export function scrolledTo({ x, y, width }, point, size) {
  const height = width * ratio(size);
  return {
    x: Math.min(Math.max(x, point.x + MARGIN - width), point.x - MARGIN),
    y: Math.min(Math.max(y, point.y + MARGIN - height), point.y - MARGIN),
    width,
  };
}

/**
 * Return the view centred on a point.
 * @param {View} view
 * @param {Point} point
 * @param {Size} size
 * @returns {View}
 */
export function centred({ width }, { x, y }, size) {
  return { x: x - width / 2, y: y - (width * ratio(size)) / 2, width };
}

/**
 * Scale a view. *fixed*, by default the centre, stays where it is.
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
 * Limit a view to the board.
 * @param {View} view
 * @param {Size} size
 * @param {number} room overscroll, as a fraction of the view
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
 * Interpolate between two views.
 * @param {View} from
 * @param {View} to
 * @param {number} share fraction, 0 to 1
 * @returns {View}
 */
export function interpolated(from, to, share) {
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
