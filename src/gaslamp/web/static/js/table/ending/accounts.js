/** Accounts of a review: where the result came from, as numbers and bars, and how numbers are written. */

import { draw, make } from "../../common/page.js";

/** @import { Summary } from "../../wire.d.ts" */

const PARTS = /** @type {const} */ (["luck", "own", "other", "news", "change"]);
const WIDEST = 1000; // tenths of a point

/** Numbers of a review in a language; all are tenths of a point of win chance. */
export class Written {
  /** @param {string} lang */
  constructor(lang) {
    const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
    this.plain = new Intl.NumberFormat(lang, digits);
    this.signed = new Intl.NumberFormat(lang, { ...digits, signDisplay: "exceptZero" });
    this.percent = new Intl.NumberFormat(lang, { style: "percent" });
  }

  /** @param {number} tenths */
  points(tenths) {
    return this.plain.format(tenths / 10);
  }

  /** @param {number} tenths */
  change(tenths) {
    return this.signed.format(tenths / 10).replace("-", "−");
  }

  /** @param {number} tenths */
  share(tenths) {
    return this.percent.format(tenths / 1000);
  }
}

/**
 * @param {DOMStringMap} texts
 * @param {string} side
 * @param {string} name
 * @param {Summary} summary
 * @param {Written} written
 */
export function account(texts, side, name, summary, written) {
  const box = make("section");
  box.dataset.side = side;
  box.append(make("h4", "", name));
  for (const part of PARTS) {
    const value = summary[part];
    const kind = part === "change" ? "sum" : "";
    box.append(make("span", kind, texts[part]), bar(value), make("b", kind, written.change(value)));
  }
  const mean = summary.choices ? summary.loss / summary.choices : 0;
  const { losses = "" } = texts;
  box.append(make("small", "", losses.replace("{loss}", written.points(mean)).replace("{choices}", String(summary.choices))));
  return box;
}

/** @param {number} value */
function bar(value) {
  const width = Math.min(50, (50 * Math.abs(value)) / WIDEST);
  return draw("svg", { viewBox: "0 0 100 12", preserveAspectRatio: "none", "aria-hidden": "true" }, [
    draw("rect", { x: value < 0 ? 50 - width : 50, y: 1, width, height: 10, class: value < 0 ? "down" : "up" }),
    draw("path", { d: "M50 0V12", class: "zero" }),
  ]);
}
