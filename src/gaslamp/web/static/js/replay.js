/**
 * A finished game step by step: a slider, buttons and keys ask for steps, and the server shows each as it was. The
 * address keeps the step, so that another language, or the page asked for again, shows the same one.
 */

import { element } from "./page.js";

/** @typedef {import("./wire.js").ReplayFrame} ReplayFrame */

const GAP = 90; // ms between two questions: a slider is faster than anybody looks
const KEPT = /^#step-(\d+)$/;
const BEAT = 1400; // ms that a step is shown while the game plays by itself

export class Replay {
  /**
   * @param {(step: number) => boolean} ask
   * @param {() => void} onShow there is a step to be shown
   * @param {() => void} onClose
   */
  constructor(ask, onShow, onClose) {
    this.ask = ask;
    this.onShow = onShow;
    this.onClose = onClose;
    this.bar = element("replay", HTMLElement);
    this.slider = element("replay-slider", HTMLInputElement);
    this.toggle = element("replay-play", HTMLButtonElement);
    this.active = false;
    /** @type {string | undefined} the step that the address names, until it is shown */
    this.kept = KEPT.exec(location.hash)?.[1];
    /** @type {ReplayFrame | null} the step that is shown */
    this.frame = null;
    /** @type {number | null} the step to ask for next; only the newest counts */
    this.wanted = null;
    this.waiting = false; // for the answer to a question
    this.playing = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.gap = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.beat = undefined;
    this.bar.addEventListener("click", (event) => this.press(event));
    this.slider.addEventListener("input", () => this.go(this.slider.valueAsNumber));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** Begin at the beginning. */
  open() {
    this.active = true;
    this.go(0);
  }

  /** Go on where the address says that somebody was. */
  comeBack() {
    if (this.kept === undefined) return;
    const step = Number(this.kept);
    this.kept = undefined;
    this.active = true;
    this.go(step);
  }

  /** Leave the replay. */
  close() {
    if (!this.active) return;
    history.replaceState(null, "", location.pathname);
    this.stop();
    clearTimeout(this.gap);
    this.active = this.waiting = false;
    this.frame = this.wanted = null;
    this.gap = undefined;
    this.bar.hidden = true;
    this.onClose();
  }

  /**
   * Show a step that was asked for.
   * @param {ReplayFrame} next
   */
  show(next) {
    this.waiting = false;
    if (!this.active) return;
    this.frame = next;
    this.bar.hidden = false;
    history.replaceState(null, "", `#step-${next.step}`);
    this.slider.max = String(next.last);
    if (this.wanted === null) this.slider.value = String(next.step); // else a hand moves it
    this.slider.setAttribute("aria-valuetext", next.kicker);
    for (const [name, edge] of /** @type {const} */ ([["first", 0], ["back", 0], ["forward", next.last], ["end", next.last]])) {
      // Not disabled: a button that is pressed again and again must not lose the focus at the end of its way.
      this.bar.querySelector(`[data-step="${name}"]`)?.setAttribute("aria-disabled", String(next.step === edge));
    }
    this.onShow();
    if (this.playing && next.step === next.last) this.stop();
    if (this.playing) this.wait();
    this.next();
  }

  /** The question was refused, or the connection lost: ask again when a hand wants something. */
  refused() {
    this.waiting = false;
    this.stop();
    if (this.active && !this.frame) this.close(); // there is no such step
  }

  /**
   * Go to a step.
   * @param {number} step
   */
  go(step) {
    this.wanted = Math.max(0, Math.min(step, this.frame?.last ?? step));
    this.next();
  }

  /** Ask for what is wanted, one question at a time. */
  next() {
    if (this.wanted === null || this.waiting || this.gap !== undefined) return;
    const step = this.wanted;
    this.wanted = null;
    if (this.frame?.step === step) return;
    this.waiting = this.ask(step);
    this.gap = setTimeout(() => {
      this.gap = undefined;
      this.next();
    }, GAP);
  }

  /** Play by itself, or stop that. */
  playOrPause() {
    if (this.playing) return this.stop();
    this.playing = true;
    this.label();
    if (this.frame && this.frame.step === this.frame.last) this.go(0);
    else this.go((this.frame?.step ?? 0) + 1);
  }

  stop() {
    this.playing = false;
    clearTimeout(this.beat);
    this.label();
  }

  wait() {
    clearTimeout(this.beat);
    this.beat = setTimeout(() => this.playing && this.go((this.frame?.step ?? 0) + 1), BEAT);
  }

  label() {
    const { play, pause } = this.toggle.dataset;
    this.toggle.classList.toggle("playing", this.playing);
    this.toggle.setAttribute("aria-label", (this.playing ? pause : play) ?? "");
    this.toggle.title = this.toggle.getAttribute("aria-label") ?? "";
  }

  /** @param {Event} event */
  press(event) {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button === this.toggle) this.playOrPause();
    else if (button?.dataset.step) this.walk(button.dataset.step);
    else if (button && "close" in button.dataset) this.close();
  }

  /** @param {string} way */
  walk(way) {
    const here = this.wanted ?? this.frame?.step ?? 0;
    const there = { first: 0, back: here - 1, forward: here + 1, end: this.frame?.last ?? 0 }[way];
    this.stop();
    if (there !== undefined) this.go(there);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.active || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const here = document.activeElement;
    if (document.querySelector("dialog[open]") || here?.matches("input, textarea, .board")) return;
    const way = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "end" }[event.key];
    if (way && !here?.matches('[role="tab"]')) this.walk(way);
    else if (event.key === "Escape") this.close();
    else if (event.key === " " && !here?.matches("button, a, summary, [tabindex='0']")) this.playOrPause();
    else return;
    event.preventDefault();
  }
}
