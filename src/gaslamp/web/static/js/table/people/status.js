/** The status of the table besides the game: its clocks, what there is to say and to answer, and what may be asked. */

import { Clocks } from "./clocks.js";
import { closest, element, focus } from "../../common/page.js";

/** @import { Answer, StatusFrame } from "../../wire.d.ts" */

// what may be asked for or done, and its button in the menu
const ASKS = { pause: "ask-pause", undo: "ask-undo", abort: "close-game" };

export class Status {
  /**
   * @param {HTMLElement} seats
   * @param {(answer: Answer) => void} send
   */
  constructor(seats, send) {
    this.clocks = new Clocks(seats);
    this.notice = element("status", HTMLElement);
    this.html = "";
    /** @type {(may: string[]) => void} what may be asked for was told */
    this.onMay = () => {};
    document.addEventListener("click", (event) => {
      const button = closest(event, "[data-status]");
      const answer = button && answerOf(button.dataset.status ?? "", Number(button.dataset.number));
      if (!answer) return;
      button.closest("details")?.removeAttribute("open"); // the menu it stands in
      send(answer);
    });
    setInterval(() => this.uncover(), 500);
  }

  /** @param {StatusFrame} frame */
  show(frame) {
    this.clocks.show(frame);
    this.say(frame.html);
    this.onMay(frame.may);
    for (const [what, id] of Object.entries(ASKS)) element(id, HTMLElement).hidden = !frame.may.includes(what);
  }

  /** @param {string} mine the seat of whoever looks */
  dress(mine) {
    this.clocks.dress(mine);
  }

  clear() {
    this.clocks.clear();
    this.say("");
    for (const id of Object.values(ASKS)) element(id, HTMLElement).hidden = true;
  }

  /** @param {string} html */
  say(html) {
    const focused = this.notice.contains(document.activeElement);
    if (html !== this.html) this.notice.innerHTML = this.html = html;
    this.uncover();
    if (focused && !this.notice.contains(document.activeElement)) {
      focus([...this.notice.querySelectorAll("button")].find((one) => !one.hidden) ?? element("prompt-title", HTMLElement));
    }
  }

  /** Show what may be asked for from a moment on that has come. */
  uncover() {
    for (const button of this.notice.querySelectorAll("[data-from]")) {
      button.toggleAttribute("hidden", Number(button.getAttribute("data-from")) > this.clocks.now());
    }
    this.notice.hidden = ![...this.notice.children].some((one) => !one.hasAttribute("hidden"));
  }
}

/**
 * @param {string} affair
 * @param {number} number of the offer that is answered
 * @returns {Answer}
 */
function answerOf(affair, number) {
  switch (affair) {
    case "yes":
    case "no":
      return { reply: number, agree: affair === "yes" };
    case "resume":
      return { resume: true };
    case "take_seat":
      return { take_seat: true };
    case "abort":
      return { abort: true };
    default:
      return { ask: affair };
  }
}
