/** State of a walk through a tree of choices. */

import { settings } from "../../common/settings.js";

/** @import { LabelledChoice as Choice } from "../table-view.js" */
/** @typedef {{choice: Choice, depth: number, chosen: boolean}} Open */

export class Choices {
  /** @param {Choice[]} roots */
  constructor(roots) {
    this.roots = roots;
    /** @type {Choice[]} */
    this.path = [];
  }

  /** @returns {Choice | null} the chosen leaf, if it needs to be confirmed */
  get leaf() {
    const last = this.path.at(-1);
    return last?.play ? last : null;
  }

  /** @returns {Choice[]} the inner choices made so far */
  get inner() {
    return this.path.filter((choice) => !choice.play);
  }

  /**
   * Return all choices that can be taken now, the deepest first. Choices of outer levels stay open unless a deeper one
   * has the same target, so that another branch can be taken without going back.
   * @returns {Open[]}
   */
  open() {
    /** @type {Map<string, Open>} */
    const found = new Map();
    for (let depth = this.inner.length; depth >= 0; depth--) {
      for (const choice of this.level(depth)) {
        const chosen = this.path[depth] === choice;
        if (!found.has(choice.target) || chosen) found.set(choice.target, { choice, depth, chosen });
      }
    }
    return [...found.values()];
  }

  /**
   * Take the choice of a target. Returns the notation to play, or null if more has to be chosen or confirmed. Taking an
   * inner choice again takes it back.
   * @param {string} target
   * @returns {string | null}
   */
  take(target) {
    const open = this.open().find(({ choice }) => choice.target === target);
    if (!open) return null;
    const { choice, depth, chosen } = open;
    this.path = this.path.slice(0, depth);
    if (chosen && !choice.play) return null;
    return this.step(choice);
  }

  /**
   * Go straight to a leaf.
   * @param {Choice[]} way path from the root to the leaf
   */
  jump(way) {
    this.path = way.slice(0, -1);
    const leaf = way.at(-1);
    return leaf ? this.step(leaf) : null;
  }

  /** Take back all choices. Returns the target of the first one. */
  cancel() {
    const [first] = this.path;
    this.path = [];
    return first?.target ?? null;
  }

  /**
   * Return the paths to all leaves.
   * @param {Choice[]} [from]
   * @param {Choice[]} [before]
   * @returns {Choice[][]}
   */
  ways(from = this.roots, before = []) {
    return from.flatMap((choice) => {
      const way = [...before, choice];
      return choice.play ? [way] : this.ways(choice.next, way);
    });
  }

  /**
   * @param {number} depth
   * @returns {Choice[]}
   */
  level(depth) {
    return depth === 0 ? this.roots : (this.path[depth - 1]?.next ?? []);
  }

  /**
   * @param {Choice} choice
   * @returns {string | null}
   */
  step(choice) {
    if (choice.play && choice.final === false && !settings.confirm) {
      this.path = [];
      return choice.play;
    }
    this.path.push(choice);
    return null;
  }
}
