/**
 * Shows the other side's actions one by one on the board, at reading speed, followed by announcements. Panels and prompt
 * are updated afterwards. A click or key ends it. With reduced motion, or if switched off, everything is shown at once.
 */

import { element } from "../common/page.js";
import { note, settings } from "../common/settings.js";

/** @import { Beat, Sprite } from "../wire.d.ts" */
/** @import { Table } from "./table-view.js" */
/** @import { Board } from "./board/board.js" */
/** @import { Moments } from "./moments.js" */
/** @import { Sounds } from "./sounds.js" */
/** @typedef {{beat: Beat, ids: string[]}} Told an action and the sprites that wait for it */

const LEAST = 1000; // ms per sentence, minimum
const LETTER = 42; // ms per letter
const LONGEST = 9000; // ms for all pending actions
const SLOWNESS = { off: 0, slow: 1.7, normal: 1, fast: 0.45 }; // factor of these times

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
    this.speed = settings.story === "off" ? "normal" : settings.story; // when switched on
    this.onQuiet = () => {}; // called when everything has been shown
    this.onCalled = () => {}; // called after a call or ending; later actions may follow
    this.skipped = false; // the current click has ended it and does nothing else
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
    this.updateButton();
  }

  get on() {
    return settings.story !== "off";
  }

  /** True while actions are shown. */
  get telling() {
    return !this.caption.hidden;
  }

  /** True while actions or announcements are shown. */
  get busy() {
    return this.telling || this.waiting.length > 0 || this.moments.active;
  }

  /**
   * Return true if panels and prompt have to wait for actions, a call or an ending.
   * @param {Table} next
   */
  delays(next) {
    if (!this.on || calm.matches || document.hidden) return false;
    return this.waiting.length > 0 || this.moments.active || next.announcements.length > 0;
  }

  /**
   * Hold back the changes of a table that is not drawn yet. After a curtain there is no previous board: the actions are
   * shown on the current one.
   * @param {Table} next
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
    first?.ids.push(...left); // lights and other sprites that move along
    for (const { beat, ids } of told) {
      sprites.freeze(ids);
      trails.untold.add(beat.text);
    }
    this.waiting.push(...told);
  }

  /**
   * Start after the table is drawn, or announce text that has no animation.
   * @param {Table} next
   */
  begin(next) {
    if (!this.waiting.length) {
      this.sounds.play(next.story.findLast(({ sound }) => sound)?.sound);
      return this.moments.start();
    }
    if (!this.telling && !this.moments.active) this.next();
  }

  /** Show the next action, or the announcements after the last one. */
  next() {
    clearTimeout(this.timer);
    const told = this.waiting.shift();
    if (!told) return this.end();
    const { beat, ids } = told;
    this.board.sprites.unfreeze(ids);
    this.board.trails.tell(beat.text);
    this.board.follow(ids.length ? ids : (beat.lights ?? []), beat.lights ?? []);
    this.line.textContent = beat.text;
    this.caption.hidden = false;
    this.sounds.play(beat.sound);
    const all = [told, ...this.waiting].reduce((sum, one) => sum + pace(one.beat), 0);
    this.timer = setTimeout(() => this.next(), pace(beat) * SLOWNESS[settings.story] * Math.min(1, LONGEST / all));
  }

  /** Show everything as it is now, and continue with the announcements. */
  end() {
    const told = this.telling;
    this.flush();
    if (told) this.board.lookAgain();
    this.moments.start();
    if (!this.busy) this.onQuiet();
  }

  /** Drop all pending actions. */
  flush() {
    clearTimeout(this.timer);
    this.waiting = [];
    this.caption.hidden = true;
    this.line.textContent = "";
    this.board.sprites.unfreeze([...this.board.sprites.frozen]);
    this.board.trails.tell();
  }

  /** End the story when the player clicks. */
  point() {
    this.skipped = this.telling;
    if (this.telling) this.end();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.telling || ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    if ([" ", "Enter", "Escape"].includes(event.key)) {
      event.preventDefault(); // the key only ends this
      event.stopPropagation();
    }
    this.end();
  }

  toggle() {
    note({ story: this.on ? "off" : this.speed });
    this.updateButton();
    if (!this.on) this.end();
  }

  updateButton() {
    this.button.setAttribute("aria-pressed", String(this.on));
  }
}

/** @param {Beat} beat */
function pace({ text }) {
  return LEAST + LETTER * text.length;
}

/**
 * Return true if a sprite has changed its look or place.
 * @param {Sprite} sprite
 * @param {Sprite} [known]
 */
function differs(sprite, known) {
  if (!known) return true;
  return ["symbol", "x", "y", "turn"].some((key) => known[/** @type {"x"} */ (key)] !== sprite[/** @type {"x"} */ (key)]);
}
