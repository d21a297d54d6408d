/**
 * Hints, if the game allows them: requests a bot's suggestion, marks its targets and shows its reasons. A hint stays until
 * the next step or another press of the button.
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

const BESIDE = 6; // board units between a target and its mark

export class Hint {
  /**
   * @param {State} state
   * @param {Board} board
   * @param {Chooser} chooser
   * @param {Status} status
   * @param {(answer: Parameters<TableSocket["send"]>[0]) => void} send
   * @param {(text: string) => void} tell announces text to screen readers
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
    this.allowed = false; // for this game
    this.asked = -1; // step of the request
    /** @type {HintFrame | null} the answer */
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

  /** @returns {boolean} whether there is anything to choose */
  get wanted() {
    const { table, previous, step } = this.state;
    return this.allowed && table !== null && !previous && step === null && table.prompt.choices.length > 0;
  }

  /** @param {string[]} may requests allowed at this table */
  allow(may) {
    this.allowed = may.includes("hint");
    this.offer();
  }

  /** Show the button if hints are available, and drop the hint of another step. */
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
    const { by = "", reasons } = answer;
    const what = answer.what.join(" · ");
    this.say([make("p", "by", by), make("p", "what", what), ...reasons.map((text) => make("p", "", text))]);
    this.tell([by, what, ...reasons].join(" "));
    const target = this.mark();
    this.reveal(target);
    const spot = this.board.spots.get(target);
    if (spot) this.board.zoom.reveal(spot);
    const drawn = this.board.targets.get(target);
    if (drawn) this.board.setTabStop(drawn); // Tab goes there
    if (drawn && byKeyboard()) focus(drawn);
  }

  /** The request was refused; the reason is shown elsewhere. */
  refused() {
    if (!this.given) this.clear();
  }

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
   * Mark the next target of the hint, or the confirm button after the last one.
   * @returns {string} the marked target, or ""
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
   * Scroll to the marked target on a phone.
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
