/**
 * Announcements over the board: a call with the cleared characters one by one, and the ending. They end by themselves, by
 * a click or key, or when the player does something else. With reduced motion everything is shown at once, for as long as
 * it takes to read.
 */

import { element } from "../common/page.js";
import { build, face } from "./pieces.js";

/** @import { Announcement, Portrait } from "../wire.d.ts" */
/** @import { Sprites } from "./board/sprites.js" */

const HEAD = 1300; // ms for the heading
const ONE = 480; // ms per character
const WORDS = 900; // ms per sentence
const LAST = 1700; // ms for the complete text
const LETTER = 70; // ms per letter with reduced motion

export class Moments {
  /**
   * @param {HTMLElement} app
   * @param {Sprites} sprites sprites of the board
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

  /** True with reduced motion. */
  get still() {
    return this.root.classList.contains("still");
  }

  get active() {
    return !this.root.hidden;
  }

  /**
   * Prepare announcements. Their changes on the board are held back until then.
   * @param {Announcement[]} announcements
   * @param {boolean} before whether the board was shown before
   */
  prepare(announcements, before) {
    this.clear();
    this.root.replaceChildren(...announcements.map((one) => article(one, this.root.dataset.continue ?? "")));
    const still = !before || matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.root.classList.toggle("still", still);
    if (still) return;
    this.sprites.freezeLook([...this.root.querySelectorAll("[data-changes]")].flatMap(changes));
    for (const beat of this.root.querySelectorAll(".beat")) beat.classList.add("to-come");
  }

  /** Start the prepared announcements, if any. */
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

  begin() {
    const [now, ...later] = this.root.children;
    if (!now) return this.end();
    for (const one of later) one.classList.add("later");
    now.classList.remove("later");
    this.wait(HEAD);
  }

  /** Show the next part, or the next announcement. */
  next() {
    const now = this.root.firstElementChild;
    const beat = now?.querySelector(".to-come");
    if (!beat) {
      now?.remove();
      return this.begin();
    }
    beat.classList.remove("to-come");
    this.sprites.unfreezeLook(changes(beat));
    const more = now?.querySelector(".to-come");
    this.wait(!more ? LAST : beat.matches("li") ? ONE : WORDS);
  }

  /** @param {number} time */
  wait(time) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.next(), time);
  }

  /** Show everything as it is now. */
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
    this.sprites.unfreezeLook([...this.sprites.frozenLook]);
  }

  /**
   * End the announcement when the player clicks elsewhere.
   * @param {PointerEvent} event
   */
  point(event) {
    if (!this.root.hidden && event.target instanceof Node && !this.root.contains(event.target)) this.end();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.root.hidden || ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    if (!this.still && [" ", "Enter", "Escape"].includes(event.key)) {
      event.preventDefault(); // the key only ends this
      event.stopPropagation();
    }
    this.end();
  }
}

/**
 * Draw an announcement. Elements with `beat` appear one after the other.
 * @param {Announcement} announcement
 * @param {string} label of the button
 */
function article({ kicker, picture, people_title, people, then }, label) {
  return build(
    "article",
    { class: "dark occasion" },
    build("p", { class: "about" }, kicker),
    build("h2", {}, face(picture.symbol, picture.letters, picture.ink), build("span", {}, picture.name)),
    build("button", { class: "btn small on", type: "button", tabindex: -1 }, label),
    build(
      "div",
      { class: "cleared" },
      people_title && build("p", { class: "beat" }, people_title),
      people && build("ul", {}, ...people.map(portrait)),
    ),
    then && build("p", { class: "beat then" }, then),
  );
}

/** @param {Portrait} person */
function portrait({ symbol, letters, ink, name, lights }) {
  return build("li", { class: "beat", "data-changes": (lights ?? []).join(" ") }, face(symbol, letters, ink), build("span", {}, name));
}

/**
 * Return the ids of the sprites that an announcement changes.
 * @param {Element} told
 * @returns {string[]}
 */
function changes(told) {
  return told.getAttribute("data-changes")?.split(" ").filter(Boolean) ?? [];
}
