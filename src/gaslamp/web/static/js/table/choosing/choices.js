/** The way through a tree of choices: which are open, which are chosen, and when a leaf may be played. */

/** @import { Choice } from "../../wire.d.ts" */
/** @typedef {{choice: Choice, depth: number, chosen: boolean}} Open */

export class Choices {
  /** @param {Choice[]} roots */
  constructor(roots) {
    this.roots = roots;
    /** @type {Choice[]} */
    this.path = [];
  }

  /** @returns {Choice | null} the leaf that waits to be confirmed */
  get leaf() {
    const last = this.path.at(-1);
    return last?.play ? last : null;
  }

  /** @returns {Choice[]} the inner choices made */
  get inner() {
    return this.path.filter((choice) => !choice.play);
  }

  /**
   * Give everything that can be pointed at now. The deepest comes first; what was open before stays open unless
   * something deeper has the same target, so that another way can be taken without going back.
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
   * Point at a target. Give the notation to be sent at once, or null while something remains to be chosen or
   * confirmed. Pointing at an inner choice again takes it back.
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
   * Go straight to a leaf, as a list of choices does.
   * @param {Choice[]} way from the root to the leaf
   */
  jump(way) {
    this.path = way.slice(0, -1);
    const leaf = way.at(-1);
    return leaf ? this.step(leaf) : null;
  }

  /** Cancel the step begun; give the first target that had been chosen. */
  cancel() {
    const [first] = this.path;
    this.path = [];
    return first?.target ?? null;
  }

  /**
   * Give every way from the root to a leaf.
   * @param {Choice[]} [from]
   * @param {Choice[]} [before]
   * @returns {Choice[][]}
   */
  ways(from = this.roots, before = []) {
    return from.flatMap((choice) => {
      const way = [...before, choice];
      return choice.play ? [way] : this.ways(choice.next ?? [], way);
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
    if (choice.play && !choice.final) {
      this.path = [];
      return choice.play;
    }
    this.path.push(choice);
    return null;
  }
}
