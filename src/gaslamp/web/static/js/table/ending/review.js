/**
 * Review of a finished game: curves of the win chance, judged decisions with their alternatives, and accounts. It grows as
 * the server computes it. Its points are steps of the replay, which draws the board.
 */

import { element, make } from "../../common/page.js";
import { account, Written } from "./accounts.js";
import { drawCurve, nearest } from "./curve.js";

/** @import { Alternative, Answer, Decision, ReasonsFrame, ReplayFrame, ReviewFrame, ReviewPoint } from "../../wire.d.ts" */

/** @typedef {keyof typeof SIGNS} Judgement */

const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
const ROWS = 3; // alternatives

export class Review {
  /**
   * @param {(answer: Answer) => boolean} send
   * @param {(step: number) => void} go shows a step of the replay
   */
  constructor(send, go) {
    this.send = send;
    this.go = go;
    this.root = element("review", HTMLElement);
    this.curve = element("review-curve", SVGSVGElement);
    this.detail = element("review-point", HTMLElement);
    this.list = element("review-moments", HTMLElement);
    this.progress = element("review-progress", HTMLElement);
    /** @type {ReviewPoint[]} */
    this.points = [];
    /** @type {Record<string, string>} */
    this.sides = {};
    /** @type {ReviewFrame | null} the newest */
    this.newest = null;
    this.here = 0; // the point on show
    this.eyes = "";
    this.lost = false; // the connection
    this.mine = this.root.dataset.mine ?? ""; // the viewer's side, if it plays one
    this.written = new Written(document.documentElement.lang);
    this.curve.addEventListener("pointerdown", (event) => this.select(nearest(this.curve, event, this.points.length)));
    this.curve.addEventListener("keydown", (event) => this.key(event));
    this.root.addEventListener("click", (event) => this.press(event));
  }

  get active() {
    return !this.root.hidden;
  }

  open() {
    if (this.active) return;
    this.root.hidden = false;
    this.send({ review: true });
  }

  close() {
    if (!this.active) return;
    this.root.hidden = true;
    this.points = [];
    this.newest = null;
    this.here = 0;
    this.send({ review: false });
  }

  /** The connection is new: what was sent is kept, the rest is asked for again. */
  resume() {
    if (this.lost && this.active && this.newest?.state !== "complete") this.send({ review: true });
    this.lost = false;
  }

  /** @param {ReviewFrame} frame */
  show(frame) {
    if (!this.active) return;
    this.newest = frame;
    if (!frame.first) this.sides = frame.sides ?? {};
    this.points = [...this.points.slice(0, frame.first), ...(frame.points ?? [])];
    const { progress = "", failed = "" } = this.root.dataset;
    const told = progress.replace("{done}", String(frame.done)).replace("{total}", String(frame.total));
    this.progress.textContent = frame.state === "failed" ? failed : frame.state === "growing" ? told : "";
    this.render();
  }

  /** @param {ReplayFrame} step */
  follow(step) {
    this.eyes = step.eyes;
    if (this.points[this.here]?.step !== step.step) {
      this.here = Math.max(0, this.points.findLastIndex((one) => one.step <= step.step));
    }
    if (this.active) this.render();
  }

  /** @param {ReasonsFrame} frame */
  explain(frame) {
    const box = this.detail.querySelector("[data-reasons]");
    if (frame.point !== this.here || !box) return;
    const { does = "", none = "" } = this.root.dataset;
    const list = make("ul");
    list.append(...frame.reasons.map((reason) => make("li", "", reason)));
    const head = make("p", "", frame.what ? does.replace("{action}", frame.what) : none);
    box.replaceChildren(head, ...(frame.reasons.length ? [list] : []));
  }

  // ---- input

  /** @param {number} point */
  select(point) {
    const wanted = this.points[point];
    if (!wanted) return;
    this.here = point;
    this.render();
    this.go(wanted.step);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const last = this.points.length - 1;
    const ways = /** @type {Record<string, number>} */ ({
      ArrowLeft: this.here - 1, ArrowDown: this.here - 1, ArrowRight: this.here + 1, ArrowUp: this.here + 1, Home: 0, End: last,
    });
    const to = ways[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.select(Math.max(0, Math.min(last, to)));
  }

  /** @param {Event} event */
  press(event) {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button?.dataset.point) {
      this.select(Number(button.dataset.point));
      element("board", HTMLElement).scrollIntoView({ block: "nearest" }); // phones scroll
    }
    if (!button || !("why" in button.dataset)) return;
    const box = make("div");
    box.dataset.reasons = "";
    box.setAttribute("role", "status");
    box.append(make("p", "", this.root.dataset.thinking));
    button.replaceWith(box);
    this.send({ reasons: this.here });
  }

  /** The name of the second curve. */
  get known() {
    const { open = "" } = this.root.dataset;
    return this.root.getAttribute(`data-known-${Object.keys(this.sides).indexOf(this.eyes)}`) ?? open;
  }

  // ---- drawing

  render() {
    const point = this.points[this.here];
    drawCurve(this.curve, this.points, this.here, this.eyes);
    element("review-own", HTMLElement).textContent = this.points.length ? this.known : "";
    this.curve.setAttribute("aria-valuemax", String(Math.max(0, this.points.length - 1)));
    this.curve.setAttribute("aria-valuenow", String(this.here));
    if (point) this.curve.setAttribute("aria-valuetext", `${point.text} ${this.named(this.root.dataset.jack, point.point.public)}`);
    this.showPoint(point);
    this.showLists();
    this.showAccounts();
  }

