/**
 * Follows the other side: what it did is told on the board one after the other, at the pace of reading, and then the
 * moments that all wait for. Panels and prompt change when it has ended. A click or a key ends it. Where motion is not
 * wanted, or the story is switched off, all stands there at once.
 */

import { element } from "../common/page.js";

/** @import { Beat, Sprite, TableFrame } from "../wire.d.ts" */
/** @import { Board } from "./board/board.js" */
/** @import { Moments } from "./moments.js" */
/** @import { Sounds } from "./sounds.js" */
/** @typedef {{beat: Beat, ids: string[]}} Told a beat, and the sprites that wait for it */

const KEPT = "story";
const LEAST = 1000; // ms for a sentence
const LETTER = 42; // for each of its letters
const LONGEST = 9000; // for all that is waiting to be told

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Story {
  /**
   * @param {HTMLElement} app
   * @param {Board} board
   * @param {Moments} moments
   * @param {Sounds} sounds
   */
  constructor(app, board, moments, sounds) {
    this.app = app;
    this.board = board;
    this.moments = moments;
    this.sounds = sounds;
    this.button = element("follow", HTMLButtonElement);
    this.caption = element("caption", HTMLElement);
    this.line = /** @type {HTMLElement} */ (this.caption.firstElementChild);
    this.on = localStorage.getItem(KEPT) !== "off";
    this.onQuiet = () => {}; // nothing is being told any more
    this.onCalled = () => {}; // the call or the ending has been told; later actions may follow
    this.skipped = false; // the click that is under way has ended it, and means nothing else
    /** @type {Told[]} */
    this.waiting = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.button.addEventListener("click", () => this.toggle());
    document.addEventListener("pointerdown", () => this.point(), true);
    document.addEventListener("keydown", (event) => this.key(event), true);
    moments.onEnd = () => {
      this.onCalled();
      if (this.waiting.length && !this.telling) this.next();
      if (!this.busy) this.onQuiet();
    };
    this.dress();
  }

  /** Tell whether something is being told. */
  get telling() {
    return !this.caption.hidden;
  }

  /** Tell whether something is being told, or a moment that comes after it. */
  get busy() {
    return this.telling || this.waiting.length > 0 || this.moments.active;
  }

  /**
   * Tell whether the panels and the prompt wait for what is to be told: the story, or a call or an ending on the board.
   * @param {TableFrame} next
   */
  delays(next) {
    if (!this.on || calm.matches || document.hidden) return false;
    return this.waiting.length > 0 || this.moments.active || Boolean(next.moments);
  }

  /**
   * Hold back what a table changes until it is told. It has not been drawn yet. Who takes the device when the curtain
   * lifts is told too, on a board on which all stands where it is now: of an earlier one nothing was kept.
   * @param {TableFrame} next
   * @param {boolean} before whether the board was shown before
   */
  hold(next, before) {
    const story = this.on && !calm.matches ? next.story : [];
    if (!story.length) return this.flush();
    const { sprites, trails } = this.board;
    const changed = next.sprites.filter((sprite) => before && sprite.layer !== "heat" && differs(sprite, sprites.drawn.get(sprite.id)?.data));
    const left = new Set(changed.map(({ id }) => id));
    const told = story.map((beat) => {
      const ids = changed.filter(({ id, label }) => left.has(id) && (beat.lights?.includes(id) || label === beat.text));
      for (const { id } of ids) left.delete(id);
      return { beat, ids: ids.map(({ id }) => id) };
    });
    const first = told.find(({ ids }) => ids.length) ?? told[0];
    first?.ids.push(...left); // the light somebody carries, and all else that goes along
    for (const { beat, ids } of told) {
      sprites.keep(ids);
      trails.untold.add(beat.text);
    }
    this.waiting.push(...told);
  }

  /**
   * Begin to tell, once the table is drawn; or say at once what can only be heard.
   * @param {TableFrame} next
   */
  begin(next) {
    if (!this.waiting.length) {
      this.sounds.play(next.story.findLast(({ sound }) => sound)?.sound);
      return this.moments.start();
    }
    if (!this.telling && !this.moments.active) this.next();
  }

  /** Tell what comes next; when all is told, the moments. */
  next() {
    clearTimeout(this.timer);
    const told = this.waiting.shift();
    if (!told) return this.end();
    const { beat, ids } = told;
    this.board.sprites.release(ids);
    this.board.trails.tell(beat.text);
    this.board.follow(ids.length ? ids : (beat.lights ?? []), beat.lights ?? []);
    this.line.textContent = beat.text;
    this.caption.hidden = false;
    this.sounds.play(beat.sound);
    const all = [told, ...this.waiting].reduce((sum, one) => sum + pace(one.beat), 0);
    this.timer = setTimeout(() => this.next(), pace(beat) * Math.min(1, LONGEST / all));
  }

  /** Let everything be as it is, and go on with the moments. */
  end() {
    const told = this.telling;
    this.flush();
    if (told) this.board.lookAgain();
    this.moments.start();
    if (!this.busy) this.onQuiet();
  }

  /** Tell nothing any more. */
  flush() {
    clearTimeout(this.timer);
    this.waiting = [];
    this.caption.hidden = true;
    this.line.textContent = "";
    this.board.sprites.release([...this.board.sprites.kept]);
    this.board.trails.tell();
  }

  /** Whoever points is about to do something, and sees all there is. */
  point() {
    this.skipped = this.telling;
    if (this.telling) this.end();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.telling || ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    if ([" ", "Enter", "Escape"].includes(event.key)) {
      event.preventDefault(); // it ends this, and chooses nothing
      event.stopPropagation();
    }
    this.end();
  }

  toggle() {
    this.on = !this.on;
    localStorage.setItem(KEPT, this.on ? "on" : "off");
    this.dress();
    if (!this.on) this.end();
  }

  dress() {
    this.button.setAttribute("aria-pressed", String(this.on));
  }
}

/** @param {Beat} beat */
function pace({ text }) {
  return LEAST + LETTER * text.length;
}

/**
 * Tell whether a sprite looks or lies otherwise than before.
 * @param {Sprite} sprite
 * @param {Sprite} [known]
 */
function differs(sprite, known) {
  if (!known) return true;
  return ["symbol", "x", "y", "turn"].some((key) => known[/** @type {"x"} */ (key)] !== sprite[/** @type {"x"} */ (key)]);
}
