/** The board: background art, layers of sprites and trails, and the clickable targets. */

import { draw } from "../../common/page.js";
import { Sprites, layerOf } from "./sprites.js";
import { fetchBoardArt } from "./board-art.js";
import { REACH, nearest, outline, shapes } from "./targets.js";
import { Trails } from "./trails.js";
import { Zoom } from "./zoom.js";

/** @import { Sprite, Target } from "../../wire.d.ts" */
/** @import { Table } from "../table-view.js" */
/** @import { Spot } from "./targets.js" */
/** @typedef {{id: string, label: string, chosen: boolean}} Open a target that can be chosen now */

const LAYERS = ["ground", "board", "heat", "light", "over", "trail", "markers", "targets", "people", "lights", "finger"];

export class Board {
  /**
   * @param {HTMLElement} box
   * @param {SVGSVGElement} drawings shared definitions and symbols
   * @param {HTMLElement} tools zoom controls
   * @param {(id: string) => void} onTake
   * @param {() => void} onMove the visible part has changed
   */
  constructor(box, drawings, tools, onTake, onMove) {
    this.box = box;
    this.drawings = drawings;
    this.onTake = onTake;
    this.zoom = new Zoom(tools, onMove);
    this.url = "";
    /** @type {Map<string, SVGElement>} background art, by layer */
    this.art = new Map();
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** @type {Map<string, SVGGElement>} */
    this.layers = new Map();
    this.sprites = new Sprites(this.layers);
    this.trails = new Trails(this.layers);
    /** @type {Map<string, Spot>} */
    this.spots = new Map();
    /** @type {Map<string, SVGGElement>} */
    this.targets = new Map();
    /** @type {Map<string, SVGGElement>} targets that cannot be chosen but can be reached by keyboard */
    this.barred = new Map();
    /** @type {(miss: {target?: string, at?: [number, number]}) => void} called for a click on something that cannot be chosen */
    this.onMiss = () => {};
    this.sight = ""; // what was last scrolled into view
    this.story = ""; // the replayed path of a finished game
  }

  /**
   * Load the background art of a board, once.
   * @param {string} url
   */
  async prepare(url) {
    if (url === this.url) return;
    this.art = await fetchBoardArt(url, this.drawings);
    this.url = url;
  }

  /**
   * Show the sprites of a frame. Existing ones move to their new places.
   * @param {Table} frame
   */
  show(frame) {
    const svg = this.svg ?? this.build(frame);
    svg.setAttribute("aria-label", frame.label);
    const first = this.sprites.drawn.size === 0;
    svg.classList.toggle("still-now", first);
    this.sprites.show(frame.sprites);
    this.trails.show(frame.trails);
    this.zoom.mini.show(frame.sprites);
    this.tellStory(frame);
    this.spots = spots(frame);
    if (first) requestAnimationFrame(() => requestAnimationFrame(() => svg.classList.remove("still-now")));
  }

  /**
   * Let the parts of a finished game's path appear in order. A path that was shown is not repeated.
   * @param {Table} frame
   */
  tellStory(frame) {
    const parts = [...frame.sprites, ...frame.trails].filter(({ after }) => after);
    const story = parts.map(({ id, after }) => `${id} ${after}`).join();
    if (story !== this.story && story) this.replay(parts);
    this.story = story;
  }

  /**
   * Show a path from its start.
   * @param {{id: string, after?: number}[]} parts
   */
  replay(parts) {
    const last = Math.max(...parts.map(({ after }) => after ?? 0));
    const moment = Math.min(0.4, 12 / last); // seconds per part
    for (const { id, after = 0 } of parts) {
      const drawn = this.sprites.drawn.get(id)?.group ?? this.trails.drawn.get(id);
      if (!drawn) continue;
      drawn.classList.remove("in-story");
      drawn.getBoundingClientRect(); // restarts the animation
      drawn.style.animationDelay = `${after * moment}s`;
      drawn.classList.add("in-story");
    }
  }

  clear() {
    this.svg?.remove();
    this.svg = null;
    this.zoom.close();
    this.sight = "";
    this.story = "";
    this.layers.clear();
    this.sprites.clear();
    this.trails.clear();
    this.spots.clear();
    this.targets.clear();
    this.barred.clear();
  }

  /**
   * Draw the targets that can be chosen now. Existing ones are kept, and with them the focus.
   * @param {Open[]} open
   */
  showTargets(open) {
    const ids = new Set(open.map(({ id }) => id));
    for (const [id, target] of this.targets) {
      if (ids.has(id)) continue;
      target.remove();
      this.targets.delete(id);
    }
    for (const { id, label, chosen } of open) {
      const spot = this.spots.get(id);
      if (!spot) continue;
      const target = this.targets.get(id) ?? this.drawTarget(id, spot);
      target.setAttribute("transform", `translate(${spot.x} ${spot.y})`);
      target.setAttribute("aria-label", spot.label && spot.label !== label ? `${label}, ${spot.label}` : label);
      target.setAttribute("aria-pressed", String(chosen));
    }
    this.setTabStop();
    this.look();
  }

  /**
   * Make places that cannot be chosen reachable by keyboard.
   * @param {Target[]} places
   */
  showUnavailable(places) {
    for (const drawn of this.barred.values()) drawn.remove();
    this.barred.clear();
    for (const { id, x, y, shape, label = this.spots.get(id)?.label ?? "" } of places) {
      const said = { "data-target": id, "aria-label": label, "aria-disabled": "true", role: "button" };
      const where = { class: `target barred ${shape}`, transform: `translate(${x} ${y})` };
      const drawn = draw("g", { ...where, ...said }, shapes(shape));
      this.layers.get("targets")?.prepend(drawn);
      this.barred.set(id, drawn);
      if (!this.spots.has(id)) this.spots.set(id, { x, y, shape, label });
    }
    this.setTabStop();
  }

