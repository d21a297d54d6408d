/** The names of the places on a board that has them: shown at first, and hidden for whoever does not want them. */

import { element } from "../../common/page.js";

/** @import { Sprite } from "../../wire.d.ts" */

const KEPT = "place-names";

export class PlaceNames {
  /** @param {HTMLElement} app */
  constructor(app) {
    this.app = app;
    this.button = element("place-names", HTMLButtonElement);
    this.shown = localStorage.getItem(KEPT) !== "off";
    this.button.addEventListener("click", () => this.toggle());
    this.dress();
  }

  /**
   * Offer the switch where there is something to switch.
   * @param {Sprite[]} sprites
   */
  show(sprites) {
    this.button.hidden = !sprites.some(({ classes }) => classes?.includes("names"));
  }

  toggle() {
    this.shown = !this.shown;
    localStorage.setItem(KEPT, this.shown ? "on" : "off");
    this.dress();
  }

  dress() {
    this.button.setAttribute("aria-pressed", String(this.shown));
    this.app.classList.toggle("no-names", !this.shown);
  }
}
