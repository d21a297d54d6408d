/** Trails of figures, drawn below the sprites of their layers. */

import { draw } from "../../common/page.js";

/** @import { Trail } from "../../wire.d.ts" */

export class Trails {
  /** @param {Map<string, SVGGElement>} layers */
  constructor(layers) {
    this.layers = layers;
    /** @type {Map<string, SVGGElement>} */
    this.drawn = new Map();
    /** @type {Set<string>} labels of trails that are not announced yet */
    this.untold = new Set();
  }

  /**
   * Show the trail with a label, or all of them.
   * @param {string} [label]
   */
  tell(label) {
    if (label === undefined) this.untold.clear();
    else this.untold.delete(label);
    for (const way of this.drawn.values()) way.classList.toggle("untold", this.untold.has(way.ariaLabel ?? ""));
  }

  /** @param {Trail[]} trails */
  show(trails) {
    const here = new Set(trails.map(({ id }) => id));
    for (const [id, way] of this.drawn) {
      if (here.has(id)) continue;
      way.remove();
      this.drawn.delete(id);
    }
    for (const { width = 4.4, dash = "", layer = "trail", ...trail } of [...trails].reverse()) {
      const points = trail.points.map((point) => point.join()).join(" ");
      const way = this.drawn.get(trail.id) ?? draw("g", { class: "trail", role: "img" });
      way.setAttribute("aria-label", trail.label);
      way.classList.toggle("untold", this.untold.has(trail.label));
      way.replaceChildren(
        draw("polyline", { class: "under", points, "stroke-width": 2 * width }),
        draw("polyline", { points, stroke: trail.ink, "stroke-width": width, "stroke-dasharray": dash }),
      );
      this.drawn.set(trail.id, way);
      this.layers.get(layer)?.prepend(way);
    }
  }

  clear() {
    this.drawn.clear();
    this.untold.clear();
  }
}