  /**
   * Mark the place of a refused click; null for none.
   * @param {Target | null} place
   */
  mark(place) {
    const layer = this.layers.get("targets");
    for (const old of layer?.querySelectorAll(".miss") ?? []) old.remove();
    if (place) layer?.append(outline(place, "miss under"), outline(place, "miss"));
  }

  /** Scroll to the targets, or else to the acting figures, once per prompt. */
  look() {
    const pulsing = [...this.sprites.drawn.values()].filter(({ data }) => data.classes?.includes("pulse"));
    const ids = this.targets.size ? [...this.targets.keys()] : pulsing.map(({ data }) => `${data.id} ${data.x} ${data.y}`);
    const sight = ids.join();
    if (!sight || sight === this.sight) return;
    this.sight = sight;
    const open = [...this.targets.keys()].flatMap((id) => this.spots.get(id) ?? []);
    this.zoom.look(open.length ? open : pulsing.map(({ data }) => data));
  }

  /**
   * Scroll to the changes among some sprites: figures and markers, not their lights.
   * @param {Sprite[]} sprites
   */
  lookAt(sprites) {
    const changed = sprites.filter((sprite) => this.sprites.changed.has(sprite.id) && ["people", "markers"].includes(layerOf(sprite)));
    if (changed.length && changed.length < sprites.length / 2) this.zoom.look(changed);
  }

  /**
   * Scroll to the sprites of a sentence and highlight them.
   * @param {string[]} ids
   * @param {string[]} lights
   */
  follow(ids, lights) {
    this.zoom.look(ids.flatMap((id) => this.sprites.drawn.get(id)?.data ?? []));
    this.light(lights);
  }

  /** Scroll back to the targets. */
  lookAgain() {
    this.light([]);
    this.sight = "";
    this.look();
  }

  /**
   * Highlight the sprites of a panel row.
   * @param {string[]} ids
   */
  light(ids) {
    const lights = ids.flatMap((id) => {
      const spot = this.spots.get(id);
      return spot ? [outline(spot, "light under"), outline(spot, "light")] : [];
    });
    this.layers.get("lights")?.replaceChildren(...lights);
  }

  /**
   * Put exactly one target into the Tab order: the given one, else the current one, else the first.
   * @param {Element | null} [wanted]
   */
  setTabStop(wanted = null) {
    const all = [...this.targets.values(), ...this.barred.values()];
    const one = all.find((target) => target === wanted) ?? all.find((target) => target.tabIndex === 0) ?? all[0];
    for (const target of all) target.tabIndex = target === one ? 0 : -1;
  }

  /**
   * Return the position of a target within the box, in percent.
   * @param {string} id
   */
  where(id) {
    const spot = this.spots.get(id);
    if (!spot) return null;
    const below = spot.shape === "tile" ? REACH.tile * 0.74 : REACH[spot.shape] + 24;
    return this.zoom.where({ x: spot.x, y: spot.y + below });
  }

  /** @param {Table} frame */
  build(frame) {
    const [width, height] = frame.size;
    this.box.style.setProperty("--ratio", String(width / height));
    const svg = draw("svg", { class: "board", viewBox: `0 0 ${width} ${height}`, role: "group" });
    for (const name of LAYERS) {
      const layer = this.art.get(name) ?? draw("g", { class: `layer-${name}` });
      if (layer instanceof SVGGElement && !this.art.has(name)) this.layers.set(name, layer);
      svg.append(layer);
    }
    svg.addEventListener("click", (event) => this.point(event));
    svg.addEventListener("focusin", (event) => {
      const spot = event.target instanceof Element && this.spots.get(event.target.getAttribute("data-target") ?? "");
      if (spot) this.zoom.reveal(spot);
    });
    this.box.prepend(svg);
    this.svg = svg;
    this.zoom.open(svg, frame.size, frame.zoom);
    return svg;
  }

  /** @param {MouseEvent} event */
  point(event) {
    const hit = event.target instanceof Element ? event.target.closest("[data-target]")?.getAttribute("data-target") : "";
    const matrix = event.detail > 0 ? this.svg?.getScreenCTM() : null; // a key press has no position
    const open = [...this.targets.keys()].flatMap((id) => {
      const spot = this.spots.get(id);
      return spot ? [/** @type {[string, Spot]} */ ([id, spot])] : [];
    });
    const id = matrix ? nearest(open, matrix, { x: event.clientX, y: event.clientY }) : hit;
    if (id && this.targets.has(id)) this.onTake(id);
    else if (id) this.onMiss({ target: id });
    else if (matrix) this.onMiss({ at: [(event.clientX - matrix.e) / matrix.a, (event.clientY - matrix.f) / matrix.d] });
  }

  /**
   * @param {string} id
   * @param {Spot} spot
   */
  drawTarget(id, spot) {
    const target = draw("g", { class: `target ${spot.shape}`, "data-target": id, role: "button" }, shapes(spot.shape));
    this.layers.get("targets")?.append(target);
    this.targets.set(id, target);
    return target;
  }
}

/**
 * Return the positions of all targets and sprites of a frame.
 * @param {Table} frame
 * @returns {Map<string, Spot>}
 */
function spots(frame) {
  /** @type {Map<string, Spot>} */
  const found = new Map();
  const shape = frame.zoom ? "ring" : "figure"; // pieces are small on a large board
  for (const { id, x, y, label } of frame.sprites) found.set(id, { x, y, shape, label });
  for (const { id, x, y, shape, label } of frame.targets) found.set(id, { x, y, shape, label });
  return found;
}
