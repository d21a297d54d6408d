/**
 * Explains why something cannot be chosen. For keyboard users every place of the board can be focused; switched on in the
 * menu or with W.
 */

import { element } from "../../common/page.js";
import { onToastGone, showToast } from "../toast.js";

/** @import { PlacesFrame, WhyFrame } from "../../wire.d.ts" */
/** @import { Board } from "../board/board.js" */
/** @import { TableSocket } from "../socket.js" */
/** @import { State } from "../state.js" */
/** @import { Chooser } from "./chooser.js" */

const everyPlace = element("every-place", HTMLButtonElement);

export class WhyNot {
  /**
   * @param {State} state
   * @param {Board} board
   * @param {Chooser} chooser
   * @param {(answer: Parameters<TableSocket["send"]>[0]) => void} send
   * @param {() => boolean} meant whether a click counts as a question
   */
  constructor(state, board, chooser, send, meant) {
    this.state = state;
    this.board = board;
    this.chooser = chooser;
    this.send = send;
    this.every = false; // all places are focusable
    this.asked = ""; // key of the last request for places
    board.onMiss = (miss) => meant() && this.ask(miss);
    chooser.onShow = () => this.offer();
    onToastGone(() => board.mark(null));
    everyPlace.addEventListener("click", () => this.toggle());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** @returns {boolean} whether the viewer can choose anything in this game */
  get plays() {
    const { table, step, plays } = this.state;
    return table !== null && plays && !table.over && step === null;
  }

  /** @returns {string[]} the inner choices made so far */
  get path() {
    return this.chooser.choices.inner.map((choice) => choice.target);
  }

  /**
   * Ask the server why something cannot be chosen.
   * @param {{target?: string, at?: [number, number]}} miss
   */
  ask({ target = "", at }) {
    if (!this.plays || !this.state.table) return;
    this.send({ why: target, step: this.state.table.step, path: this.path, ...(at ? { at } : {}) });
  }

  /** @param {WhyFrame} answer */
  show({ step, place, text, rule, link }) {
    if (step !== this.state.table?.step) return;
    showToast(text, rule ? { text: rule, link } : undefined);
    this.board.mark(place ?? null);
  }

  /** Switch between all places and only those that can be chosen. */
  toggle() {
    this.every = !this.every;
    everyPlace.setAttribute("aria-pressed", String(this.every));
    this.asked = "";
    this.offer();
  }

  /** Request the places that cannot be chosen now. */
  offer() {
    everyPlace.hidden = !this.plays;
    const on = this.every && this.plays;
    this.chooser.reachable(on);
    if (!on || !this.state.table) return this.board.showUnavailable([]);
    const { step } = this.state.table;
    const asked = [step, ...this.path].join(" ");
    if (asked === this.asked) return;
    this.asked = asked;
    this.send({ places: step, path: this.path });
  }

  clear() {
    this.asked = "";
    everyPlace.hidden = true;
  }

  /** @param {PlacesFrame} answer */
  showPlaces({ step, places }) {
    if (this.every && step === this.state.table?.step) this.board.showUnavailable(places);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.code !== "KeyW" || event.altKey || event.ctrlKey || event.metaKey || !this.plays) return;
    if (document.querySelector("dialog[open]") || document.activeElement?.matches("input, textarea")) return;
    this.toggle();
  }
}
