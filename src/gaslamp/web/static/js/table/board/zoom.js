/**
 * Zoom and scroll of a large board by wheel, touch, keys and buttons. New choices are scrolled into view. Only the viewBox
 * changes; nothing is redrawn.
 */

import { gesture } from "./gesture.js";
import { MiniMap } from "./minimap.js";
import * as views from "./view.js";

/** @import { Point, View } from "./view.js" */

const STEP = 1.5; // zoom factor per click or key
const ROOM = 0.24; // overscroll, so that buttons cover nothing for good
const READABLE = 2 / 3; // pixels per unit needed to read the numbers
const HAND = 500; // px: narrower screens are phones
const GLIDE = 280; // ms of an animated move
const REST = 200; // ms of rest before sharp rendering

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Zoom {
  /**
   * @param {HTMLElement} tools zoom buttons and overview
   * @param {() => void} onMove
   */
  constructor(tools, onMove) {
    this.tools = tools;
    this.onMove = onMove;
    this.mini = new MiniMap(/** @type {SVGSVGElement} */ (tools.querySelector("svg.mini")), (point) => this.centre(point));
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    this.size = { width: 1, height: 1 };
    /** @type {View} */
    this.view = { x: 0, y: 0, width: 1 };
    this.goal = this.view; // end of the current animation
    this.near = 0; // initial width on a phone in board units; 0 without zoom
    this.preferred = 1; // preferred width in board units
    this.touched = false; // the user has zoomed
    this.fresh = true; // nothing has been scrolled into view yet
    /** @type {Point[]} points last scrolled into view */
    this.points = [];
    this.gliding = 0;
    this.drawing = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
    this.resized = new ResizeObserver(() => this.chooseWidth());
    tools.addEventListener("click", (event) => this.press(event));
  }

  /**
   * Attach to a newly drawn board.
   * @param {SVGSVGElement} svg
   * @param {[number, number]} size
   * @param {number} near
   */
  open(svg, size, near) {
    this.size = { width: size[0], height: size[1] };
    this.view = this.goal = { x: 0, y: 0, width: size[0] };
    if (near === 0) return;
    this.tools.hidden = false;
    svg.after(this.tools);
    this.svg = svg;
    this.near = near;
    this.preferred = size[0];
    this.touched = false;
    this.fresh = true;
    svg.classList.add("zooms");
    svg.tabIndex = 0;
    svg.setAttribute("aria-keyshortcuts", "+ - 0");
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    svg.addEventListener("keydown", (event) => this.key(event));
    gesture(svg, {
      may: () => !this.whole,
      drag: (from, to) => this.drag(from, to),
      pinch: (from, to, factor) => this.pinch(from, to, factor),
    });
    this.mini.open(size);
    this.chooseWidth();
    this.centre({ x: size[0] / 2, y: size[1] / 2 });
    this.resized.observe(svg);
  }

  /** Detach from the board. */
  close() {
    this.resized.disconnect();
    cancelAnimationFrame(this.gliding);
    cancelAnimationFrame(this.drawing);
    this.drawing = 0;
    this.svg = null;
    this.points = [];
    this.tools.remove();
    this.mini.close();
  }

  /** @returns {boolean} whether the whole board is visible */
  get whole() {
    return this.view.width >= this.size.width;
  }

  /**
   * Return the position of a point of the board within the box, in percent.
   * @param {Point} point
   */
  where({ x, y }) {
    const { view, size } = this;
    const height = view.width * views.ratio(size);
    return { left: (100 * (x - view.x)) / view.width, top: (100 * (y - view.y)) / height };
  }

  // ---- scrolling

  /**
   * Scroll some points into view, at the preferred width.
   * @param {Point[]} points
   */
  look(points) {
    this.points = points;
    if (!this.svg || points.length === 0 || this.preferred >= this.size.width) return;
    const { view, size } = this;
    const to = views.around(points, this.preferred, size);
    if (views.isVisible(view, points, size) && view.width <= to.width * 1.01 && !this.fresh) return;
    this.fresh ? this.show(to) : this.glide(to);
    this.fresh = false;
  }

  /**
   * Scroll a focused point into view by the shortest distance. Starts from the end of the current animation, so that
   * moving the focus does not interrupt it.
   * @param {Point} point
   */
  reveal(point) {
    if (!this.svg || (this.whole && this.goal.width >= this.size.width)) return;
    this.glide(views.scrolledTo(this.goal, point, this.size));
  }

  /** @param {Point} point */
  centre(point) {
    this.show(views.centred(this.view, point, this.size));
  }

  /** Choose the initial width: the whole board if it is readable. */
  chooseWidth() {
    if (!this.svg || this.touched) return;
    const pixels = this.svg.clientWidth;
    if (!pixels) return;
    const readable = pixels / this.size.width >= READABLE;
    const part = pixels < HAND ? Math.max(this.near, pixels) : pixels / READABLE;
    const wish = readable ? this.size.width : Math.min(this.size.width, part);
    if (wish === this.preferred) return; // the view may be wider to show all targets
    this.preferred = wish;
    this.show(views.zoomed(this.view, wish / this.view.width, this.size));
    this.look(this.points); // after a resize or rotation
  }

  // ---- input

  /** @param {WheelEvent} event */
  wheel(event) {
    const turned = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 32 : 1);
    const factor = Math.exp(Math.max(-120, Math.min(120, turned)) * (event.ctrlKey ? 0.01 : 0.0025));
    if (factor > 1 && this.whole) return; // let the page scroll
    event.preventDefault();
    this.zoomByUser(factor, this.point({ x: event.clientX, y: event.clientY }));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = this.view.width * 0.16;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = event.target === this.svg ? ways[/** @type {keyof typeof ways} */ (event.key)] : undefined;
    const [dx = 0, dy = 0] = way ?? [];
    if (way) this.show({ ...this.view, x: this.view.x + dx * step, y: this.view.y + dy * step }, ROOM);
    else if (event.key === "+" || event.key === "=") this.zoomByUser(1 / STEP);
    else if (event.key === "-") this.zoomByUser(STEP);
    else if (event.key === "0") this.zoomByUser(Infinity);
    else return;
    event.preventDefault();
  }

  /** @param {MouseEvent} event */
  press(event) {
    const button = event.target instanceof Element ? event.target.closest("[data-zoom]") : null;
    if (button) this.zoomByUser(button.getAttribute("data-zoom") === "in" ? 1 / STEP : STEP);
  }

  /**
   * @param {Point} from
   * @param {Point} to
   */
  drag(from, to) {
    const [before, after] = [this.point(from), this.point(to)];
    const { x, y, width } = this.view;
    this.show({ x: x + before.x - after.x, y: y + before.y - after.y, width }, ROOM);
  }

  /**
   * @param {Point} from
   * @param {Point} to
   * @param {number} factor
   */
  pinch(from, to, factor) {
    this.zoomByUser(factor, this.point(from));
    this.drag(from, to);
  }

  /**
   * Zoom by the user; this becomes the preferred width.
   * @param {number} factor
   * @param {Point} [fixed]
   */
  zoomByUser(factor, fixed) {
    this.touched = true;
    this.show(views.zoomed(this.view, factor, this.size, fixed), ROOM);
    this.preferred = this.view.width;
  }

  // ---- view

  /**
   * Convert a point of the window to board units.
   * @param {Point} point
   * @returns {Point}
   */
  point({ x, y }) {
    const { left, top, width } = /** @type {SVGSVGElement} */ (this.svg).getBoundingClientRect();
    const unit = this.view.width / width;
    return { x: this.view.x + (x - left) * unit, y: this.view.y + (y - top) * unit };
  }

  /** @param {View} to */
  glide(to) {
    const from = this.view;
    if (calm.matches) return this.show(to);
    this.goal = to;
    cancelAnimationFrame(this.gliding);
    const start = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const gone = Math.min(1, Math.max(0, (now - start) / GLIDE));
      const share = 1 - (1 - gone) ** 3;
      this.show(views.interpolated(from, to, share), 0, true);
      if (gone < 1) this.gliding = requestAnimationFrame(step);
    };
    this.gliding = requestAnimationFrame(step);
  }

  /**
   * Show a view, limited to the board.
   * @param {View} view
   * @param {number} [room] overscroll, as a fraction of the view
   * @param {boolean} [gliding]
   */
  show(view, room = 0, gliding = false) {
    if (!gliding) cancelAnimationFrame(this.gliding);
    this.view = views.within(view, this.size, room);
    if (!gliding) this.goal = this.view;
    this.drawing ||= requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.drawing = 0;
    const { svg, view } = this;
    if (!svg) return;
    const ratio = views.ratio(this.size);
    const box = [view.x, view.y, view.width, view.width * ratio].map((value) => value.toFixed(1));
    svg.setAttribute("viewBox", box.join(" "));
    svg.classList.add("moving");
    clearTimeout(this.resting);
    this.resting = setTimeout(() => svg.classList.remove("moving"), REST);
    svg.classList.toggle("near", !this.whole);
    this.tools.classList.toggle("near", !this.whole);
    for (const [name, end] of /** @type {[string, boolean][]} */ ([["out", this.whole], ["in", view.width <= views.CLOSEST]])) {
      this.tools.querySelector(`[data-zoom="${name}"]`)?.setAttribute("aria-disabled", String(end));
    }
    this.mini.frame(view, ratio);
    this.onMove();
  }
}
