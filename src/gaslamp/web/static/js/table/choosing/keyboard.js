/** Keyboard: arrows move between targets, Enter and Space take one, Escape cancels. Inactive in text fields. */

const WAYS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * @param {() => (HTMLElement | SVGElement)[]} targets everything that can be chosen now
 * @param {(target: HTMLElement | SVGElement) => void} onWalk
 * @param {() => void} onCancel
 */
export function listen(targets, onWalk, onCancel) {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const here = document.activeElement;
    if (here?.matches("input, textarea")) return;
    const all = targets();
    const now = all.find((target) => target === here);
    if (event.key === "Escape") {
      onCancel();
    } else if (now && event.key in WAYS) {
      const next = nearest(now, all, WAYS[/** @type {keyof typeof WAYS} */ (event.key)]);
      if (next) onWalk(next);
      event.preventDefault();
    } else if (now instanceof SVGElement && (event.key === "Enter" || event.key === " ")) {
      now.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      event.preventDefault();
    }
  });
}

/**
 * Return the nearest target in a direction; sideways distance counts more.
 * @param {Element} from
 * @param {(HTMLElement | SVGElement)[]} all
 * @param {{x: number, y: number}} way
 */
export function nearest(from, all, way) {
  const start = middle(from);
  let best = null;
  let least = Infinity;
  for (const target of all) {
    const there = middle(target);
    const [dx, dy] = [there.x - start.x, there.y - start.y];
    const ahead = dx * way.x + dy * way.y;
    const aside = Math.abs(dx * way.y) + Math.abs(dy * way.x);
    if (target === from || ahead < 1) continue;
    const far = ahead + 2 * aside;
    if (far < least) [best, least] = [target, far];
  }
  return best;
}

/** @param {Element} element */
function middle(element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}
