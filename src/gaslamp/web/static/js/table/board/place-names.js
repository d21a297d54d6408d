/** Place names on the board and their switch. */

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
    this.shown = !this.shown;
    localStorage.setItem(KEPT, this.shown ? "on" : "off");
    this.updateButton();
  }

  updateButton() {
    this.button.setAttribute("aria-pressed", String(this.shown));
    this.app.classList.toggle("no-names", !this.shown);
  }
}
