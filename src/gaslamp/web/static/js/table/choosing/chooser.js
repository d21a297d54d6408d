/** Choosing: what is open now is shown on the board, in the panels, as buttons and in the list, and taken from there. */

import { Choices } from "./choices.js";
import { byKeyboard, element, focus } from "../../common/page.js";
import { bringIntoSight } from "../focus.js";
import * as prompt from "./prompt.js";

/** @import { Choice, Prompt } from "../../wire.d.ts" */
/** @import { Board } from "../board/board.js" */
/** @import { Panels } from "../panels.js" */
/** @import { Open } from "./choices.js" */

const confirmButton = element("confirm", HTMLButtonElement);

export class Chooser {
  /**
   * @param {Board} board
   * @param {Panels} panels
   * @param {() => boolean} may whether anything can be sent now
   * @param {(notation: string) => void} onPlay
   */
  constructor(board, panels, may, onPlay) {
    this.board = board;
    this.panels = panels;
    this.may = may;
    this.onPlay = onPlay;
    /** @type {Prompt | null} what is asked */
    this.prompt = null;
    this.choices = new Choices([]);
    /** @type {Open[]} what lies on no board and in no panel */
    this.nowhere = [];
    /** @type {() => void} something else can be chosen */
    this.onShow = () => {};
    this.every = false; // what cannot be chosen is reached by the keyboard too
  }

  /** @param {Prompt} asked */
  begin(asked) {
    this.prompt = asked;
    this.choices = new Choices(asked.choices);
  }

  /** Forget what was asked and how far the answer had come. */
  clear() {
    this.prompt = null;
    this.choices = new Choices([]);
    this.nowhere = [];
    prompt.clear();
  }

  show() {
    const { board, panels, choices } = this;
    if (!this.prompt) return;
    const open = choices.open();
    const onBoard = open.filter(({ choice }) => board.spots.has(choice.target));
    board.aim(onBoard.map(({ choice, chosen }) => ({ id: choice.target, label: choice.label, chosen })));
    const inPanels = new Map(open.map((one) => [one.choice.target, one]));
    for (const button of panels.targets()) {
      const one = inPanels.get(button.dataset.target ?? "");
      button.setAttribute("aria-disabled", String(!one)); // it can still be asked why
      button.tabIndex = one || this.every ? 0 : -1;
      button.classList.toggle("open", Boolean(one));
      if (one) button.setAttribute("aria-pressed", String(one.chosen));
      else button.removeAttribute("aria-pressed");
    }
    this.nowhere = open.filter(({ choice }) => !board.spots.has(choice.target) && !panels.target(choice.target));
    prompt.offer(this.nowhere);
    this.place();
    prompt.say(this.prompt, choices);
    prompt.list(choices);
    this.onShow();
  }

  /** Put the buttons where they belong, and keep them there when the board moves. */
  place() {
    prompt.place(this.board.box, this.anchor());
  }

  /**
   * Give the thing on the board to which all buttons belong: each says what is done with it. What stood open before,
   * as which of two things comes first, says nothing of it, and would lie over what can be pointed at.
   */
  anchor() {
    const { board, choices, nowhere } = this;
    const depth = choices.inner.findLastIndex((choice) => board.spots.has(choice.target));
    const thing = choices.inner[depth];
    if (!thing || nowhere.some((one) => one.depth <= depth)) return null;
    return board.where(thing.target);
  }

  /** @param {string} target */
  take(target) {
    const { choices } = this;
    if (!this.prompt || !this.may()) return;
    const known = choices.leaf;
    this.play(choices.take(target));
    if (choices.leaf && choices.leaf !== known && byKeyboard()) focus(confirmButton);
    else if (choices.inner.at(-1)?.target === target && byKeyboard()) focus(prompt.offered()[0]);
  }

  /**
   * Go straight to a leaf of the list.
   * @param {string} way
   */
  jump(way) {
    const { choices } = this;
    const found = choices.ways().find((one) => one.map((choice) => choice.target).join(" ") === way);
    if (!found || !this.may()) return;
    this.play(choices.jump(found));
    if (choices.leaf && byKeyboard()) focus(confirmButton);
  }

  /** Scroll a phone's page to where the next choice is. */
  reveal() {
    const { board, panels, choices } = this;
    if (choices.leaf) return;
    const next = choices.open().filter(({ depth }) => depth === choices.inner.length);
    bringIntoSight(next.flatMap(({ choice }) => (board.targets.has(choice.target) ? board.box : (panels.target(choice.target) ?? []))));
  }

  /** Cancel the step begun. */
  cancel() {
    const target = this.choices.cancel();
    if (target === null) return;
    this.show();
    focus(this.board.targets.get(target) ?? this.panels.target(target));
  }

  /**
   * Let the keyboard reach the things of panels that cannot be chosen, or not.
   * @param {boolean} every
   */
  reachable(every) {
    this.every = every;
    for (const button of this.panels.targets()) button.tabIndex = every || isOpen(button) ? 0 : -1;
  }

  /** @returns {(HTMLElement | SVGElement)[]} everything that can be taken now, and asked about */
  targets() {
    const { barred, targets } = this.board;
    const inPanels = this.panels.targets().filter((button) => this.every || isOpen(button));
    return [...prompt.offered(), ...targets.values(), ...inPanels, ...barred.values()];
  }

  /** @returns {Choice | null} what waits to be confirmed */
  get leaf() {
    return this.choices.leaf;
  }

  /**
   * Play a notation, or show how far the choice has come.
   * @param {string | null} notation
   */
  play(notation) {
    if (notation) this.onPlay(notation);
    this.show();
    this.reveal();
  }
}

/** @param {HTMLElement} button */
function isOpen(button) {
  return button.getAttribute("aria-disabled") !== "true";
}