  /** @param {ReviewPoint | undefined} point */
  showPoint(point) {
    const key = JSON.stringify([point ?? null, this.eyes]);
    if (this.detail.dataset.shown === key) return; // reasons stay
    this.detail.dataset.shown = key;
    this.detail.className = `point ${point?.point.decision?.judgement ?? ""}`;
    this.detail.replaceChildren(...(point ? this.describe(point) : []));
  }

  /** @param {ReviewPoint} shown */
  describe({ point, text }) {
    const { jack = "", belief = "", why = "" } = this.root.dataset;
    const parts = [make("b", "", text)];
    const { decision } = point;
    if (decision) parts.push(...this.judged(decision));
    const other = this.eyes ? point.sides[this.eyes] : point.open;
    const changes = (point.accounts ?? []).map(({ kind, change, side }) => {
      const name = kind === "decision" ? (this.sides[side ?? ""] ?? "") : (this.root.dataset[kind] ?? "");
      return `${name} ${this.written.change(change)}`;
    });
    const causes = changes.length ? ` (${changes.join(" · ")})` : "";
    parts.push(make("small", "", this.named(jack, point.public) + causes));
    if (other !== undefined && other !== point.public) parts.push(make("small", "", this.named(this.known, other)));
    if (decision?.belief) {
      const [before, after] = decision.belief;
      parts.push(make("small", "", belief.replace("{before}", this.written.share(before)).replace("{after}", this.written.share(after))));
    }
    if (decision && decision.choices > 1) {
      const button = make("button", "btn small", why);
      button.type = "button";
      button.dataset.why = "";
      parts.push(button);
    }
    return parts;
  }

  /**
   * The judgement of a decision and the table of its alternatives.
   * @param {Decision} decision
   * @returns {HTMLElement[]}
   */
  judged(decision) {
    const { good = "", forced = "", option = "", win = "", share = "", shareAbout = "" } = this.root.dataset;
    const { judgement, loss = 0, best = [], played, choices, remarks = [] } = decision;
    if (choices < 2) return [make("p", "verdict", forced)];
    const name = judgement ? `${this.root.dataset[judgement]} ${this.inPoints(-loss)}` : good;
    const table = make("table");
    const head = make("tr");
    const bot = make("th", "", share);
    bot.title = shareAbout;
    head.append(make("th", "", option), make("th", "", win), bot);
    const shown = best.slice(0, ROWS);
    const rows = shown.map((one) => this.row(one, same(one, played)));
    if (!shown.some((one) => same(one, played))) rows.push(this.row(played, true));
    table.append(head, ...rows);
    return [make("p", "verdict", name), ...remarks.map((text) => make("small", "", text)), table];
  }

  /**
   * @param {Alternative} option
   * @param {boolean} played
   */
  row({ labels, chance, share = 0 }, played) {
    const row = make("tr", played ? "did" : "");
    const name = make("td", "", labels.join(", "));
    if (played) name.append(" ", make("small", "", `(${this.root.dataset.played})`));
    row.append(name, make("td", "", this.written.points(chance)), make("td", "", share ? this.written.share(share) : "–"));
    return row;
  }

  showLists() {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.point : undefined;
    const list = document.activeElement?.closest(".judged");
    const turning = (this.newest?.turning_points ?? []).map(({ point, change, text }) => this.item(point, text, change));
    element("review-turning", HTMLElement).replaceChildren(...turning);
    const judged = this.points.flatMap(({ point: { decision }, text }, number) =>
      decision?.judgement ? [this.item(number, text, -(decision.loss ?? 0), decision.judgement)] : [],
    );
    const complete = this.newest?.state === "complete";
    const mistakes = this.points.some(({ point: { decision } }) => decision?.judgement && decision.side === this.mine);
    document.getElementById("review-learn")?.toggleAttribute("hidden", !complete || !mistakes);
    this.list.replaceChildren(...judged, ...(complete && !judged.length ? [make("li", "", this.root.dataset.nothing)] : []));
    if (focused) /** @type {HTMLElement | null} */ (list?.querySelector(`[data-point="${focused}"]`))?.focus({ preventScroll: true });
  }

  /**
   * @param {number} number of the point
   * @param {string} text
   * @param {number} change
   * @param {Judgement} [judgement]
   */
  item(number, text, change, judgement) {
    const button = make("button", judgement);
    button.type = "button";
    button.dataset.point = String(number);
    button.setAttribute("aria-current", String(number === this.here));
    const sign = make("i", "", judgement ? SIGNS[judgement] : "★");
    sign.setAttribute("role", "img");
    if (judgement) sign.setAttribute("aria-label", this.root.dataset[judgement] ?? "");
    else sign.setAttribute("aria-hidden", "true");
    button.append(sign, make("span", "", text), make("span", "n", this.written.change(change)));
    const item = make("li");
    item.append(button);
    return item;
  }

  showAccounts() {
    const summaries = Object.entries(this.newest?.summaries ?? {});
    const first = summaries.findIndex(([side]) => side === this.mine);
    if (first > 0) summaries.reverse();
    element("review-accounts", HTMLElement).replaceChildren(
      ...summaries.map(([side, summary]) => account(this.root.dataset, side, this.sides[side] ?? side, summary, this.written)),
    );
  }

  /**
   * A chance with its name.
   * @param {string | undefined} name
   * @param {number} tenths
   */
  named(name = "", tenths) {
    const { named = "" } = this.root.dataset;
    return named.replace("{name}", name).replace("{value}", this.written.share(tenths));
  }

  /** @param {number} tenths */
  inPoints(tenths) {
    return (this.root.dataset.points ?? "").replace("{n}", this.written.change(tenths));
  }
}

/**
 * @param {Alternative} a
 * @param {Alternative} b
 */
function same(a, b) {
  return a.actions.join() === b.actions.join();
}
