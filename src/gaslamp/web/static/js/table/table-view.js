/** The table as the page uses it: lists in order instead of keyed things, and no omitted fields. */

/** @import { Choice, Panel, Prompt, TableSeat, Sprite, TableFrame, Target, Trail } from "../wire.d.ts" */
/** @typedef {Omit<Choice, "label" | "next"> & {label: string, next: LabelledChoice[]}} LabelledChoice */
/** @typedef {Required<Omit<Prompt, "choices">> & {choices: LabelledChoice[]}} TablePrompt */
/** @typedef {{sprites: Sprite[], trails: Trail[], targets: LabelledTarget[], panels: Panel[], seats: TableSeat[]}} Lists */
/** @typedef {Omit<TableFrame, keyof Lists | "prompt"> & Lists & {prompt: TablePrompt}} Table */
/** @typedef {Required<Target>} LabelledTarget */

export const NO_PROMPT = { kicker: "", title: "", hint: "", chips: [], done: 0, inner: 0, choices: [], section: "", confirms: false };

/**
 * @param {TableFrame} frame
 * @returns {Table}
 */
export function view(frame) {
  const { sprites, trails, targets, panels, seats, order, prompt } = frame;
  const label = (/** @type {string} */ id) => targets[id]?.label ?? sprites[id]?.label ?? "";
  return {
    ...frame,
    sprites: pick(sprites, Object.values(order.sprites).flat()),
    trails: pick(trails, order.trails),
    targets: Object.values(targets).map((target) => ({ ...target, label: label(target.id) })),
    panels: pick(panels, order.panels),
    seats: Object.values(seats),
    prompt: { ...NO_PROMPT, ...prompt, choices: labelled(prompt.choices ?? [], label) },
  };
}

/**
 * @template T
 * @param {Record<string, T>} things
 * @param {string[]} ids
 */
function pick(things, ids) {
  return ids.flatMap((id) => things[id] ?? []);
}

/**
 * Give each choice a label: its own, or that of its target.
 * @param {Choice[]} choices
 * @param {(id: string) => string} label
 * @returns {LabelledChoice[]}
 */
function labelled(choices, label) {
  return choices.map((choice) => ({
    ...choice,
    label: choice.label ?? label(choice.target),
    next: labelled(choice.next ?? [], label),
  }));
}
