/** Deduction aid: overlay, panels and their switch. */

import { note, settings } from "../common/settings.js";

/** @import { AidFrame } from "../wire.d.ts" */

export class Aid {
  /** @param {HTMLElement} app */
  constructor(app) {
    this.app = app;
    this.there = false;
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * Update the switch and mark an aid that belongs to an earlier step.
   * @param {AidFrame | null} aid
   * @param {number} step the step on show
   */
  updateSwitch(aid, step) {
    this.there = aid !== null;
    this.app.classList.toggle("old-aid", aid !== null && aid.step !== step);
    this.turn();
  }

  turn() {
    this.app.classList.toggle("no-heat", !settings.aid);
    for (const one of this.app.querySelectorAll('[data-switch="heat"]')) one.setAttribute("aria-checked", String(settings.aid));
  }

  toggle() {
    note({ aid: !settings.aid });
    this.turn();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.code !== "KeyH" || event.altKey || event.ctrlKey || event.metaKey || !this.there) return;
    if (document.querySelector("dialog[open]") || document.activeElement?.matches("input, textarea")) return;
    this.toggle();
  }
}
