/**
 * Hints, where the game allows them: asks what an opponent of the house would do, marks what is to be pointed at for it,
 * and says why. It stays until the table moves on, or the button is pressed again.
 */

import { byKeyboard, draw, element, focus, make } from "../../common/page.js";
import { bringIntoSight } from "../focus.js";
import { REACH } from "../board/targets.js";

/** @import { HintFrame } from "../../wire.d.ts" */
/** @import { Board } from "../board/board.js" */
/** @import { Chooser } from "../choosing/chooser.js" */
/** @import { Status } from "../people/status.js" */
/** @import { TableSocket } from "../socket.js" */
/** @import { State } from "../state.js" */

const BESIDE = 6; // units of the board from a target to the mark round it

export class Hint {
  /**
   * @param {State} state
   * @param {Board} board
   * @param {Chooser} chooser
   * @param {Status} status
   * @param {(answer: Parameters<TableSocket["send"]>[0]) => void} send
   * @param {(text: string) => void} tell says something to those who listen
   */
  constructor(state, board, chooser, status, send, tell) {
    this.state = state;
    this.board = board;
    this.chooser = chooser;
    this.send = send;
    this.tell = tell;
    this.button = element("ask-hint", HTMLButtonElement);
    this.box = element("advice", HTMLElement);
    this.confirm = element("confirm", HTMLButtonElement);
    this.allowed = false; // at this table
    this.asked = -1; // for which step
    /** @type {HintFrame | null} what was answered */
    this.given = null;
    const others = chooser.onShow;
    chooser.onShow = () => {
      others();
      this.offer();
    };
    status.onMay = (may) => this.allow(may);
    this.button.addEventListener("click", () => this.toggle());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** @returns {boolean} whether there is anything to be chosen */
  get wanted() {
    const { table, held, step } = this.state;
    return this.allowed && table !== null && !held && step === null && table.prompt.choices.length > 0;
  }

  /** @param {string[]} may what may be asked for at this table */
  allow(may) {
    this.allowed = may.includes("hint");
    this.offer();
  }

  /** Offer a hint where one can be had, and let go of one that is of another step. */
  offer() {
    this.button.hidden = !this.wanted;
    if (this.asked !== this.state.table?.step) this.clear();
    this.mark();
  }

  toggle() {
    const { table } = this.state;
    if (!this.wanted || !table) return;
    if (this.asked === table.step) return this.clear();
    this.asked = table.step;
    this.say([make("p", "", this.box.dataset.thinking ?? "")]);
    this.send({ hint: table.step });
  }

  /** @param {HintFrame} answer */
  show(answer) {
    if (answer.step !== this.asked || answer.step !== this.state.table?.step) return;
    this.given = answer;
    const { by, what, reasons } = answer;
    this.say([make("p", "by", by), make("p", "what", what), ...reasons.map((text) => make("p", "", text))]);
    this.tell([by, what, ...reasons].join(" "));
    const target = this.mark();
    this.reveal(target);
    const spot = this.board.spots.get(target);
    if (spot) this.board.zoom.reveal(spot);
    const drawn = this.board.targets.get(target);
    if (drawn) this.board.rove(drawn); // the next Tab leads there
    if (drawn && byKeyboard()) focus(drawn);
  }

  /** It was refused, and the reason is said elsewhere. */
  refused() {
    if (!this.given) this.clear();
  }

  /** Leave nothing of it in the page. */
  clear() {
    this.asked = -1;
    this.given = null;
    this.say([]);
    this.unmark();
  }

  /** @param {HTMLElement[]} lines */
  say(lines) {
    this.box.replaceChildren(...lines);
    this.box.hidden = lines.length === 0;
    this.button.setAttribute("aria-expanded", String(lines.length > 0));
  }

  /**
   * Mark what is to be pointed at next; when all of it is chosen, the button that confirms it.
   * @returns {string} the target that is marked, if any is
   */
  mark() {
    this.unmark();
    const way = this.given?.way ?? [];
    const path = this.chooser.choices.path.map(({ target }) => target);
    const done = way.findIndex((target, k) => path[k] !== target);
    const target = way[done];
    if (done < 0 && way.length) this.confirm.classList.add("advised");
    if (!target) return "";
    const spot = this.board.spots.get(target);
    const reach = spot ? REACH[spot.shape] + BESIDE : 0;
    const rings = ["under", "over"].map((part) => draw("circle", { class: `advice ${part}`, r: reach }));
    this.board.targets.get(target)?.append(...rings);
    for (const button of document.querySelectorAll(`button[data-target="${CSS.escape(target)}"]`)) button.classList.add("advised");
    return target;
  }

  /**
   * Scroll a phone's page to what is advised.
   * @param {string} target
   */
  reveal(target) {
    const advised = document.querySelector("button.advised");
    if (this.board.targets.has(target)) bringIntoSight([this.board.box]);
    else if (advised) bringIntoSight([advised]);
  }

  unmark() {
    for (const old of document.querySelectorAll(".target > .advice")) old.remove();
    for (const old of document.querySelectorAll("button.advised")) old.classList.remove("advised");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.code !== "KeyH" || event.altKey || event.ctrlKey || event.metaKey || !this.wanted) return;
    if (document.querySelector("dialog[open]") || document.activeElement?.matches("input, textarea")) return;
    this.toggle();
  }
}
