/**
 * Replay of a finished game: slider, buttons and keys request steps from the server, with nothing hidden or as a side knew
 * them. The step and an open review are stored in the address, so that they survive a reload or a change of language.
 */

import { at, element, post } from "../../common/page.js";
import { showToast } from "../toast.js";
import { Review } from "./review.js";

/** @import { Answer, ReasonsFrame, ReplayFrame, ReviewFrame } from "../../wire.d.ts" */
/** @import { State } from "../state.js" */

const GAP = 90; // ms between requests
const KEPT = /^#(step|review)-(\d+)$/;
const BEAT = 1400; // ms per step of the automatic replay
const KEYS = { Home: "first", PageUp: "round-back", ArrowLeft: "back", ArrowRight: "forward", PageDown: "round-forward", End: "end" };

export class Replay {
  /**
   * @param {State} state holds the step on show
   * @param {(answer: Answer) => boolean} send
   * @param {() => void} onShow called when a step arrives
   * @param {() => void} onClose
   */
  constructor(state, send, onShow, onClose) {
    this.state = state;
    this.send = send;
    this.review = new Review(send, (step) => this.go(step));
    this.onShow = onShow;
    this.onClose = onClose;
    this.bar = element("replay", HTMLElement);
    this.slider = element("replay-slider", HTMLInputElement);
    this.toggle = element("replay-play", HTMLButtonElement);
    this.speed = element("replay-speed", HTMLSelectElement);
    this.active = false;
    /** @type {RegExpExecArray | null} the step in the address, until it is shown */
    this.kept = KEPT.exec(location.hash) ?? KEPT.exec(element("app", HTMLElement).dataset.opens ?? "");
    this.eyes = ""; // the side that looks; empty: nothing is hidden
    /** @type {number | null} the next step to request; only the newest counts */
    this.wanted = null;
    this.waiting = false; // for an answer
    this.playing = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.gap = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.beat = undefined;
    this.bar.addEventListener("click", (event) => this.press(event));
    this.slider.addEventListener("input", () => this.go(this.slider.valueAsNumber));
    element("replay-eyes", HTMLElement).addEventListener("change", (event) => {
      this.eyes = /** @type {HTMLInputElement} */ (event.target).value;
      this.go(this.wanted ?? this.state.step?.step ?? 0);
    });
    this.speed.addEventListener("change", () => this.playing && this.wait());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  open() {
    if (this.active) return;
    this.active = true;
    this.go(0);
  }

  openReview() {
    this.open();
    this.review.open();
  }

  /** @param {ReplayFrame | ReviewFrame | ReasonsFrame} next */
  take(next) {
    if (next.type === "replay") this.show(next);
    else if (next.type === "review") this.review.show(next);
    else this.review.explain(next);
  }

  /** Resume at the step in the address, with the review if it was open. */
  comeBack() {
    this.review.resume();
    if (!this.kept) return;
    const [, kind, step] = this.kept;
    this.kept = null;
    this.active = true;
    this.go(Number(step));
    if (kind === "review") this.review.open();
  }

  close() {
    if (!this.active) return;
    this.review.close();
    history.replaceState(null, "", location.pathname);
    this.stop();
    clearTimeout(this.gap);
    this.active = this.waiting = false;
    this.state.step = this.wanted = null;
    this.gap = undefined;
    this.bar.hidden = true;
    this.onClose();
  }

  /** @param {ReplayFrame} next */
  show(next) {
    this.waiting = false;
    if (!this.active) return;
    this.state.step = next;
    this.bar.hidden = false;
    history.replaceState(null, "", `#${this.review.active ? "review" : "step"}-${next.step}`);
    this.slider.max = String(next.last);
    if (this.wanted === null) this.slider.value = String(next.step); // otherwise it is being dragged
    this.slider.setAttribute("aria-valuetext", next.kicker);
    for (const button of this.bar.querySelectorAll("[data-step]")) {
      // Not disabled: a button pressed repeatedly keeps the focus at the end.
      const there = this.where(button.getAttribute("data-step") ?? "", next.step);
      button.setAttribute("aria-disabled", String(there === next.step));
    }
    this.review.follow(next);
    this.onShow();
    if (this.playing && next.step === next.last) this.stop();
    if (this.playing) this.wait();
    this.next();
  }

  /** The request was refused or the connection lost: wait for the next input. */
  refused() {
    this.waiting = false;
    this.review.lost = true;
    this.stop();
    if (this.active && !this.state.step) this.close(); // there is no such step
  }

  /** @param {number} step */
  go(step) {
    this.wanted = Math.max(0, Math.min(step, this.state.step?.last ?? step));
    this.next();
  }

  /** Request the wanted step, one request at a time. */
  next() {
    if (this.wanted === null || this.waiting || this.gap !== undefined) return;
    const step = this.wanted;
    this.wanted = null;
    if (this.state.step?.step === step && this.state.step.eyes === this.eyes) return;
    this.waiting = this.send({ replay: step, eyes: this.eyes });
    this.gap = setTimeout(() => {
      this.gap = undefined;
      this.next();
    }, GAP);
  }

  playOrPause() {
    if (this.playing) return this.stop();
    this.playing = true;
    this.label();
    if (this.state.step && this.state.step.step === this.state.step.last) this.go(0);
    else this.goOn();
  }

  stop() {
    this.playing = false;
    clearTimeout(this.beat);
    this.label();
  }

  wait() {
    clearTimeout(this.beat);
    this.beat = setTimeout(() => this.playing && this.goOn(), BEAT / Number(this.speed.value));
  }

  goOn() {
    this.go(this.where("forward", this.state.step?.step ?? 0));
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
    else if (button?.dataset.playOn) void this.playOn(button);
    else if (button?.dataset.makePuzzle) void this.create(button, button.dataset.makePuzzle, {});
    else if (button && "close" in button.dataset) this.close();
  }

  /** @param {HTMLButtonElement} button */
  async playOn(button) {
    const { playOn: side, post: url = "" } = button.dataset;
    await this.create(button, url, { side, own_nonce: true });
  }

  /**
   * Create a practice game or a puzzle from the step on show, and go to its page.
   * @param {HTMLButtonElement} button
   * @param {string} url
   * @param {Record<string, unknown>} terms
   */
  async create(button, url, terms) {
    this.stop();
    button.disabled = true;
    try {
      const made = await post(url, { step: this.state.step?.step ?? 0, ...terms });
      location.assign(at(String(made.table ?? made.page)));
    } catch (error) {
      showToast((error instanceof Error && error.message) || (this.bar.dataset.failed ?? ""));
      button.disabled = false;
      button.focus();
    }
  }

  /** @param {string} way */
  walk(way) {
    this.stop();
    this.go(this.where(way, this.wanted ?? this.state.step?.step ?? 0));
  }

  /**
   * Return the step a button leads to: the next visible change, or the start of a round.
   * @param {string} way
   * @param {number} here
   */
  where(way, here) {
    const { stops = [], rounds = [], last = 0 } = this.state.step ?? {};
    const before = (/** @type {number[]} */ steps) => steps.findLast((step) => step < here) ?? 0;
    const after = (/** @type {number[]} */ steps) => steps.find((step) => step > here) ?? last;
    switch (way) {
      case "back":
        return before(stops);
      case "forward":
        return after(stops);
      case "round-back":
        return before(rounds);
      case "round-forward":
        return after(rounds);
      default:
        return way === "end" ? last : 0;
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.active || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const here = document.activeElement;
    if (document.querySelector("dialog[open]") || here?.matches("input, select, textarea, .board")) return;
    const way = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
    if (way && !here?.matches('[role="tab"]')) this.walk(way);
    else if (event.key === "Escape") this.close();
    else if (event.key === " " && !here?.matches("button, a, summary, [tabindex='0']")) this.playOrPause();
    else return;
    event.preventDefault();
  }
}
