/** The affairs of the table besides the game: its clocks, and what there is to say and to answer. */

import { Clocks } from "./clocks.js";
import { element } from "./page.js";

/** @typedef {import("./wire.js").AffairsFrame} AffairsFrame */

export class Affairs {
  /** @param {HTMLElement} seats */
  constructor(seats) {
    this.clocks = new Clocks(seats);
    this.notice = element("affairs", HTMLElement);
    this.html = "";
  }

  /** @param {AffairsFrame} frame */
  show(frame) {
    this.clocks.show(frame);
    this.say(frame.html.trim());
  }

  /** @param {string} mine the seat of whoever looks */
  dress(mine) {
    this.clocks.dress(mine);
  }

  clear() {
    this.clocks.clear();
    this.say("");
  }

  /** @param {string} html */
  say(html) {
    if (html !== this.html) this.notice.innerHTML = this.html = html;
  }
}
