/** How far this browser has come in the first games: nobody else knows, and nothing hangs on it. */

const KEY = "lesson ";

/**
 * Give the step somebody has come to in a lesson, from 0, and whether they have been through it.
 * @param {string} lesson its address
 * @returns {{step: number, done: boolean}}
 */
export function reached(lesson) {
  const [step, done] = (localStorage.getItem(KEY + lesson) ?? "0").split(" ");
  return { step: Number(step) || 0, done: done === "done" };
}

/**
 * Remember the step; whoever comes to the last one has been through, and begins anew the next time.
 * @param {string} lesson its address
 * @param {number} step
 * @param {boolean} last
 */
export function reach(lesson, step, last) {
  const done = last || reached(lesson).done;
  localStorage.setItem(KEY + lesson, `${last ? 0 : step}${done ? " done" : ""}`);
}
