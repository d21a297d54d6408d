/** Panels around the board, updated without losing focus or scroll position. */

import { morph } from "../../common/morph.js";
import { drawPanel } from "./panel-kinds.js";

/** @import { Panel } from "../../wire.d.ts" */

export class Panels {
  /**
   * @param {HTMLElement} root
   * @param {(ids: string[]) => void} onLights
   */
  constructor(root, onLights) {
    this.root = root;
    this.onLights = onLights;
    /** @type {Map<string, {element: HTMLElement, panel: Panel}>} */
    this.shown = new Map();
    this.tab = "sheet";
    for (const type of ["pointerover", "focusin"]) root.addEventListener(type, (event) => this.lights(event));
    for (const type of ["pointerleave", "focusout"]) root.addEventListener(type, () => onLights([]));
    root.addEventListener("keydown", (event) => this.walk(event));
  }

  /**
   * Show the panels of a frame. Unchanged ones are not touched.
   * @param {Panel[]} panels
   */
  show(panels) {
    const here = new Set(panels.map((panel) => panel.id));
    for (const [id, { element }] of this.shown) {
      if (here.has(id)) continue;
      element.remove();
      this.shown.delete(id);
    }
    for (const panel of panels) this.put(panel);
    this.order(panels);
    this.choose(this.tab);
  }

  clear() {
    for (const { element } of this.shown.values()) element.remove();
    this.shown.clear();
    this.onLights([]);
  }

  /**
   * Return true if a tab has panels.
   * @param {string} tab
   */
  has(tab) {
    return [...this.shown.values()].some(({ element }) => element.dataset.tab === tab);
  }

  /**
   * Show the panels of a tab, on narrow screens.
   * @param {string} tab
   */
  choose(tab) {
    this.tab = tab;
    for (const { element } of this.shown.values()) element.classList.toggle("show", element.dataset.tab === tab);
  }

  /**
   * Return the panel element of a target.
   * @param {string} id
   * @returns {HTMLButtonElement | null}
   */
  target(id) {
    return this.targets().find((button) => button.dataset.target === id) ?? null;
  }

  /** @returns {HTMLButtonElement[]} */
  targets() {
    return [...this.root.querySelectorAll(".panels [data-target]")].filter((one) => one instanceof HTMLButtonElement);
  }

  /**
   * Show a panel. An existing one is updated in place.
   * @param {Panel} panel
   */
  put(panel) {
    const before = this.shown.get(panel.id);
    if (before?.panel === panel) return;
    /** @type {Element} */
    let element = drawPanel(panel);
    if (before) {
      const focus = document.activeElement;
      const focused = before.element.contains(focus) ? sign(focus) : null;
      element = morph(before.element, element);
      if (focused && focus !== document.activeElement) this.refocus(element, focused);
    } else {
      this.root.querySelector(`.panels[data-place="${panel.place}"]`)?.append(element);
    }
    if (element instanceof HTMLElement) this.shown.set(panel.id, { element, panel });
  }

  /**
   * Keep the frame's order in each place. Panels in place are not moved.
   * @param {Panel[]} panels
   */
  order(panels) {
    /** @type {Map<Element, Element>} */
    const last = new Map();
    for (const { id } of panels) {
      const element = this.shown.get(id)?.element;
      const place = element?.parentElement;
      if (!element || !place) continue;
      const before = last.get(place);
      const next = before ? before.nextElementSibling : place.firstElementChild;
      if (element !== next) place.insertBefore(element, next);
      last.set(place, element);
    }
  }

  /**
   * @param {Element} element
   * @param {string} wanted
   */
  refocus(element, wanted) {
    for (const one of element.querySelectorAll("*")) {
      if (one instanceof HTMLElement && sign(one) === wanted) return one.focus({ preventScroll: true });
    }
  }

  /** @param {Event} event */
  lights(event) {
    const line = event.target instanceof Element ? event.target.closest("[data-lights]") : null;
    this.onLights(line?.getAttribute("data-lights")?.split(" ") ?? []);
  }

  /**
   * Move between highlighting rows with up and down; only one of them is in the Tab order.
   * @param {KeyboardEvent} event
   */
  walk(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const here = document.activeElement;
    const list = here?.closest("ol, ul");
    if (!step || !list || !this.root.contains(list)) return;
    const lines = [...list.querySelectorAll("[data-lights]")].filter((one) => one instanceof HTMLElement);
    const now = lines.findIndex((line) => line === here);
    const next = lines[now + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
}

/**
 * Return a key that identifies an element after its panel was replaced.
 * @param {Element | null} element
 */
function sign(element) {
  return element && ["data-target", "data-lights", "data-scroll", "data-switch"].map((name) => element.getAttribute(name)).join("|");
}
