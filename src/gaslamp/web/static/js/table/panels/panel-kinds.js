/** Draws panels, one function per kind. Their classes are those of `ui/panels.py`. */

import { draw } from "../../common/page.js";
import { build, face, icon } from "../pieces.js";

/** @import { Badge, Counter, Face, Log, LogLine, Note, NoteLine, Panel, Person, Shares, ShareLine, Sheet, Token, Tokens, Track, TrackCell } from "../../wire.d.ts" */

const SMALL = "-12 -12 24 24"; // view box of symbols in counters and tracks

/**
 * @param {Panel} panel
 * @returns {HTMLElement}
 */
export function drawPanel(panel) {
  switch (panel.kind) {
    case "badge":
      return badge(panel);
    case "counter":
      return counter(panel);
    case "log":
      return log(panel);
    case "note":
      return note(panel);
    case "shares":
      return shares(panel);
    case "sheet":
      return sheet(panel);
    case "tokens":
      return tokens(panel);
    case "track":
      return track(panel);
  }
}

/**
 * @param {string} className
 * @param {string | null} tab on a phone
 * @param {{title: string, note?: string}} panel
 * @param {...(Node | string | undefined | false)} inside
 */
function section(className, tab, { title, note }, ...inside) {
  const heading = build("h2", {}, title, note && build("small", {}, note));
  return build("section", { class: className, "data-tab": tab, "aria-label": title }, heading, ...inside);
}

/** @param {Badge} panel */
function badge({ lights, symbol, letters, ink, text, name }) {
  return build("p", { class: "me", "data-lights": lights }, face(symbol, letters, ink), build("span", {}, text), " ", build("b", {}, name));
}

/** @param {Counter} panel */
function counter(panel) {
  const { filled, total } = panel;
  const count = Array.from({ length: total }, (_, k) =>
    k < filled ? icon("full", SMALL, panel.symbol) : icon("empty", SMALL, `${panel.symbol}-empty`),
  );
  return section(
    "dark counter",
    "time",
    panel,
    build("div", { class: "count", role: "img", "aria-label": `${filled} / ${total}` }, ...count),
    ...(panel.lines ?? []).map((line) => build("p", {}, line)),
  );
}

/** @param {Log} panel */
function log(panel) {
  const rows = Object.values(panel.lines).reverse(); // newest first
  return section("dark log", "log", panel, build("ol", { "data-scroll": "", tabindex: 0, reversed: "" }, ...rows.map(logLine)));
}

/** @param {LogLine} line */
function logLine({ text, lights, strong }) {
  const lit = lights ? { "data-lights": lights.join(" "), tabindex: -1 } : {};
  return build("li", { class: strong ? "strong" : "", ...lit }, text);
}

/** @param {Note} panel */
function note(panel) {
  const lines = Object.values(panel.lines ?? {});
  return section(
    `dark known${panel.abreast ? " abreast" : ""}`,
    panel.tab ?? "time",
    panel,
    lines.length > 0 && build("ul", {}, ...lines.map(noteLine)),
    panel.text && build("p", {}, panel.text),
  );
}

/**
 * @param {NoteLine} line
 * @param {number} k
 */
function noteLine({ symbol, letters, ink, name, text, player, about, lights }, k) {
  const attributes = { class: symbol ? null : "bare", ...described(about), ...(lights ? lit(lights, k) : {}) };
  const parts = [build("b", {}, name), build("em", {}, text), player && build("i", {}, player)];
  return build("li", attributes, symbol && face(symbol, letters, ink), " ", build("span", { class: "who" }, ...parts));
}

/** @param {Sheet} panel */
function sheet(panel) {
  const people = (panel.order ?? []).flatMap((id) => panel.people[id] ?? []);
  return section(
    "parch people",
    panel.own ? "own" : "sheet",
    panel,
    build("ul", {}, ...people.map(person)),
    panel.hint && build("p", { class: "aside" }, panel.hint),
  );
}

/**
 * @param {Person} person
 * @param {number} k
 */
function person({ symbol, letters, ink, name, line, tag, cleared, lights, quiet, about }, k) {
  const attributes = { class: cleared ? "cleared" : "", ...lit(lights, k), ...described(about) };
  const who = build("span", { class: "who" }, build("b", {}, name), build("em", {}, line));
  const sign = cleared
    ? build("span", { class: "tag clear" }, tick(), build("span", { class: "hidden" }, tag))
    : build("span", { class: `tag${quiet ? " quiet" : ""}` }, tag);
  return build("li", attributes, face(symbol, letters, ink), " ", who, " ", sign);
}

