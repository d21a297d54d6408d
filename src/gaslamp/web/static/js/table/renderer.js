/** Renders the table page from its state. Idempotent. */

import { link } from "../common/links.js";
import { element } from "../common/page.js";
import { Choices } from "./choosing/choices.js";
import * as prompt from "./choosing/prompt.js";
import { clearResult, showResult } from "./ending/ending.js";
import * as screens from "./screens.js";
import { clearSeats, showSeats } from "./people/seats.js";
import { showTurn } from "./people/turn.js";
import { NO_PROMPT } from "./table-view.js";

/** @import { ReplayFrame } from "../wire.d.ts" */
/** @import { Table } from "./table-view.js" */
/** @import { Aid } from "./aid.js" */
/** @import { Board } from "./board/board.js" */
/** @import { PlaceNames } from "./board/place-names.js" */
/** @import { Chooser } from "./choosing/chooser.js" */
/** @import { Panels } from "./panels/panels.js" */
/** @import { State } from "./state.js" */
/** @import { Status } from "./people/status.js" */
/** @import { Tabs } from "./panels/tabs.js" */
/**
 * @typedef {object} Parts
 * @property {Board} board
 * @property {Panels} panels
 * @property {Chooser} chooser
 * @property {Status} status
 * @property {Aid} aid
 * @property {PlaceNames} names
 * @property {Tabs} tabs
 */

const app = element("app", HTMLElement);
const act = element("act", HTMLElement);
const undo = element("undo", HTMLButtonElement);
const pass = element("pass", HTMLElement);
const giveUp = element("give-up", HTMLElement);
const copyWatch = element("copy-watch", HTMLElement);
const watching = element("watching", HTMLElement);

export class Renderer {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
  }

  /** @param {State} state */
  render(state) {
    const { table, shownTable, step } = state;
    if (!table || !shownTable) return;
    screens.show("table");
    this.setClasses(state, shownTable);
    this.showBoard(state, table);
    showSeats(table.seats);
    this.parts.status.update(table.seat);
    showResult(shownTable);
    if (step) this.tell(step);
    else this.parts.chooser.show();
    showTurn(!table.hotseat && table.prompt.choices.length > 0, Boolean(table.rematch_offered));
  }

  /** Remove every trace of a seat's view. */
  clear() {
    const { board, panels, chooser } = this.parts;
    for (const part of [chooser, board, panels]) part.clear();
    showTurn(false);
    clearSeats();
    clearResult();
    app.classList.remove("replaying");
    for (const one of [pass, giveUp, copyWatch, watching]) one.hidden = true;
  }

  /**
   * Set classes and buttons for the kind of table.
   * @param {State} state
   * @param {Table} table
   */
  setClasses({ plays, step }, table) {
    app.classList.toggle("waits", table.prompt.choices.length === 0);
    app.classList.toggle("hot", table.hotseat);
    app.classList.toggle("over", table.over);
    app.classList.toggle("watches", !plays);
    app.classList.toggle("replaying", step !== null);
    watching.hidden = plays;
    act.hidden = table.over || !plays;
    pass.hidden = !table.hotseat || table.over;
    giveUp.hidden = !table.resign;
    copyWatch.hidden = !link("watch");
    undo.disabled = !table.undo;
  }

  /**
   * Show the board and what surrounds it.
   * @param {State} state
   * @param {Table} table
   */
  showBoard(state, table) {
    const { board, panels, aid, names, tabs } = this.parts;
    const parts = state.boardAndPanels(table);
    board.show(parts);
    panels.show(parts.panels);
    aid.updateSwitch(state.fittingAid, parts.step);
    tabs.offer();
    names.show(parts.sprites);
  }

  /**
   * Show what happened in a replay step and scroll there.
   * @param {ReplayFrame} step
   */
  tell({ kicker, told, sprites }) {
    this.parts.board.lookAt(sprites);
    prompt.say({ ...NO_PROMPT, kicker, title: told.join(" ") }, new Choices([]));
  }
}
