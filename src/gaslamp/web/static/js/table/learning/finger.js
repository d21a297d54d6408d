/** The pointing finger of tutorials: on the board, at a panel item or at a button. */

import { draw, element } from "../../common/page.js";
import { REACH, outline } from "../board/targets.js";

/** @import { Board } from "../board/board.js" */
/** @import { Panels } from "../panels/panels.js" */
/** @import { Tabs } from "../panels/tabs.js" */

const sure = element("ask-sure", HTMLDialogElement);
const confirmButton = element("confirm", HTMLButtonElement);
const NEAR = 0.5; // scale on a zoomed board

export class Finger {
  /**
   * @param {Board} board
   * @param {Panels} panels
   * @param {Tabs} tabs
   */
  constructor(board, panels, tabs) {
    this.board = board;
    this.panels = panels;
    this.tabs = tabs;
    /** @type {HTMLElement | SVGElement | null} the element pointed at, if it can be chosen */
    this.goal = null;
    this.sight = ""; // what was last scrolled into view
  }

  /** Point at nothing. */
  rest() {
    this.goal = null;
    this.board.layers.get("finger")?.replaceChildren();
    for (const old of document.querySelectorAll(".pointing")) old.remove();
    for (const old of document.querySelectorAll(".pointed")) old.classList.remove("pointed");
  }

  /**
   * Point at a choice.
   * @param {string} id
   */
  point(id) {
    this.rest();
    const onBoard = this.board.targets.get(id);
    const button = this.panels.target(id) ?? document.querySelector(`#pills [data-target="${CSS.escape(id)}"]`);
    if (onBoard) {
      this.goal = onBoard;
      onBoard.classList.add("pointed");
      this.board.setTabStop(onBoard);
      this.placeOnBoard(id);
    } else if (button instanceof HTMLElement) {
      this.goal = button;
      this.placeAt(button);
    }
  }

  /** Point at the confirm button, or at the one in the dialog. */
  confirm() {
    this.rest();
    const yes = sure.open ? sure.querySelector("button[value=yes]") : null;
    this.goal = yes instanceof HTMLElement ? yes : confirmButton;
    this.placeAt(this.goal);
  }

  /**
   * Point at things to look at.
   * @param {string[]} ids
   */
  show(ids) {
    this.rest();
    for (const id of ids) {
      const panel = this.panels.shown.get(id)?.element;
      if (!panel) this.placeOnBoard(id);
      else {
        if (panel.dataset.tab) this.tabs.choose(panel.dataset.tab);
        panel.classList.add("pointed");
        this.placeAt(panel.querySelector("h2") ?? panel);
      }
    }
  }

  /**
   * Place it beside a thing on the board and scroll there once.
   * @param {string} id
   */
  placeOnBoard(id) {
    const { board } = this;
    const spot = board.spots.get(id);
    if (!spot) return;
    const reach = spot.shape === "tile" ? REACH.tile * 0.42 : Math.min(REACH[spot.shape], 30);
    const hand = draw("use", { href: "#symbol-pointing", x: -30, y: -4, width: 60, height: 92 });
    const size = board.zoom.near ? NEAR : 1;
    const place = `translate(${spot.x + reach * 0.6} ${spot.y + reach * 0.6}) rotate(-38) scale(${size})`;
    const placed = draw("g", { transform: place }, [draw("g", { class: "hand" }, [hand])]);
    board.layers.get("finger")?.append(outline(spot, "ring under"), outline(spot, "ring"), placed);
    if (this.sight === id) return;
    this.sight = id;
    board.zoom.reveal(spot);
    board.box.scrollIntoView({ block: "nearest" });
  }

  /**
   * Place it at a button or a heading.
   * @param {HTMLElement} thing
   */
  placeAt(thing) {
    thing.classList.add("pointed");
    const hand = draw("svg", { class: "pointing", viewBox: "-30 -4 60 92", "aria-hidden": "true", focusable: "false" }, [
      draw("use", { href: "#symbol-pointing", x: -30, y: -4, width: 60, height: 92 }),
    ]);
    thing.append(hand);
    thing.scrollIntoView({ block: "nearest" });
  }
}
