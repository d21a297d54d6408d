/**
 * Why not: asks about what was pointed at in vain, and says the answer there and in words. For those who use no pointer
 * every place of the board can be walked to by arrows; it is switched on in the menu, or by W.
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
   * @param {() => boolean} meant whether a click means what it points at
   */
  constructor(state, board, chooser, send, meant) {
    this.state = state;
    this.board = board;
    this.chooser = chooser;
    this.send = send;
    this.every = false; // place is offered to the keyboard
    this.asked = ""; // for which places, so that they are asked for once
    board.onMiss = (miss) => meant() && this.ask(miss);
    chooser.onShow = () => this.offer();
    onToastGone(() => board.mark(null));
    everyPlace.addEventListener("click", () => this.toggle());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** @returns {boolean} whether whoever looks could ever choose anything here */
  get plays() {
    const { table, step, plays } = this.state;
    return table !== null && plays && !table.over && step === null;
  }

  /** @returns {string[]} the inner choices made so far */
  get path() {
    return this.chooser.choices.inner.map((choice) => choice.target);
  }

  /**
   * Ask why something cannot be chosen.
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
    this.board.mark(place);
  }

  /** Offer every place to the keyboard, or only what can be chosen. */
  toggle() {
    this.every = !this.every;
    everyPlace.setAttribute("aria-pressed", String(this.every));
    this.asked = "";
    this.offer();
  }

  /** Keep the places that are offered those that cannot be chosen now. */
  offer() {
    everyPlace.hidden = !this.plays;
    const on = this.every && this.plays;
    this.chooser.reachable(on);
    if (!on || !this.state.table) return this.board.bar([]);
    const { step } = this.state.table;
    const asked = [step, ...this.path].join(" ");
    if (asked === this.asked) return;
    this.asked = asked;
    this.send({ places: step, path: this.path });
  }

  /** Forget what was asked: nothing of it is shown any more. */
  clear() {
    this.asked = "";
    everyPlace.hidden = true;
  }

  /** @param {PlacesFrame} answer */
  lay({ step, places }) {
    if (this.every && step === this.state.table?.step) this.board.bar(places);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.code !== "KeyW" || event.altKey || event.ctrlKey || event.metaKey || !this.plays) return;
    if (document.querySelector("dialog[open]") || document.activeElement?.matches("input, textarea")) return;
    this.toggle();
  }
}
