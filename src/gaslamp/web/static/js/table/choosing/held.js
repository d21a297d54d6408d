/** Keeps the earlier table in the panels and the prompt until the story and the call have ended. */

import { focusNow, keepFocus } from "../focus.js";
import * as prompt from "./prompt.js";

/** @import { TableFrame } from "../../wire.d.ts" */
/** @import { Focused } from "../focus.js" */
/** @import { State } from "../state.js" */
/** @import { Story } from "../story.js" */
/** @import { Chooser } from "./chooser.js" */

export class Held {
  /**
   * @param {State} state
   * @param {Story} story
   * @param {Chooser} chooser
   * @param {() => void} render
   * @param {(table: TableFrame, before: TableFrame) => void} onRelease the newest table is shown
   */
  constructor(state, story, chooser, render, onRelease) {
    this.state = state;
    this.story = story;
    this.chooser = chooser;
    this.render = render;
    this.onRelease = onRelease;
    /** @type {Focused} what had the focus when they began to wait */
    this.focused = null;
  }

  /**
   * Keep the earlier table if there is something to be told first.
   * @param {TableFrame} next
   * @param {TableFrame | null} before
   */
  hold(next, before) {
    const { state } = this;
    if (!before || !this.story.delays(next)) state.held = null;
    else state.held ??= { table: before, aid: state.aid };
    if (next.moments) state.called = next;
  }

  /**
   * Offer the choices of a table; none while an earlier one is kept.
   * @param {TableFrame} table
   */
  ask(table) {
    const { held } = this.state;
    this.chooser.begin(held ? prompt.duringStory(held.table.prompt) : table.prompt);
  }

  /** @param {Focused} focused what a table has taken the focus from */
  keepFocus(focused) {
    if (this.state.held && focused) this.focused = focused;
  }

  /** Show what the call has told, while later actions are still to be told. */
  advance() {
    const { called, held } = this.state;
    this.state.called = null;
    if (!called || !held) return;
    this.state.held = { ...held, table: called };
    this.ask(called);
    this.render();
  }

  /** Show the newest table. */
  release() {
    const { held, table } = this.state;
    if (!held || !table) return;
    const focused = focusNow() ?? this.focused;
    this.state.held = this.focused = null;
    this.ask(table);
    this.render();
    this.onRelease(table, held.table);
    this.chooser.board.rove(keepFocus(focused, this.chooser.targets()));
  }
}
