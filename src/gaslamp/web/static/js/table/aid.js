/** The deduction aid: what follows from what this viewer was told, over the board and beside it, and the switch for it. */

/** @import { AidFrame, Panel, Sprite } from "../wire.d.ts" */

const KEPT = "heat";

export class Aid {
  /** @param {HTMLElement} app */
  constructor(app) {
    this.app = app;
    /** @type {AidFrame | null} the newest one */
    this.frame = null;
    this.shown = localStorage.getItem(KEPT) !== "off";
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * Add what is known to a board and its panels. What is known of an earlier step stays until the next is there.
   * @template {{sprites: Sprite[], panels: Panel[], step: number}} T
   * @param {T} frame
   * @returns {T}
   */
  over(frame) {
    const { sprites = [], panels = [], step = frame.step } = this.frame ?? {};
    this.app.classList.toggle("old-aid", step !== frame.step);
    return { ...frame, sprites: [...frame.sprites, ...sprites], panels: [...panels, ...frame.panels] };
  }

  /**
   * Keep only what belongs to a game, or to its replay.
   * @param {boolean} replay
   */
  only(replay) {
    if (this.frame?.replay !== replay) this.clear();
  }

  clear() {
    this.frame = null;
  }

  /** Let the switches say what is so. */
  dress() {
    this.app.classList.toggle("no-heat", !this.shown);
    for (const one of this.app.querySelectorAll('[data-switch="heat"]')) one.setAttribute("aria-checked", String(this.shown));
  }

  /** Hide or show what lies over the board. */
  toggle() {
    this.shown = !this.shown;
    localStorage.setItem(KEPT, this.shown ? "on" : "off");
    this.dress();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.code !== "KeyH" || event.altKey || event.ctrlKey || event.metaKey || !this.frame) return;
    if (document.querySelector("dialog[open]") || document.activeElement?.matches("input, textarea")) return;
    this.toggle();
  }
}
