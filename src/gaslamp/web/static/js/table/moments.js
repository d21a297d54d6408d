/**
 * Moments that are told on their own, over the board: a call with everybody it clears, one after the other, and how it
 * ended. They end by themselves, by a click or a key, and when somebody begins to do something else. Where motion is
 * not wanted they stand there at once, as long as it takes to read them.
 */

import { element } from "../common/page.js";

/** @import { Sprites } from "./board/sprites.js" */

const HEAD = 1300; // ms for what it is about
const ONE = 480; // for each of the people
const WORDS = 900; // for a sentence
const LAST = 1700; // for the whole, when all of it is there
const LETTER = 70; // for each letter of what stands there at once

export class Moments {
  /**
   * @param {HTMLElement} app
   * @param {Sprites} sprites of the board
   */
  constructor(app, sprites) {
    this.app = app;
    this.sprites = sprites;
    this.root = element("moments", HTMLElement);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.onStart = () => {};
    this.onEnd = () => {};
    this.root.addEventListener("click", () => this.end());
    document.addEventListener("pointerdown", (event) => this.point(event), true);
    document.addEventListener("keydown", (event) => this.key(event), true);
  }

  /** Tell whether all of it stands there at once. */
  get still() {
    return this.root.classList.contains("still");
  }

  /** Tell whether something is being told. */
  get active() {
    return !this.root.hidden;
  }

  /**
   * Prepare what comes. What changes on the board by it is held back until it is told.
   * @param {string} html
   * @param {boolean} before the board was shown before
   */
  prepare(html, before) {
    this.clear();
    this.root.innerHTML = html;
    const still = !before || matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.root.classList.toggle("still", still);
    if (still) return;
    this.sprites.hold([...this.root.querySelectorAll("[data-changes]")].flatMap(changes));
    for (const beat of this.root.querySelectorAll(".beat")) beat.classList.add("to-come");
  }

  /** Tell what was prepared, if anything was. */
  start() {
    if (this.active || !this.root.firstElementChild) return;
    this.root.hidden = false;
    this.onStart();
    if (this.still) {
      this.timer = setTimeout(() => this.end(), HEAD + LAST + LETTER * (this.root.textContent?.trim().length ?? 0));
      return;
    }
    this.app.classList.add("moment");
    this.begin();
  }

  /** Begin with the first of what is there. */
  begin() {
    const [now, ...later] = this.root.children;
    if (!now) return this.end();
    for (const one of later) one.classList.add("later");
    now.classList.remove("later");
    this.wait(HEAD);
  }

  /** Show what comes next; when there is nothing, go on with the next moment. */
  next() {
    const now = this.root.firstElementChild;
    const beat = now?.querySelector(".to-come");
    if (!beat) {
      now?.remove();
      return this.begin();
    }
    beat.classList.remove("to-come");
    this.sprites.letGo(changes(beat));
    const more = now?.querySelector(".to-come");
    this.wait(!more ? LAST : beat.matches("li") ? ONE : WORDS);
  }

  /** @param {number} time */
  wait(time) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.next(), time);
  }

  /** Let everything be as it is. */
  end() {
    const told = this.active;
    this.clear();
    if (told) this.onEnd();
  }

  clear() {
    clearTimeout(this.timer);
    this.app.classList.remove("moment");
    this.root.hidden = true;
    this.root.replaceChildren();
    this.sprites.letGo([...this.sprites.held]);
  }

  /**
   * Whoever points at something else is about to do something, and sees all there is.
   * @param {PointerEvent} event
   */
  point(event) {
    if (!this.root.hidden && event.target instanceof Node && !this.root.contains(event.target)) this.end();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.root.hidden || ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    if (!this.still && [" ", "Enter", "Escape"].includes(event.key)) {
      event.preventDefault(); // it ends this, and chooses nothing
      event.stopPropagation();
    }
    this.end();
  }
}

/**
 * Give the sprites that change when something is told.
 * @param {Element} told
 * @returns {string[]}
 */
function changes(told) {
  return told.getAttribute("data-changes")?.split(" ").filter(Boolean) ?? [];
}
