/** Table status: clocks, offers to answer, and the requests that are allowed. */

import { Clocks } from "./clocks.js";
import { closest, element, focus } from "../../common/page.js";

/** @import { Answer, StatusFrame } from "../../wire.d.ts" */

// menu buttons by request
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
    /** @type {(may: string[]) => void} called with the allowed requests */
    this.onMay = () => {};
    document.addEventListener("click", (event) => {
      const button = closest(event, "[data-status]");
      const answer = button && answerOf(button.dataset.status ?? "", Number(button.dataset.number));
      if (!answer) return;
      button.closest("details")?.removeAttribute("open"); // the surrounding menu
      send(answer);
    });
    setInterval(() => this.uncover(), 500);
  }

  /** @param {StatusFrame} frame */
  show(frame) {
    this.clocks.show(frame);
    this.say(frame.html ?? "");
    this.onMay(frame.may);
    for (const [what, id] of Object.entries(ASKS)) element(id, HTMLElement).hidden = !frame.may.includes(what);
  }

  /** @param {string} mine the viewer's seat */
  update(mine) {
    this.clocks.update(mine);
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

  /** Show requests that have become available since the frame was sent. */
  uncover() {
    for (const button of this.notice.querySelectorAll("[data-from]")) {
      button.toggleAttribute("hidden", Number(button.getAttribute("data-from")) > this.clocks.now());
    }
    this.notice.hidden = ![...this.notice.children].some((one) => !one.hasAttribute("hidden"));
  }
}

/**
 * @param {string} affair
 * @param {number} number id of the offer
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
