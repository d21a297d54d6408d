/** Tabs for narrow screens: which are offered, which is open, and their keys. */

import { element } from "../../common/page.js";

/** @import { Chat } from "../people/chat.js" */
/** @import { Panels } from "./panels.js" */

const bar = element("tabs", HTMLElement);
const tabs = [...bar.querySelectorAll("button")];
const own = element("tab-own", HTMLButtonElement);
const aid = element("tab-aid", HTMLButtonElement);
const time = element("tab-time", HTMLButtonElement);

export class Tabs {
  /**
   * @param {Panels} panels
   * @param {Chat} chat a panel of its own
   */
  constructor(panels, chat) {
    this.panels = panels;
    this.chat = chat;
    this.byHand = false; // chosen by the user
    bar.addEventListener("keydown", (event) => this.key(event));
    bar.addEventListener("click", (event) => {
      const tab = event.target instanceof Element ? event.target.closest("button")?.dataset.tab : "";
      if (tab) this.take(tab);
    });
  }

  /** @param {string} name */
  choose(name) {
    for (const tab of tabs) {
      const now = tab.dataset.tab === name;
      tab.setAttribute("aria-selected", String(now));
      tab.tabIndex = now ? 0 : -1;
    }
    this.panels.choose(name);
    this.chat.choose(name);
  }

  /** Offer the tabs that have content. A seat's own sheet is selected first. */
  offer() {
    time.hidden = !this.panels.has("time"); // missing for titles without rounds
    const sheet = this.panels.has("own");
    if (own.hidden === sheet) {
      own.hidden = !sheet;
      if (this.panels.tab === (sheet ? "sheet" : "own")) this.choose(sheet ? "own" : "sheet");
    }
    const advised = this.panels.has("aid");
    if (aid.hidden !== advised) return;
    aid.hidden = !advised;
    if (advised && !this.byHand && !sheet) this.choose("aid");
    else if (!advised && this.panels.tab === "aid") this.choose("sheet");
  }

  /** Leave tabs that have gone. */
  clear() {
    this.offer();
    if (this.panels.tab === "chat") this.choose("sheet");
  }

  /** @param {string} name */
  take(name) {
    this.byHand = true;
    this.choose(name);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const here = tabs.filter((tab) => !tab.hidden);
    const now = here.findIndex((tab) => tab === document.activeElement);
    const next = step && here[(now + step + here.length) % here.length];
    if (!next) return;
    event.preventDefault();
    next.focus();
    this.take(next.dataset.tab ?? "");
  }
}
