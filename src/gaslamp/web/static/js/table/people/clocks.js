/** Clocks at the seats. They tick locally from the server's values, hidden from screen readers. */

import { element, make } from "../../common/page.js";

/** @import { StatusFrame } from "../../wire.d.ts" */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export class Clocks {
  /** @param {HTMLElement} seats list of seats, each with `data-seat` */
  constructor(seats) {
    this.seats = seats;
    this.news = element("clock-news", HTMLElement);
    /** @type {StatusFrame | null} */
    this.frame = null;
    this.ahead = 0; // server time minus local time, in ms
    this.mine = "";
    this.warned = false;
    setInterval(() => this.tick(), 200);
  }

  /** @param {StatusFrame} frame */
  show(frame) {
    this.ahead = frame.now - Date.now();
    this.frame = frame;
    this.update(this.mine);
  }

  /** @returns {number} server time in ms */
  now() {
    return Date.now() + this.ahead;
  }

  clear() {
    this.frame = null;
    this.news.replaceChildren();
  }

  /**
   * Add a clock to each seat that has one.
   * @param {string} mine the viewer's seat
   */
  update(mine) {
    this.mine = mine;
    for (const item of this.seats.querySelectorAll("[role=timer]")) item.remove();
    this.seats.classList.toggle("timed", Boolean(this.frame?.clocks.length));
    for (const { seat } of this.frame?.clocks ?? []) {
      const shown = make("span", "clock");
      shown.setAttribute("role", "timer");
      shown.setAttribute("aria-label", this.seats.dataset.left ?? "");
      this.item(seat)?.append(shown);
    }
    this.tick();
  }

  tick() {
    if (!this.frame) return;
    const now = this.now();
    for (const { seat, left, runs } of this.frame.clocks) {
      const item = this.item(seat);
      const shown = item?.querySelector("[role=timer]");
      if (!item || !shown) continue;
      const rest = Math.max(0, left - (runs ? Math.max(0, now - this.frame.since) : 0));
      const text = this.text(rest);
      if (shown.textContent !== text) shown.textContent = text;
      item.classList.toggle("running", runs);
      item.classList.toggle("short", runs && rest < MINUTE);
      if (seat === this.mine) this.warn(runs && rest < MINUTE);
    }
  }

  /**
   * Announce the last minute once.
   * @param {boolean} last
   */
  warn(last) {
    if (last !== this.warned) this.news.textContent = last ? (this.news.dataset.text ?? "") : "";
    this.warned = last;
  }

  /** @param {number} rest */
  text(rest) {
    const { d = "", h = "", min = "" } = this.seats.dataset;
    const of = (/** @type {string} */ words, /** @type {number} */ n) => words.replace("{n}", String(n));
    const part = (/** @type {number} */ unit, /** @type {number} */ whole) => Math.floor((rest % whole) / unit);
    if (rest >= DAY) return `${of(d, Math.floor(rest / DAY))} ${of(h, part(HOUR, DAY))}`;
    if (this.frame?.days && rest >= HOUR) return `${of(h, part(HOUR, DAY))} ${of(min, part(MINUTE, HOUR))}`;
    const seconds = Math.ceil(rest / SECOND);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  /** @param {string} seat */
  item(seat) {
    return [...this.seats.children].find((one) => one instanceof HTMLElement && one.dataset.seat === seat);
  }
}
