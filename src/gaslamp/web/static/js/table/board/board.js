/** The board: a still drawing fetched once, sprites kept by their ids and moved by transition, trails and targets. */

import { Zoom } from "./zoom.js";
import { draw } from "../../common/page.js";
import { REACH, nearest, outline, shapes } from "./targets.js";

/** @import { Sprite, TableFrame, Trail } from "../../wire.d.ts" */
/** @import { Spot } from "./targets.js" */
/** @typedef {{id: string, label: string, chosen: boolean}} Open a target that may be pointed at now */
/** @typedef {{group: SVGGElement, turn: SVGGElement, use: SVGUseElement, text: SVGTextElement, angle: number, data: Sprite}} Drawn */

const LAYERS = ["ground", "board", "heat", "light", "over", "trail", "markers", "targets", "people", "lights"];

const SILENT = new Set(["heat", "names"]);
const LETTERS = { size: 29.5, dy: 15.5 };

export class Board {
  /**
   * @param {HTMLElement} box
   * @param {SVGSVGElement} drawings where definitions and symbols are kept for the board and the panels
   * @param {HTMLElement} tools what a large board is looked at more closely with
   * @param {(id: string) => void} onTake
   * @param {() => void} onMove what is seen of the board has changed
   */
  constructor(box, drawings, tools, onTake, onMove) {
    this.box = box;
    this.drawings = drawings;
    this.onTake = onTake;
    this.zoom = new Zoom(tools, onMove);
    this.url = "";
    /** @type {Map<string, SVGElement>} what lies still, under the layers and between them */
    this.still = new Map();
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** @type {Map<string, SVGGElement>} */
    this.layers = new Map();
    /** @type {Map<string, Drawn>} */
    this.sprites = new Map();
    /** @type {Map<string, SVGGElement>} */
    this.trails = new Map();
    /** @type {Map<string, Spot>} */
    this.spots = new Map();
    /** @type {Map<string, SVGGElement>} */
    this.targets = new Map();
    /** @type {Set<string>} the sprites that were new or had moved when they were last shown */
    this.changed = new Set();
    /** @type {Set<string>} the sprites that keep their look until it is told why they change */
    this.held = new Set();
    /** @type {Sprite[]} */
    this.newest = [];
    this.sight = ""; // what was last brought into sight
    this.story = ""; // what is told move by move when all is over
  }

  /**
   * Fetch the still drawing of a board, once.
   * @param {string} url
   */
  async fetchStill(url) {
    if (url === this.url) return;
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    const text = await answer.text();
    const still = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const definitions = still.querySelector("defs");
    this.drawings.replaceChildren(...(definitions ? [document.importNode(definitions, true)] : []));
    this.still.clear();
    for (const name of ["ground", "over"]) {
      const part = still.querySelector(`#${name}`);
      if (!(part instanceof SVGElement)) continue;
      const copy = document.importNode(part, true);
      copy.removeAttribute("id");
      copy.setAttribute("class", `layer-${name}`);
      this.still.set(name, copy);
    }
    this.url = url;
  }

  /**
   * Show the sprites of a frame; what was there already moves to its new place.
   * @param {TableFrame} frame
   */
  show(frame) {
    const svg = this.svg ?? this.build(frame);
    svg.setAttribute("aria-label", frame.label);
    const first = this.sprites.size === 0;
    svg.classList.toggle("still-now", first);
    this.changed.clear();
    this.newest = frame.sprites;
    for (const sprite of frame.sprites) this.place(this.asHeld(sprite));
    const here = new Set(frame.sprites.map((sprite) => sprite.id));
    for (const [id, drawn] of this.sprites) {
      if (here.has(id)) continue;
      drawn.group.remove();
      this.sprites.delete(id);
    }
    this.order(frame.sprites);
    this.lay(frame.trails);
    this.zoom.mini.show(frame.sprites);
    this.tellStory(frame);
    this.spots = spots(frame);
    if (first) requestAnimationFrame(() => requestAnimationFrame(() => svg.classList.remove("still-now")));
  }

  /**
   * Let some sprites look as they do, whatever comes, until they are let go.
   * @param {string[]} ids
   */
  hold(ids) {
    this.held = new Set(ids);
  }

  /**
   * Let them look as they should.
   * @param {string[]} ids
   */
  letGo(ids) {
    const gone = new Set(ids.filter((id) => this.held.delete(id)));
    for (const sprite of this.newest) if (gone.has(sprite.id) && this.sprites.has(sprite.id)) this.place(sprite);
  }

