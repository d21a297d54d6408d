/** Place names on the board and their switch. */

import { element } from "../../common/page.js";
import { note, settings } from "../../common/settings.js";

/** @import { Sprite } from "../../wire.d.ts" */

export class PlaceNames {
  /** @param {HTMLElement} app */
  constructor(app) {
    this.app = app;
    this.button = element("place-names", HTMLButtonElement);
    this.button.addEventListener("click", () => this.toggle());
    this.updateButton();
  }

  /**
   * Show the switch if the board has place names.
   * @param {Sprite[]} sprites
   */
  show(sprites) {
    this.button.hidden = !sprites.some(({ classes }) => classes?.includes("names"));
  }

  toggle() {
    note({ coordinates: !settings.coordinates });
    this.updateButton();
  }

  updateButton() {
    this.button.setAttribute("aria-pressed", String(settings.coordinates));
    this.app.classList.toggle("no-names", !settings.coordinates);
  }
}
