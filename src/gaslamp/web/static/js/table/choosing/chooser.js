/** Choosing an action: shows the open choices on the board, in panels, as buttons and in the list, and takes clicks. */

import { Choices } from "./choices.js";
import { byKeyboard, element, focus } from "../../common/page.js";
import { bringIntoSight } from "../focus.js";
import * as prompt from "./prompt.js";

/** @import { LabelledChoice as Choice, TablePrompt as Prompt } from "../table-view.js" */
/** @import { Board } from "../board/board.js" */
/** @import { Panels } from "../panels/panels.js" */
/** @import { Open } from "./choices.js" */

const confirmButton = element("confirm", HTMLButtonElement);

export class Chooser {
  /**
   * @param {Board} board
   * @param {Panels} panels
   * @param {() => boolean} may whether an action can be sent now
   * @param {(notation: string) => void} onPlay
   */
  constructor(board, panels, may, onPlay) {
    this.board = board;
    this.panels = panels;
    this.may = may;
    this.onPlay = onPlay;
    /** @type {Prompt | null} the current prompt */
    this.prompt = null;
    this.choices = new Choices([]);
    /** @type {Open[]} choices without a place on the board or in a panel */
    this.nowhere = [];
    /** @type {() => void} called when the open choices change */
    this.onShow = () => {};
    this.every = false; // things that cannot be chosen are focusable too
  }

  /** @param {Prompt} asked */
  begin(asked) {
    this.prompt = asked;
    this.choices = new Choices(asked.choices);
  }

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
    board.showTargets(onBoard.map(({ choice, chosen }) => ({ id: choice.target, label: choice.label, chosen })));
    const inPanels = new Map(open.map((one) => [one.choice.target, one]));
    for (const button of panels.targets()) {
      const one = inPanels.get(button.dataset.target ?? "");
      button.setAttribute("aria-disabled", String(!one)); // not disabled: a click asks why
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

  /** Position the buttons; also called when the board moves. */
  place() {
    prompt.place(this.board.box, this.anchor());
  }

  /**
   * Return the target on the board that all buttons belong to. Buttons of a choice that was open before belong to none:
   * beside a target they would cover other targets.
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
   * Take a leaf of the list.
   * @param {string} way
   */
  jump(way) {
    const { choices } = this;
    const found = choices.ways().find((one) => one.map((choice) => choice.target).join(" ") === way);
    if (!found || !this.may()) return;
    this.play(choices.jump(found));
    if (choices.leaf && byKeyboard()) focus(confirmButton);
  }

  /** Scroll to the next choice on a phone. */
  reveal() {
    const { board, panels, choices } = this;
    if (choices.leaf) return;
    const next = choices.open().filter(({ depth }) => depth === choices.inner.length);
    bringIntoSight(next.flatMap(({ choice }) => (board.targets.has(choice.target) ? board.box : (panels.target(choice.target) ?? []))));
  }

  cancel() {
    const target = this.choices.cancel();
    if (target === null) return;
    this.show();
    focus(this.board.targets.get(target) ?? this.panels.target(target));
  }

  /**
   * Make panel items that cannot be chosen focusable, or not.
   * @param {boolean} every
   */
  reachable(every) {
    this.every = every;
    for (const button of this.panels.targets()) button.tabIndex = every || isOpen(button) ? 0 : -1;
  }

  /** @returns {(HTMLElement | SVGElement)[]} everything focusable in the current prompt */
  targets() {
    const { barred, targets } = this.board;
    const inPanels = this.panels.targets().filter((button) => this.every || isOpen(button));
    return [...prompt.offered(), ...targets.values(), ...inPanels, ...barred.values()];
  }

  /** @returns {Choice | null} the choice that waits to be confirmed */
  get leaf() {
    return this.choices.leaf;
  }

  /**
   * Play a notation, or show the next choices.
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
