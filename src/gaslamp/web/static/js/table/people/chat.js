/** Chat: messages of the readable rooms and an input line. Messages are always inserted as text. */

import { closest, element, make } from "../../common/page.js";

/** @import { ChatFrame, Room, ChatLine } from "../../wire.d.ts" */

const NEAR = 24; // px from the end in which a list keeps scrolling

const panel = element("chat", HTMLElement);
const column = element("right", HTMLElement);
const sides = element("sides", HTMLElement);
const sideLog = element("side-log", HTMLButtonElement);
const sideChat = element("side-chat", HTMLButtonElement);
const tab = element("tab-chat", HTMLButtonElement);
const list = element("chat-said", HTMLOListElement);
const form = element("chat-form", HTMLFormElement);
const rooms = element("chat-rooms", HTMLFieldSetElement);
const line = element("chat-text", HTMLInputElement);
const news = element("chat-news", HTMLElement);
const marks = [sideChat, tab].map((one) => one.querySelector("[data-unread]"));

export class Chat {
  /** @param {(text: string, room: Room, phrase: boolean) => boolean} onSay returns false without a connection */
  constructor(onSay) {
    this.onSay = onSay;
    this.pending = ""; // sent and not confirmed
    this.following = true; // scroll to new messages
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.say();
    });
    element("chat-phrases", HTMLElement).addEventListener("click", (event) => {
      const id = closest(event, "[data-phrase]")?.dataset.phrase;
      if (id && this.onSay(id, room(), true)) this.following = true;
    });
    for (const side of [sideLog, sideChat]) side.addEventListener("click", () => this.open(side === sideChat));
    sides.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      event.preventDefault();
      this.open(sideLog.getAttribute("aria-selected") === "true");
      (sideLog.tabIndex === 0 ? sideLog : sideChat).focus();
    });
    list.addEventListener("scroll", () => {
      if (visible()) this.following = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
    });
    new ResizeObserver(() => this.look()).observe(list); // also when it becomes visible
  }

  /** @param {ChatFrame} frame */
  show(frame) {
    panel.hidden = tab.hidden = sides.hidden = false;
    form.hidden = !frame.write;
    rooms.hidden = rooms.disabled = frame.rooms.length < 2;
    if (frame.whole) list.replaceChildren();
    else this.announce(frame.said.filter(({ mine }) => !mine));
    list.append(...frame.said.map(entry));
    list.classList.toggle("empty", list.childElementCount === 0);
    this.acknowledge(frame);
    this.look();
  }

  clear() {
    panel.hidden = tab.hidden = sides.hidden = true;
    for (const one of [list, news]) one.replaceChildren();
    form.reset();
    this.pending = "";
    this.following = true;
    this.open(false);
    mark(false);
  }

  /**
   * Show or hide the chat tab, on narrow screens.
   * @param {string} name
   */
  choose(name) {
    panel.classList.toggle("show", name === "chat");
    if (name === "chat") panel.scrollIntoView({ block: "nearest" });
    this.look();
  }

  /** Restore a refused message. */
  refused() {
    if (this.pending && !line.value) line.value = this.pending;
  }

  say() {
    const text = line.value.trim();
    if (!text || !this.onSay(text, room(), false)) return;
    this.pending = text;
    this.following = true;
    line.value = "";
  }

  /** @param {ChatFrame} frame may contain the sent message */
  acknowledge({ said, whole }) {
    const last = said.findLast(({ mine }) => mine);
    if (!last || (whole && last.text !== this.pending)) return;
    if (line.value === this.pending) line.value = ""; // it was restored too early
    this.pending = "";
  }

  /** @param {ChatLine[]} said new messages of others */
  announce(said) {
    if (!said.length) return;
    news.textContent = said.map(({ who, text }) => `${who}: ${text}`).join(" ");
    if (!visible()) mark(true);
  }

  /** @param {boolean} isOpen whether the chat is open instead of the log */
  open(isOpen) {
    for (const side of [sideLog, sideChat]) {
      const now = isOpen === (side === sideChat);
      side.setAttribute("aria-selected", String(now));
      side.tabIndex = now ? 0 : -1;
    }
    column.classList.toggle("talks", isOpen);
    this.look();
  }

  /** Mark visible messages as read. */
  look() {
    if (!visible()) return;
    mark(false);
    if (this.following) list.scrollTop = list.scrollHeight;
  }
}

/** @returns {boolean} */
function visible() {
  return list.offsetParent !== null;
}

/** @param {boolean} unread */
function mark(unread) {
  for (const one of marks) one?.toggleAttribute("hidden", !unread);
}

/** @returns {Room} room of the next message */
function room() {
  return !rooms.hidden && new FormData(form).get("room") === "side" ? "side" : "table";
}

/** @param {ChatLine} said */
function entry({ room, who, mine, text }) {
  const item = make("li", [mine ? "mine" : "", room].filter(Boolean).join(" "));
  const words = make("span", "words", text);
  words.dir = "auto"; // isolates the text direction
  item.append(make("b", "", who));
  if (room === "side") item.append(make("small", "", list.dataset.side ?? ""));
  item.append(words);
  return item;
}
