/** Sprites of a board, kept by id so that existing ones move to their new places. */

import { draw } from "../../common/page.js";

/** @import { Sprite } from "../../wire.d.ts" */
/** @typedef {{group: SVGGElement, turn: SVGGElement, use: SVGUseElement, text: SVGTextElement, angle: number, data: Sprite}} Drawn */

const SILENT = new Set(["heat", "names"]);
const LETTERS = { size: 29.5, dy: 15.5 };

export class Sprites {
  /** @param {Map<string, SVGGElement>} layers */
  constructor(layers) {
    this.layers = layers;
    /** @type {Map<string, Drawn>} */
    this.drawn = new Map();
    /** @type {Set<string>} ids that were new or moved in the last update */
    this.changed = new Set();
    /** @type {Set<string>} ids whose look is frozen until their change is announced */
    this.frozenLook = new Set();
    /** @type {Set<string>} ids whose position is frozen until their change is announced; new ones are hidden */
    this.frozen = new Set();
    /** @type {Sprite[]} */
    this.newest = [];
  }

  /** @param {Sprite[]} sprites */
  show(sprites) {
    this.changed.clear();
    this.newest = sprites;
    const first = this.drawn.size === 0;
    for (const sprite of sprites) this.place(this.asFrozen(sprite));
    const here = new Set(sprites.map(({ id }) => id));
    for (const [id, drawn] of this.drawn) {
      if (here.has(id)) continue;
      drawn.group.remove();
      this.drawn.delete(id);
    }
    this.order(sprites);
    if (first) for (const { group } of this.drawn.values()) group.classList.remove("new"); // no fade-in on a new board
  }

  clear() {
    this.drawn.clear();
    this.frozenLook.clear();
    this.frozen.clear();
    this.newest = [];
  }

  /**
   * Freeze positions; new sprites stay hidden.
   * @param {string[]} ids
   */
  freeze(ids) {
    for (const id of ids) this.frozen.add(id);
  }

  /**
   * Move sprites to their current positions.
   * @param {string[]} ids
   */
  unfreeze(ids) {
    const thawed = new Set(ids.filter((id) => this.frozen.delete(id)));
    for (const sprite of this.newest) if (thawed.has(sprite.id) && this.drawn.has(sprite.id)) this.place(this.asFrozen(sprite));
  }

  /**
   * Freeze the look of sprites.
   * @param {string[]} ids
   */
  freezeLook(ids) {
    this.frozenLook = new Set(ids);
  }

  /**
   * Show the current look of sprites.
   * @param {string[]} ids
   */
  unfreezeLook(ids) {
    const thawed = new Set(ids.filter((id) => this.frozenLook.delete(id)));
    for (const sprite of this.newest) if (thawed.has(sprite.id) && this.drawn.has(sprite.id)) this.place(this.asFrozen(sprite));
  }

  /** @param {Sprite} sprite */
  asFrozen(sprite) {
    if (this.frozen.has(sprite.id)) {
      const { data = sprite } = this.drawn.get(sprite.id) ?? {};
      return this.drawn.has(sprite.id) ? data : { ...sprite, classes: [...(sprite.classes ?? []), "untold"] };
    }
    const known = this.frozenLook.has(sprite.id) ? this.drawn.get(sprite.id)?.data : undefined;
    if (!known) return sprite;
    const { symbol, letters, ink, classes } = known;
    return { ...sprite, symbol, letters, ink, classes };
  }

  /** @param {Sprite} sprite */
  place(sprite) {
    const known = this.drawn.get(sprite.id);
    const drawn = known ?? this.drawSprite(sprite);
    // Turn the shorter way: from 270° to 0° is 90° forward.
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
    // Decorative for screen readers: the panels have the same information.
    if (sprite.classes?.some((name) => SILENT.has(name))) group.setAttribute("aria-hidden", "true");
    this.layers.get(layerOf(sprite))?.append(group);
    const drawn = { group, turn, use, text, angle: sprite.turn ?? 0, data: sprite };
    this.drawn.set(sprite.id, drawn);
    return drawn;
  }

  /**
   * Keep the frame's order within each layer. Elements in place are not moved, so their animations continue.
   * @param {Sprite[]} sprites
   */
  order(sprites) {
    for (const [name, layer] of this.layers) {
      let after = layer.querySelector(":scope > .sprite");
      if (name === "targets" || name === "lights") continue;
      for (const sprite of sprites.filter((one) => layerOf(one) === name)) {
        const group = this.drawn.get(sprite.id)?.group;
        if (group && group !== after) layer.insertBefore(group, after);
        else after = after?.nextElementSibling ?? null;
      }
    }
  }
}

/** @param {Sprite} sprite */
export function layerOf({ layer = "people" }) {
  return layer;
}
