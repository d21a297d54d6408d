/** Tutorial progress, stored in this browser only. */

const KEY = "lesson ";

/**
 * Return the step reached in a tutorial, from 0, and whether it has been completed.
 * @param {string} lesson its path
 * @returns {{step: number, done: boolean}}
 */
export function reached(lesson) {
  const [step, done] = (localStorage.getItem(KEY + lesson) ?? "0").split(" ");
  return { step: Number(step) || 0, done: done === "done" };
}

/**
 * Store the step. The last step marks the tutorial as completed and restarts it next time.
 * @param {string} lesson its path
 * @param {number} step
 * @param {boolean} last
 */
export function reach(lesson, step, last) {
  const done = last || reached(lesson).done;
  localStorage.setItem(KEY + lesson, `${last ? 0 : step}${done ? " done" : ""}`);
}