  /** @param {Sprite} sprite */
  asHeld(sprite) {
    const known = this.held.has(sprite.id) ? this.sprites.get(sprite.id)?.data : undefined;
    if (!known) return sprite;
    const { symbol, letters, ink, classes } = known;
    return { ...sprite, symbol, letters, ink, classes };
  }

  /**
   * Let what belongs to a story appear in its order, one moment after the other; a story that was told stays.
   * @param {TableFrame} frame
   */
  tellStory(frame) {
    const parts = [...frame.sprites, ...frame.trails].filter(({ after }) => after);
    const story = parts.map(({ id, after }) => `${id} ${after}`).join();
    if (story !== this.story && story) this.replay(parts);
    this.story = story;
  }

  /**
   * Tell a story from its beginning.
   * @param {{id: string, after?: number}[]} parts
   */
  replay(parts) {
    const last = Math.max(...parts.map(({ after }) => after ?? 0));
    const moment = Math.min(0.4, 12 / last); // seconds
    for (const { id, after = 0 } of parts) {
      const drawn = this.sprites.get(id)?.group ?? this.trails.get(id);
      if (!drawn) continue;
      drawn.classList.remove("in-story");
      drawn.getBoundingClientRect(); // so that the animation begins anew
      drawn.style.animationDelay = `${after * moment}s`;
      drawn.classList.add("in-story");
    }
  }

  /** Forget everything that was shown. */
  clear() {
    this.svg?.remove();
    this.svg = null;
    this.zoom.close();
    this.sight = "";
    this.story = "";
    this.layers.clear();
    this.sprites.clear();
    this.held.clear();
    this.newest = [];
    this.trails.clear();
    this.spots.clear();
    this.targets.clear();
  }

  /**
   * Draw the targets that may be pointed at now, and keep those that stay, so that the focus stays too.
   * @param {Open[]} open
   */
  aim(open) {
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
    this.rove();
    this.look();
  }

  /** Bring what can be pointed at into sight, or else who is at work; but only once, lest a hand be led. */
  look() {
    const pulsing = [...this.sprites.values()].filter(({ data }) => data.classes?.includes("pulse"));
    const ids = this.targets.size ? [...this.targets.keys()] : pulsing.map(({ data }) => `${data.id} ${data.x} ${data.y}`);
    const sight = ids.join();
    if (!sight || sight === this.sight) return;
    this.sight = sight;
    const open = [...this.targets.keys()].flatMap((id) => this.spots.get(id) ?? []);
    this.zoom.look(open.length ? open : pulsing.map(({ data }) => data));
  }

  /**
   * Bring what has changed among some sprites into sight: people and markers, not the light they carry.
   * @param {Sprite[]} sprites
   */
  lookAt(sprites) {
    const changed = sprites.filter(({ id, layer }) => this.changed.has(id) && ["people", "markers"].includes(layer));
    if (changed.length && changed.length < sprites.length / 2) this.zoom.look(changed);
  }

  /**
   * Light up some sprites: what a line of a panel is about.
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
   * Let exactly one target be reached by Tab: the given one, else the one that was, else the first.
   * @param {Element | null} [wanted]
   */
  rove(wanted = null) {
    const all = [...this.targets.values()];
    const one = all.find((target) => target === wanted) ?? all.find((target) => target.tabIndex === 0) ?? all[0];
    for (const target of all) target.tabIndex = target === one ? 0 : -1;
  }

  /**
   * Tell where on the box a target lies, in hundredths of its width and height.
   * @param {string} id
   */
  where(id) {
    const spot = this.spots.get(id);
    if (!spot) return null;
    const below = spot.shape === "tile" ? REACH.tile * 0.74 : REACH[spot.shape] + 24;
    return this.zoom.where({ x: spot.x, y: spot.y + below });
  }

