/** Overview of a large board with the visible part and the figures. A click scrolls the board. */

import { draw } from "../../common/page.js";

/** @import { Sprite } from "../../wire.d.ts" */
/** @typedef {{x: number, y: number}} Point */

const LARGER = 2.8; // magnification of figures

export class MiniMap {
  /**
   * @param {SVGSVGElement} svg
   * @param {(point: Point) => void} onLook
   */
  constructor(svg, onLook) {
    this.svg = svg;
    this.people = draw("g");
    this.seen = draw("rect", { class: "seen" });
    /** @param {PointerEvent} event */
    const look = (event) => {
      const matrix = svg.getScreenCTM()?.inverse();
      if (matrix && event.buttons) onLook(new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix));
    };
    svg.addEventListener("pointerdown", look);
    svg.addEventListener("pointermove", look);
  }

  /** @param {[number, number]} size */
  open([width, height]) {
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.replaceChildren(draw("use", { href: "#symbol-mini" }), this.people, this.seen);
  }

  close() {
    this.people.replaceChildren();
    this.svg.replaceChildren();
  }

  /**
   * Show the figures: sprites of the class `who`.
   * @param {Sprite[]} sprites
   */
  show(sprites) {
    const people = sprites.filter(({ classes }) => classes?.includes("who"));
    this.people.replaceChildren(
      ...people.map(({ symbol, x, y }) =>
        draw("use", { href: `#symbol-${symbol}`, transform: `translate(${x} ${y}) scale(${LARGER})` }),
      ),
    );
  }

  /**
   * Show the visible part.
   * @param {{x: number, y: number, width: number}} view
   * @param {number} ratio
   */
  frame({ x, y, width }, ratio) {
    const box = { x, y, width, height: width * ratio };
    for (const [name, value] of Object.entries(box)) this.seen.setAttribute(name, value.toFixed(0));
  }
}
