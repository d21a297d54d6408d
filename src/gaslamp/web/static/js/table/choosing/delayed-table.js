/** Shows the previous table in panels and prompt until the announcements have ended. */

import { focusNow, keepFocus } from "../focus.js";
import * as prompt from "./prompt.js";

/** @import { Focused } from "../focus.js" */
/** @import { State } from "../state.js" */
/** @import { Story } from "../story.js" */
/** @import { Table } from "../table-view.js" */
/** @import { Chooser } from "./chooser.js" */

export class DelayedTable {
  /**
   * @param {State} state
   * @param {Story} story
   * @param {Chooser} chooser
   * @param {() => void} render
   * @param {(table: Table, before: Table) => void} onRelease called when the newest table is shown
   */
  constructor(state, story, chooser, render, onRelease) {
    this.state = state;
    this.story = story;
    this.chooser = chooser;
    this.render = render;
    this.onRelease = onRelease;
    /** @type {Focused} focus at the start of the announcements */
    this.focused = null;
  }

  /**
   * Keep the previous table if something has to be announced first.
   * @param {Table} next
   * @param {Table | null} before
   */
  hold(next, before) {
    const { state } = this;
    if (!before || !this.story.delays(next)) state.previous = null;
    else state.previous ??= { table: before, aid: state.aid };
    if (next.announcements.length) state.called = next;
  }

  /**
   * Offer the choices of a table; none while a previous table is shown.
   * @param {Table} table
   */
  ask(table) {
    const { previous } = this.state;
    this.chooser.begin(previous ? prompt.duringStory(previous.table.prompt) : table.prompt);
  }

  /** @param {Focused} focused focus lost by an update */
  keepFocus(focused) {
    if (this.state.previous && focused) this.focused = focused;
  }

  /** Show the table after the call while later actions are still to be announced. */
  advance() {
    const { called, previous } = this.state;
    this.state.called = null;
    if (!called || !previous) return;
    this.state.previous = { ...previous, table: called };
    this.ask(called);
    this.render();
  }

  release() {
    const { previous, table } = this.state;
    if (!previous || !table) return;
    const focused = focusNow() ?? this.focused;
    this.state.previous = this.focused = null;
    this.ask(table);
    this.render();
    this.onRelease(table, previous.table);
    this.chooser.board.setTabStop(keepFocus(focused, this.chooser.targets()));
  }
}
