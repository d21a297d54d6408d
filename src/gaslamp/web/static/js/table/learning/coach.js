/**
 * Tutorial coach: explains a step, points at the expected action and declines others. It waits until the other side's
 * actions have been announced. Normal games have no coach.
 */

import { reach, reached } from "../../common/lessons.js";
import { at, byKeyboard, closest, element, focus, here, post } from "../../common/page.js";
import { storeLinks } from "../../common/links.js";
import { Finger } from "./finger.js";

/** @import { Choice, LessonFrame } from "../../wire.d.ts" */
/** @import { Chooser } from "../choosing/chooser.js" */
/** @import { Story } from "../story.js" */
/** @import { Tabs } from "../panels/tabs.js" */

const lesson = here();

export class Coach {
  /**
   * @param {Chooser} chooser
   * @param {Tabs} tabs
   * @param {Story} story
   * @param {(step: number) => void} go
   */
  constructor(chooser, tabs, story, go) {
    this.chooser = chooser;
    this.story = story;
    this.go = go;
    this.box = document.getElementById("coach");
    /** @type {LessonFrame | null} the last step received */
    this.step = null;
    this.shown = -1; // the step on the page
    if (!this.box) return;
    this.finger = new Finger(chooser.board, chooser.panels, tabs);
    this.said = element("coach-said", HTMLElement);
    this.aside = element("coach-aside", HTMLElement);
    this.next = element("coach-next", HTMLButtonElement);
    this.back = element("coach-back", HTMLButtonElement);
    this.next.addEventListener("click", () => this.turn(1));
    this.back.addEventListener("click", () => this.turn(-1));
    this.box.addEventListener("click", (event) => void this.begin(event));
    new MutationObserver(() => this.aim()).observe(element("ask-sure", HTMLDialogElement), { attributeFilter: ["open"] });
    const others = chooser.onShow;
    chooser.onShow = () => {
      others();
      this.aim();
    };
  }

  /** @returns {string} query of the socket: resumes at the stored step */
  get query() {
    return this.box ? `?step=${this.step?.step ?? reached(lesson).step}` : "";
  }

  /**
   * Store a step. It is shown with the next table.
   * @param {LessonFrame} step
   */
  take(step) {
    this.step = step;
    if (free(step)) this.say(step.aside ?? "");
    if (step.kind === "lesson") reach(lesson, step.step, step.step === step.last);
  }

  /** Show the step, after the announcements. */
  show() {
    const { box, step, said } = this;
    if (!box || !step || !said || this.story.busy) return this.aim();
    if (step.step === this.shown && step.text === said.textContent) return;
    this.shown = step.step;
    const last = step.step === step.last;
    const count = element("coach-count", HTMLElement);
    const puzzle = step.kind === "puzzle";
    const number = puzzle ? 0 : 1; // of the first step
    const text = (free(step) ? count.dataset.free : count.dataset.text) ?? "";
    count.textContent = text.replace("{number}", `${step.step + number}`).replace("{last}", `${step.last + number}`);
    said.textContent = step.text;
    this.say(free(step) ? (step.aside ?? "") : "");
    const label = this.next?.querySelector("span");
    if (label && puzzle) label.textContent = (free(step) ? this.next?.dataset.free : this.next?.dataset.text) ?? "";
    element("coach-end", HTMLElement).innerHTML = step.html ?? "";
    this.next?.toggleAttribute("hidden", last || Boolean(step.play));
    this.back?.toggleAttribute("hidden", step.step === (puzzle ? 1 : 0) || free(step));
    box.hidden = false;
    document.documentElement.style.setProperty("--coach", `${box.offsetHeight}px`); // height to scroll past
    this.aim();
    if (!byKeyboard()) return;
    const first = /** @type {HTMLElement | null} */ (last ? box.querySelector("[data-begin]") : this.next);
    setTimeout(() => focus(this.goal ?? first)); // after the key event that led here
  }

  /** Point at the next choice, and comment on a different one. */
  aim() {
    const { step, finger } = this;
    if (!finger || !step) return;
    const before = finger.goal;
    this.move(step, finger);
    if (finger.goal === before || !byKeyboard() || this.box?.contains(document.activeElement)) return;
    setTimeout(() => focus(this.goal)); // after other focus changes and the current key event
  }

  /**
   * @param {LessonFrame} step
   * @param {Finger} finger
   */
  move(step, finger) {
    const { chooser } = this;
    if (this.story.busy || step.step !== this.shown) return finger.rest();
    if (!step.play) return finger.show(step.point);
    const { way, kept } = this.way(step.play);
    const leaf = chooser.leaf?.play === step.play;
    if (kept < chooser.choices.path.length && !leaf) this.say(step.aside ?? "");
    else if (kept) this.say("");
    if (leaf) finger.confirm();
    else finger.point(way[kept]?.target ?? "");
  }

  /** @returns {HTMLElement | SVGElement | null} the element pointed at, if it is focusable */
  get goal() {
    return this.finger?.goal ?? null;
  }

  /**
   * Return the path to the expected action that continues the choices made, and how many of it are made.
   * @param {string} play
   * @returns {{way: Choice[], kept: number}}
   */
  way(play) {
    const { choices } = this.chooser;
    const ways = choices.ways().filter((one) => one.at(-1)?.play === play);
    const kept = ways.map((way) => {
      const off = way.findIndex((choice, k) => choices.path[k] !== choice);
      return off < 0 ? way.length : off;
    });
    const most = Math.max(0, ...kept);
    return { way: ways[kept.indexOf(most)] ?? [], kept: most };
  }

  /**
   * Return true, and say so, if the tutorial expects another action.
   * @param {string} notation
   */
  declines(notation) {
    const { step } = this;
    if (!this.box || !step || step.kind === "mistakes" || free(step) || notation === step.play) return false;
    this.say(step.aside || (this.next?.dataset.aside ?? ""));
    return true;
  }

  /** @param {string} text comment on an unexpected action; empty to clear it */
  say(text) {
    if (this.aside && this.aside.textContent !== text) this.aside.textContent = text;
  }

  /** @param {number} by number of steps forward; negative for back */
  turn(by) {
    if (this.step) this.go(this.step.step + by);
  }

  /**
   * Start a game against a bot.
   * @param {Event} event
   */
  async begin(event) {
    const button = closest(event, "[data-begin]");
    if (!(button instanceof HTMLButtonElement)) return;
    button.disabled = true;
    const { begin: title, side } = button.dataset;
    try {
      const made = await post("/games", { title, side, opponent: "bot:constable", own_nonce: true });
      storeLinks(String(made.table), made);
      location.assign(at(String(made.table)));
    } catch (error) {
      const problem = this.box?.querySelector(".problem");
      if (problem) problem.textContent = (error instanceof Error && error.message) || (problem.getAttribute("data-text") ?? "");
      button.disabled = false;
    }
  }
}

/**
 * Return true at the question of a puzzle: anything may be played.
 * @param {LessonFrame} step
 */
function free(step) {
  return step.kind === "puzzle" && step.step === 0;
}
