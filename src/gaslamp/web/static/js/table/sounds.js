/** The sounds of a table, and their button. */

import { element } from "../common/page.js";
import { note, settings } from "../common/settings.js";
import { play } from "../common/sounds.js";

/** @import { Name } from "../common/sounds.js" */
/** @import { Table } from "./table-view.js" */

export class Sounds {
  constructor() {
    this.button = element("sound", HTMLButtonElement);
    this.button.addEventListener("click", () => this.toggle());
    this.updateButton();
  }

  /** Switch sounds on or off, with a sample when switched on. */
  toggle() {
    note({ sounds: !settings.sounds });
    this.updateButton();
    this.play("mine");
  }

  updateButton() {
    this.button.setAttribute("aria-pressed", String(settings.sounds));
  }

  /**
   * Play the sound for the end of the game or the viewer's turn.
   * @param {Table} next
   * @param {Table} before
   */
  change(next, before) {
    if (next.hotseat) return;
    if (next.rematch && !before.rematch) return this.play("mine");
    if (next.over && !before.over) this.play(next.result?.won === false ? "lost" : next.result?.won ? "won" : "call");
    else if (next.prompt.choices.length && !before.prompt.choices.length) this.play("mine");
  }

  /** @param {Name | ""} [name] */
  play(name) {
    play(name);
  }
}
