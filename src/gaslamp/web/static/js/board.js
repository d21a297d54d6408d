/** The board: a still drawing fetched once, sprites kept by their ids and moved by transition, and targets. */

import { draw } from "./page.js";

/** @typedef {import("./wire.js").Sprite} Sprite */
/** @typedef {import("./wire.js").Target} Target */
/** @typedef {import("./wire.js").TableFrame} TableFrame */
/** @typedef {{id: string, label: string, chosen: boolean}} Open a target that may be pointed at now */
/** @typedef {{x: number, y: number, shape: Target["shape"], label: string}} Spot */
/** @typedef {{group: SVGGElement, turn: SVGGElement, use: SVGUseElement, text: SVGTextElement, angle: number, data: Sprite}} Drawn */

const LAYERS = ["ground", "board", "light", "over", "trail", "markers", "targets", "people", "lights"];

// How far a target reaches from its middle, in the units of the board, and how far it can be hit: a finger needs more
// than the ring shows.
const REACH = { tile: 100, place: 41, figure: 44, hex: 15, piece: 32, alarm: 34 };
const HIT = { tile: 100, place: 49, figure: 48, hex: 34, piece: 34, alarm: 34 };
const LETTERS = { size: 29.5, dy: 15.5 };
const NEAR = 22; // pixels: a tap beside a target still takes the nearest

export class Board {
  /**
   * @param {HTMLElement} box
   * @param {SVGSVGElement} drawings where definitions and symbols are kept for the board and the panels
   * @param {(id: string) => void} onTake
   */
  constructor(box, drawings, onTake) {
    this.box = box;
    this.drawings = drawings;
    this.onTake = onTake;
    this.url = "";
    /** @type {Map<string, SVGElement>} what lies still, under the layers and between them */
    this.still = new Map();
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** @type {Map<string, SVGGElement>} */
    this.layers = new Map();
    /** @type {Map<string, Drawn>} */
    this.sprites = new Map();
    /** @type {Map<string, Spot>} */
    this.spots = new Map();
    /** @type {Map<string, SVGGElement>} */
    this.targets = new Map();
    this.size = [1, 1];
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
    for (const sprite of frame.sprites) this.place(sprite);
    const here = new Set(frame.sprites.map((sprite) => sprite.id));
    for (const [id, drawn] of this.sprites) {
      if (here.has(id)) continue;
      drawn.group.remove();
      this.sprites.delete(id);
    }
    this.order(frame.sprites);
    this.spots = spots(frame);
    if (first) requestAnimationFrame(() => requestAnimationFrame(() => svg.classList.remove("still-now")));
  }

  /** Forget everything that was shown. */
  clear() {
    this.svg?.remove();
    this.svg = null;
    this.layers.clear();
    this.sprites.clear();
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
    const [width = 1, height = 1] = this.size;
    if (!spot) return null;
    const below = spot.shape === "tile" ? REACH.tile * 0.74 : REACH[spot.shape] + 24;
    return { left: (100 * spot.x) / width, top: (100 * (spot.y + below)) / height };
  }

  /** @param {TableFrame} frame */
  build(frame) {
    const [width, height] = frame.size;
    this.size = [width, height];
    this.box.style.setProperty("--ratio", String(width / height));
    const svg = draw("svg", { class: "board", viewBox: `0 0 ${width} ${height}`, role: "group" });
    for (const name of LAYERS) {
      const layer = this.still.get(name) ?? draw("g", { class: `layer-${name}` });
      if (layer instanceof SVGGElement && !this.still.has(name)) this.layers.set(name, layer);
      svg.append(layer);
    }
    svg.addEventListener("click", (event) => this.point(event));
    this.box.prepend(svg);
    this.svg = svg;
    return svg;
  }

  /** @param {MouseEvent} event */
  point(event) {
    const hit = event.target instanceof Element ? event.target.closest("[data-target]") : null;
    const id = hit?.getAttribute("data-target") ?? this.nearest(event.clientX, event.clientY);
    if (id) this.onTake(id);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  nearest(x, y) {
    let best = "";
    let least = NEAR;
    for (const [id, target] of this.targets) {
      const box = target.getBoundingClientRect();
      const away = Math.hypot(
        Math.max(box.left - x, 0, x - box.right),
        Math.max(box.top - y, 0, y - box.bottom),
      );
      if (away < least) [best, least] = [id, away];
    }
    return best;
  }

  /** @param {Sprite} sprite */
  place(sprite) {
    const known = this.sprites.get(sprite.id);
    const drawn = known ?? this.drawSprite(sprite);
    // Turn the shorter way: from 270 to 0 is a quarter forward, not three back.
    drawn.angle += ((sprite.turn - drawn.angle) % 360 + 540) % 360 - 180;
    drawn.group.style.transform = `translate(${sprite.x}px, ${sprite.y}px)`;
    drawn.turn.style.transform = `rotate(${drawn.angle}deg)`;
    drawn.group.setAttribute("class", ["sprite", ...sprite.classes].join(" "));
    if (!known) drawn.group.classList.add("new");
    else if (drawn.data.symbol !== sprite.symbol) drawn.group.classList.add("changed");
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
    this.layers.get(sprite.layer)?.append(group);
    const drawn = { group, turn, use, text, angle: sprite.turn, data: sprite };
    this.sprites.set(sprite.id, drawn);
    return drawn;
  }

  /**
   * Keep the order of the frame within each layer; elements in place are not touched, so they go on moving.
   * @param {Sprite[]} sprites
   */
  order(sprites) {
    for (const [name, layer] of this.layers) {
      let after = layer.firstElementChild;
      if (name === "targets" || name === "lights") continue;
      for (const sprite of sprites.filter((one) => one.layer === name)) {
        const group = this.sprites.get(sprite.id)?.group;
        if (group && group !== after) layer.insertBefore(group, after);
        else after = after?.nextElementSibling ?? null;
      }
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
  for (const { id, x, y, label } of frame.sprites) found.set(id, { x, y, shape: "figure", label });
  for (const { id, x, y, shape, label } of frame.targets) found.set(id, { x, y, shape, label });
  return found;
}

/**
 * Draw a target round the middle: what can be hit, its marks on their halo, and the ring of the focus.
 * @param {Target["shape"]} shape
 */
function shapes(shape) {
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
  const focus = shape === "hex" ? reach + 9 : HIT[shape];
  const ring = [
    circle(HIT[shape], "area"),
    circle(reach, "under"),
    circle(reach, "over"),
    circle(focus, "focus black"),
    circle(focus, "focus white"),
  ];
  if (shape === "alarm") return [...ring, sign(reach * 0.76)];
  if (shape === "place") return [...ring, circle(reach * 0.22, "dot")];
  return shape === "hex" ? [...ring, circle(reach * 0.3, "dot")] : ring;
}

/**
 * Draw the sign of a grave choice on the upper right of a ring.
 * @param {number} away
 */
function sign(away) {
  return draw("g", { class: "sign", transform: `translate(${away} ${-away})` }, [
    circle(9.6, "plate"),
    draw("path", { d: "M-1.6-5.6H1.6L1.1 1.6H-1.1ZM-1.5 3.4H1.5V6.2H-1.5Z" }),
  ]);
}

/**
 * @param {Spot} spot
 * @param {string} className
 */
function outline(spot, className) {
  const reach = Math.max(REACH[spot.shape] + 2, 34); // no smaller than a piece
  const drawn = spot.shape === "tile" ? square(REACH.tile - 4, className) : circle(reach, className);
  drawn.setAttribute("transform", `translate(${spot.x} ${spot.y})`);
  return drawn;
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