  /** @param {TableFrame} frame */
  build(frame) {
    const [width, height] = frame.size;
    this.box.style.setProperty("--ratio", String(width / height));
    const svg = draw("svg", { class: "board", viewBox: `0 0 ${width} ${height}`, role: "group" });
    for (const name of LAYERS) {
      const layer = this.still.get(name) ?? draw("g", { class: `layer-${name}` });
      if (layer instanceof SVGGElement && !this.still.has(name)) this.layers.set(name, layer);
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
    const matrix = event.detail > 0 ? this.svg?.getScreenCTM() : null; // a key points at nothing but its target
    const open = [...this.targets.keys()].flatMap((id) => {
      const spot = this.spots.get(id);
      return spot ? [/** @type {[string, Spot]} */ ([id, spot])] : [];
    });
    const id = matrix ? nearest(open, matrix, { x: event.clientX, y: event.clientY }) : hit;
    if (id) this.onTake(id);
  }

  /** @param {Sprite} sprite */
  place(sprite) {
    const known = this.sprites.get(sprite.id);
    const drawn = known ?? this.drawSprite(sprite);
    // Turn the shorter way: from 270 to 0 is a quarter forward, not three back.
    drawn.angle += (((sprite.turn ?? 0) - drawn.angle) % 360 + 540) % 360 - 180;
    drawn.group.style.transform = `translate(${sprite.x}px, ${sprite.y}px)`;
    drawn.turn.style.transform = `rotate(${drawn.angle}deg)`;
    const told = drawn.group.classList.contains("in-story") ? ["in-story"] : [];
    drawn.group.setAttribute("class", ["sprite", ...(sprite.classes ?? []), ...told].join(" "));
    if (!known) drawn.group.classList.add("new");
    else if (drawn.data.symbol !== sprite.symbol) drawn.group.classList.add("changed");
    if (!known || known.data.x !== sprite.x || known.data.y !== sprite.y) this.changed.add(sprite.id);
    drawn.group.setAttribute("aria-label", sprite.label);
    drawn.use.setAttribute("href", `#symbol-${sprite.symbol}`);
    drawn.text.textContent = sprite.letters ?? "";
    drawn.text.setAttribute("fill", sprite.ink ?? "");
    drawn.text.setAttribute("font-size", String(sprite.size ?? LETTERS.size));
    drawn.text.setAttribute("y", String(sprite.dy ?? LETTERS.dy));
    drawn.data = sprite;
  }

  /**
   * @param {Sprite} sprite
   * @returns {Drawn}
   */
  drawSprite(sprite) {
    const use = draw("use");
    const turn = draw("g", { class: "turn" }, [use]);
    const text = draw("text");
    const group = draw("g", { "data-sprite": sprite.id, role: "img" }, [turn, text]);
    // A panel says it in order; and a name of every place tells nothing.
    if (sprite.classes?.some((name) => SILENT.has(name))) group.setAttribute("aria-hidden", "true");
    this.layers.get(sprite.layer)?.append(group);
    const drawn = { group, turn, use, text, angle: sprite.turn ?? 0, data: sprite };
    this.sprites.set(sprite.id, drawn);
    return drawn;
  }

  /**
   * Keep the order of the frame within each layer; elements in place are not touched, so they go on moving.
   * @param {Sprite[]} sprites
   */
  order(sprites) {
    for (const [name, layer] of this.layers) {
      let after = layer.querySelector(":scope > .sprite");
      if (name === "targets" || name === "lights") continue;
      for (const sprite of sprites.filter((one) => one.layer === name)) {
        const group = this.sprites.get(sprite.id)?.group;
        if (group && group !== after) layer.insertBefore(group, after);
        else after = after?.nextElementSibling ?? null;
      }
    }
  }

  /**
   * Lay the trails of a frame, under the sprites of their layers.
   * @param {Trail[]} trails
   */
  lay(trails) {
    const here = new Set(trails.map(({ id }) => id));
    for (const [id, drawn] of this.trails) {
      if (here.has(id)) continue;
      drawn.remove();
      this.trails.delete(id);
    }
    for (const trail of [...trails].reverse()) {
      const points = trail.points.map((point) => point.join()).join(" ");
      const drawn = this.trails.get(trail.id) ?? draw("g", { class: "trail", role: "img" });
      drawn.setAttribute("aria-label", trail.label);
      drawn.replaceChildren(
        draw("polyline", { class: "under", points, "stroke-width": 2 * trail.width }),
        draw("polyline", { points, stroke: trail.ink, "stroke-width": trail.width, "stroke-dasharray": trail.dash }),
      );
      this.trails.set(trail.id, drawn);
      this.layers.get(trail.layer)?.prepend(drawn);
    }
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
 * Give where everything can be pointed at: the targets of a frame, and its sprites.
 * @param {TableFrame} frame
 * @returns {Map<string, Spot>}
 */
function spots(frame) {
  /** @type {Map<string, Spot>} */
  const found = new Map();
  const shape = frame.zoom ? "ring" : "figure"; // on a large board everything is small
  for (const { id, x, y, label } of frame.sprites) found.set(id, { x, y, shape, label });
  for (const { id, x, y, shape, label } of frame.targets) found.set(id, { x, y, shape, label });
  return found;
}
