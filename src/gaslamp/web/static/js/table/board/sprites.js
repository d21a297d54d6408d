/** The sprites of a board: kept by their ids, so that what was there already moves to its new place. */

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
    /** @type {Set<string>} those that were new or had moved when they were last shown */
    this.changed = new Set();
    /** @type {Set<string>} those that keep their look until it is told why they change */
    this.held = new Set();
    /** @type {Set<string>} those that stay as they are, or out of sight, until it is told what became of them */
    this.kept = new Set();
    /** @type {Sprite[]} */
    this.newest = [];
  }

  /** @param {Sprite[]} sprites */
  show(sprites) {
    this.changed.clear();
    this.newest = sprites;
    const first = this.drawn.size === 0;
    for (const sprite of sprites) this.place(this.asHeld(sprite));
    const here = new Set(sprites.map(({ id }) => id));
    for (const [id, drawn] of this.drawn) {
      if (here.has(id)) continue;
      drawn.group.remove();
      this.drawn.delete(id);
    }
    this.order(sprites);
    if (first) for (const { group } of this.drawn.values()) group.classList.remove("new"); // nothing fades in on a new board
  }

  /** Forget all of them. */
  clear() {
    this.drawn.clear();
    this.held.clear();
    this.kept.clear();
    this.newest = [];
  }

  /**
   * Let some stay where they are, or out of sight if they are new, whatever comes.
   * @param {string[]} ids
   */
  keep(ids) {
    for (const id of ids) this.kept.add(id);
  }

  /**
   * Let them go to where they belong.
   * @param {string[]} ids
   */
  release(ids) {
    const gone = new Set(ids.filter((id) => this.kept.delete(id)));
    for (const sprite of this.newest) if (gone.has(sprite.id) && this.drawn.has(sprite.id)) this.place(this.asHeld(sprite));
  }

  /**
   * Let some look as they do, whatever comes, until they are let go.
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
    for (const sprite of this.newest) if (gone.has(sprite.id) && this.drawn.has(sprite.id)) this.place(this.asHeld(sprite));
  }

  /** @param {Sprite} sprite */
  asHeld(sprite) {
    if (this.kept.has(sprite.id)) {
      const { data = sprite } = this.drawn.get(sprite.id) ?? {};
      return this.drawn.has(sprite.id) ? data : { ...sprite, classes: [...(sprite.classes ?? []), "untold"] };
    }
    const known = this.held.has(sprite.id) ? this.drawn.get(sprite.id)?.data : undefined;
    if (!known) return sprite;
    const { symbol, letters, ink, classes } = known;
    return { ...sprite, symbol, letters, ink, classes };
  }

  /** @param {Sprite} sprite */
  place(sprite) {
    const known = this.drawn.get(sprite.id);
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
    this.drawn.set(sprite.id, drawn);
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
        const group = this.drawn.get(sprite.id)?.group;
        if (group && group !== after) layer.insertBefore(group, after);
        else after = after?.nextElementSibling ?? null;
      }
    }
  }
}