/** @param {Tokens} panel */
function tokens(panel) {
  const all = Object.values(panel.tokens);
  const cards = all[0] && panel.faces[all[0].face]?.letters;
  const later = (panel.later ?? []).flatMap((id) => panel.faces[id] ?? []);
  return section(
    `dark tokens${cards ? " cards" : ""}`,
    null,
    panel,
    build("div", { class: "row" }, ...all.map((one) => token(one, panel.faces[one.face]))),
    later.length > 0 && build("div", { class: "later" }, build("p", {}, panel.later_title ?? ""), build("ul", {}, ...later.map(laterToken))),
  );
}

/**
 * @param {Token} token
 * @param {Face} [look]
 */
function token({ target, state, note }, look) {
  return build(
    "button",
    { type: "button", class: `token ${state}`, "data-target": target, ...described(look?.about), "aria-disabled": "true", tabindex: -1 },
    look && disc(look),
    build("b", {}, look?.label ?? ""),
    ...(look?.lines ?? []).map((line) => build("i", {}, line)),
    note && build("small", {}, note),
  );
}

/** @param {Face} look */
function laterToken(look) {
  return build("li", { "data-about": look.about }, disc(look), build("span", {}, look.label));
}

/** @param {Face} look */
function disc({ symbol, letters, ink }) {
  return letters ? face(symbol, letters, ink) : icon("disc", "-29 -29 58 58", symbol);
}

/** @param {Track} panel */
function track(panel) {
  const order = (panel.order ?? []).map((seat, k) =>
    build("li", { class: k === panel.acting ? "now" : "", "aria-current": k === panel.acting ? "true" : null }, seat),
  );
  return section(
    "dark track",
    panel.own ? "own" : "time",
    panel,
    build("ol", { class: "cells" }, ...Object.values(panel.cells).map(cell)),
    order.length > 0 && build("ol", { class: "order" }, ...order),
  );
}

/** @param {TrackCell} cell */
function cell({ text, label, symbol, now, last }) {
  const attributes = { class: `${now ? "now" : ""}${last ? " last" : ""}`, "aria-current": now ? "step" : null, title: label };
  return build("li", attributes, icon("", SMALL, symbol), build("span", { "aria-hidden": "true" }, text), build("span", { class: "hidden" }, label));
}

/** @param {Shares} panel */
function shares(panel) {
  const lever = { class: "lever", type: "button", role: "switch", "aria-checked": "true", "aria-keyshortcuts": "H", "data-switch": "heat" };
  const [cold, hot] = panel.scale;
  const answers = panel.answers.map((line) => build("li", { class: line.strong ? "strong" : "", "data-lights": (line.lights ?? []).join(" "), tabindex: -1 }, line.text));
  return section(
    "parch shares",
    "aid",
    panel,
    build("button", lever, build("i", {}), build("span", {}, panel.switch)),
    build("div", { class: "scale", "aria-hidden": "true" }, build("i", {}), build("span", {}, cold), build("span", {}, hot)),
    build("ol", { class: "bars" }, ...panel.lines.map(shareLine)),
    panel.truth && build("p", { class: "truth" }, panel.truth),
    build("p", { class: "aside" }, panel.text),
    answers.length > 0 && build("details", {}, build("summary", {}, panel.answers_title), build("ol", { class: "answers", "data-scroll": "", tabindex: 0 }, ...answers)),
  );
}

/**
 * @param {ShareLine} line
 * @param {number} k
 */
function shareLine({ name, paper, ink, share, length, level, lights }, k) {
  const label = draw("text", { x: 19, y: 16.6, fill: ink });
  label.textContent = name;
  const chip = draw("svg", { class: "chip", viewBox: "0 0 38 24", role: "img", "aria-label": name, focusable: "false" }, [
    draw("rect", { x: 1, y: 1, width: 36, height: 22, rx: 11, fill: paper }),
    label,
  ]);
  const shape = { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" };
  const bar = draw("svg", { class: `amount heat-${level}`, ...shape }, [draw("rect", { width: length, height: 10 })]);
  return build("li", lit(lights, k), chip, bar, build("b", {}, share));
}

function tick() {
  return draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, [draw("path", { d: "M4 13l5 5L20 6" })]);
}

/**
 * Return the attributes of a row that highlights sprites. Only the first row is in the Tab order.
 * @param {string} lights
 * @param {number} k
 */
function lit(lights, k) {
  return { "data-lights": lights, tabindex: k === 0 ? 0 : -1 };
}

/** @param {string} [about] */
function described(about) {
  return { "data-about": about, "aria-description": about };
}
