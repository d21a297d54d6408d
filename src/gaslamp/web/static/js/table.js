/** The page of a table: takes frames, shows them, and sends what is chosen. It knows no rules and keeps no secrets. */

import "./language.js";
import { Affairs } from "./affairs.js";
import { Aid } from "./aid.js";
import { Board } from "./board.js";
import { Chat } from "./chat.js";
import { check } from "./checking.js";
import { Choices } from "./choices.js";
import { Keeper } from "./fairness.js";
import { listen } from "./keyboard.js";
import { copy, link } from "./links.js";
import { byKeyboard, closest, element, focus, make } from "./page.js";
import { Panels } from "./panels.js";
import * as prompt from "./prompt.js";
import { Replay } from "./replay.js";
import { TableSocket } from "./socket.js";
import { tell } from "./tip.js";
import { showTurn } from "./turn.js";

/** @typedef {import("./wire.js").Frame} Frame */
/** @typedef {import("./wire.js").TableFrame} TableFrame */
/** @typedef {import("./wire.js").AidFrame} AidFrame */
/** @typedef {import("./wire.js").Answer} Answer */

const app = element("app", HTMLElement);
const main = element("table", HTMLElement);
const room = element("room", HTMLElement);
const curtain = element("curtain", HTMLElement);
const result = element("result", HTMLElement);
const seats = element("seats", HTMLElement);
const toast = element("toast", HTMLElement);
const news = element("news", HTMLElement);
const lost = element("lost", HTMLElement);
const menu = element("menu", HTMLDetailsElement);
const undo = element("undo", HTMLButtonElement);
const confirmButton = element("confirm", HTMLButtonElement);
const askResign = element("ask-resign", HTMLDialogElement);
const askSure = element("ask-sure", HTMLDialogElement);
const board = new Board(
  element("board", HTMLElement),
  element("drawings", SVGSVGElement),
  element("lens", HTMLElement),
  take,
  placeOffer,
);
const panels = new Panels(main, (ids) => board.light(ids));
const keeper = new Keeper(location.pathname);
const chat = new Chat((say, room) => socket.send({ say, room }));
const affairs = new Affairs(seats, (answer) => socket.send(answer));
const aid = new Aid(app);
const replay = new Replay((step) => socket.send({ replay: step }), showStep, leaveReplay);

/** @type {TableFrame | null} what is shown now; null while nothing may be */
let frame = null;
let choices = new Choices([]);
let shownResult = "";
let busy = false; // something was sent and not yet answered
/** @type {ReturnType<typeof setTimeout> | undefined} */
let toastTimer;

tell(board.box);

// ---- frames, one after the other: a still drawing may have to be fetched first

let queue = Promise.resolve();
const address = `${location.origin.replace(/^http/, "ws")}${location.pathname}/socket`;
const socket = new TableSocket(
  address,
  (next) => (queue = queue.then(() => receive(next)).catch(reportError)),
  (isLost) => {
    lost.textContent = isLost ? (lost.dataset.text ?? "") : "";
    if (isLost) {
      busy = false;
      chat.refused();
      affairs.clear(); // what is still so is told anew
      replay.refused();
    }
  },
);

/** @param {Frame} next */
async function receive(next) {
  if (next.type === "chat") return chat.show(next); // no answer to anything that was played
  if (next.type === "affairs") return affairs.show(next);
  if (next.type === "aid") return showAid(next);
  busy = false;
  if (next.type === "waiting" && next.asked.length) {
    socket.send({ nonces: keeper.nonces(next.commitment, next.house, next.asked) });
    keeper.hold(next.asked);
  }
  if (next.type === "waiting" && !next.html) return; // the deal comes at once
  element("connecting", HTMLElement).hidden = true;
  switch (next.type) {
    case "table":
      await board.fetchStill(next.board);
      return showTable(next);
    case "waiting":
      return showRoom(next.html);
    case "curtain":
      return showCurtain(next.html);
    case "moved":
      return location.assign(next.to);
    case "error":
      chat.refused();
      replay.refused();
      return showToast(next.text);
    case "replay":
      return replay.show(next);
  }
}

/** @param {TableFrame} next */
function showTable(next) {
  const focused = focusNow();
  const before = frame;
  frame = next;
  if (replay.active && next.over) {
    showSeats(next);
    return showResult(next);
  }
  choices = new Choices(next.prompt.choices);
  const plays = next.seats.some(({ seat }) => seat === next.seat);
  if (plays) keeper.hold([next.seat]);
  keeper.keep(next.commitment ?? "", next.head ?? "", next.shares ?? {});
  state("table");
  app.classList.toggle("waits", next.prompt.choices.length === 0);
  app.classList.toggle("hot", next.hotseat);
  app.classList.toggle("over", next.over);
  app.classList.toggle("watches", !plays);
  if (next.over) aid.clear();
  lay(next);
  offerOwnSheet();
  showSeats(next);
  showResult(next);
  element("watching", HTMLElement).hidden = plays;
  element("act", HTMLElement).hidden = next.over || !plays;
  element("pass", HTMLElement).hidden = !next.hotseat || next.over;
  element("give-up", HTMLElement).hidden = !next.resign;
  element("copy-watch", HTMLElement).hidden = !watchLink();
  undo.disabled = !next.undo;
  showChoices();
  liftCurtain();
  showTurn(!next.hotseat && next.prompt.choices.length > 0);
  if (before?.step !== next.step) news.textContent = [...next.news, prompt.spoken()].join(" ");
  keepFocus(focused);
  socket.send({ seen: next.step });
  if (next.over) replay.comeBack();
}

/**
 * Lay out a board and what stands round it, with what is known of the aid.
 * @param {TableFrame} next
 */
function lay(next) {
  const whole = aid.over(next);
  board.show(whole);
  panels.show(whole.panels);
  aid.dress();
  showTabs();
}

/** @param {AidFrame} next */
function showAid(next) {
  if (!frame || next.replay !== replay.active || (next.replay && !replay.frame)) return;
  aid.frame = next;
  if (replay.active) showStep();
  else lay(frame);
}

// ---- the game once more, when it is over

/** Show the step of the replay; what the game itself shows waits in its frame. */
function showStep() {
  const step = replay.frame;
  if (!frame || !step) return;
  const begun = app.classList.contains("replaying");
  app.classList.add("replaying");
  aid.only(true);
  lay({ ...frame, step: step.step, sprites: step.sprites, trails: step.trails, panels: step.panels, targets: [] });
  board.lookAt(step.sprites);
  prompt.say({ kicker: step.kicker, title: step.told, chips: [], done: 0, choices: [] }, new Choices([]));
  if (news.textContent !== step.told) news.textContent = step.told;
  if (!begun && byKeyboard()) focus(element("replay-play", HTMLElement));
}

function leaveReplay() {
  app.classList.remove("replaying");
  aid.clear();
  if (!frame) return;
  showTable(frame);
  focus(/** @type {HTMLButtonElement | null} */ (result.querySelector("[data-steps]")));
}

/** @param {string} html */
function showRoom(html) {
  const focused = room.contains(document.activeElement);
  clearTable();
  room.innerHTML = html;
  const invite = link("invite");
  const input = room.querySelector("input");
  if (input && invite) input.value = invite;
  room.querySelector("[data-invite]")?.toggleAttribute("hidden", !invite);
  room.querySelector("[data-no-invite]")?.toggleAttribute("hidden", Boolean(invite));
  state("room");
  if (focused) focus(room.querySelector("button") ?? room.querySelector("a"));
}

/**
 * Draw the curtain, and take everything away behind it.
 * @param {string} html
 */
function showCurtain(html) {
  curtain.classList.remove("leaving");
  curtain.innerHTML = html;
  curtain.hidden = false;
  clearTable();
  state("curtain");
  focus(curtain.querySelector("button"));
}

function liftCurtain() {
  if (curtain.hidden || curtain.classList.contains("leaving")) return;
  curtain.classList.add("leaving");
  const gone = () => {
    if (!curtain.classList.contains("leaving")) return;
    curtain.hidden = true;
    curtain.replaceChildren();
  };
  matchMedia("(prefers-reduced-motion: reduce)").matches ? gone() : setTimeout(gone, 260);
}

/** Leave nothing of any seat's view in the page or in this script. */
function clearTable() {
  frame = null;
  replay.close();
  aid.clear();
  choices = new Choices([]);
  board.clear();
  panels.clear();
  prompt.clear();
  chat.clear();
  offerOwnSheet();
  affairs.clear();
  showTurn(false);
  if (panels.tab === "chat") chooseTab("sheet");
  shownResult = "";
  for (const one of [result, seats, news, toast]) one.replaceChildren();
  menu.open = false;
  for (const dialog of [askResign, askSure]) if (dialog.open) dialog.close();
  for (const id of ["sure-title", "sure-yes"]) element(id, HTMLElement).replaceChildren();
  for (const id of ["pass", "give-up", "copy-watch", "watching"]) element(id, HTMLElement).hidden = true;
}

/** @param {"table" | "room" | "curtain"} name */
function state(name) {
  app.dataset.state = name;
  main.hidden = name !== "table";
  room.hidden = name !== "room";
  if (name !== "room") room.replaceChildren();
  app.toggleAttribute("inert", name === "curtain");
}

/** @param {TableFrame} next */
function showSeats(next) {
  const items = next.seats.map(({ seat, label, name, present, acting }) => {
    const item = make("li", `seat${present ? " present" : ""}${acting ? " acting" : ""}`);
    item.dataset.seat = seat;
    item.append(make("b", "", label ?? name));
    if (label) item.append(make("span", "by", name));
    const words = [present ? seats.dataset.present : seats.dataset.away, acting ? seats.dataset.acting : ""];
    item.append(make("span", "hidden", words.filter(Boolean).join(", ")));
    item.title = [label ?? name, ...words].filter(Boolean).join(", ");
    return item;
  });
  seats.replaceChildren(...items);
  affairs.dress(next.seat);
}

/** @param {TableFrame} next */
function showResult(next) {
  const html = next.result?.html ?? "";
  if (shownResult !== html) result.innerHTML = shownResult = html;
  const link = result.querySelector("[data-rematch-link]");
  link?.toggleAttribute("hidden", !next.rematch);
  if (next.rematch) link?.setAttribute("href", next.rematch);
  result.querySelector("[data-rematch]")?.toggleAttribute("hidden", Boolean(next.rematch));
  result.querySelector("[data-replay]")?.toggleAttribute("hidden", story(next).length === 0);
}

/** @param {TableFrame} next */
function story(next) {
  return [...next.sprites, ...(next.trails ?? [])].filter(({ after }) => after);
}

/** @param {string} text */
function showToast(text) {
  clearTimeout(toastTimer);
  toast.textContent = text;
  toastTimer = setTimeout(() => toast.replaceChildren(), 7000);
}

// ---- choosing

/** Show what can be chosen now, on the board, in the panels, as buttons and in the list. */
function showChoices() {
  if (!frame) return;
  const open = choices.open();
  const onBoard = open.filter(({ choice }) => board.spots.has(choice.target));
  board.aim(onBoard.map(({ choice, chosen }) => ({ id: choice.target, label: choice.label, chosen })));
  const inPanels = new Map(open.map((one) => [one.choice.target, one]));
  for (const button of panels.targets()) {
    const one = inPanels.get(button.dataset.target ?? "");
    button.disabled = !one;
    button.classList.toggle("open", Boolean(one));
    if (one) button.setAttribute("aria-pressed", String(one.chosen));
    else button.removeAttribute("aria-pressed");
  }
  const nowhere = open.filter(({ choice }) => !board.spots.has(choice.target) && !panels.target(choice.target));
  prompt.offer(nowhere, board.box, anchor());
  prompt.say(frame.prompt, choices);
  prompt.list(choices);
}

/** Give where on the board the buttons of the last choice belong, if it is on the board. */
function anchor() {
  const last = choices.inner.findLast((choice) => board.spots.has(choice.target));
  return last ? board.where(last.target) : null;
}

/** Keep these buttons beside it when the board moves. */
function placeOffer() {
  prompt.place(board.box, anchor());
}

/** @param {string} target */
function take(target) {
  if (!frame || busy) return;
  const known = choices.leaf;
  play(choices.take(target));
  if (choices.leaf && choices.leaf !== known && byKeyboard()) focus(confirmButton);
  else if (choices.inner.at(-1)?.target === target && byKeyboard()) focus(prompt.offered()[0]);
}

/**
 * Send a notation, or show how far the choice has come.
 * @param {string | null} notation
 */
function play(notation) {
  if (notation) send({ play: notation, step: frame?.step ?? 0 });
  showChoices();
}

/** Send the leaf that waits to be confirmed. */
function playLeaf() {
  const notation = choices.leaf?.play;
  if (notation && frame) send({ play: notation, step: frame.step });
}

/** @param {Answer} answer */
function send(answer) {
  if (busy) return;
  busy = socket.send(answer);
}

function cancel() {
  menu.open = false;
  const target = choices.cancel();
  if (target === null) return;
  showChoices();
  focus(targetElement(target));
}

// ---- the focus: whoever plays by keyboard is never dropped at the top of the page

/** @returns {"target" | "action" | null} what has the focus, as far as an update may take it away */
function focusNow() {
  const here = document.activeElement;
  if (here?.closest("[data-target]")) return "target";
  return here?.closest("#act, #curtain, [data-way]") ? "action" : null;
}

/** @param {"target" | "action" | null} focused */
function keepFocus(focused) {
  const here = document.activeElement;
  const gone = !here || here === document.body || (here instanceof HTMLButtonElement && here.disabled) || !here.isConnected;
  if (!focused || !(gone || here.closest("#curtain"))) return;
  const first = targets()[0] ?? element("prompt-title", HTMLElement);
  board.rove(first);
  focus(first);
}

/** @returns {(HTMLElement | SVGElement)[]} everything that can be taken now */
function targets() {
  const open = panels.targets().filter((button) => !button.disabled);
  return [...prompt.offered(), ...board.targets.values(), ...open];
}

/** @param {string} id */
function targetElement(id) {
  return board.targets.get(id) ?? panels.target(id) ?? null;
}

listen(
  targets,
  (target) => {
    board.rove(target);
    focus(target);
  },
  cancel,
);

// ---- buttons

function watchLink() {
  const given = frame?.watch;
  return given ? new URL(given, location.origin).href : link("watch");
}

document.addEventListener("click", (event) => {
  const button = closest(event, "button, [data-target]");
  if (!closest(event, "#menu")) menu.open = false;
  if (!(button instanceof HTMLButtonElement)) return;
  const { target, way, uncover, copy: kind, tab, switch: lever } = button.dataset;
  if (target) take(target);
  else if (way) jump(way);
  else if (uncover) send({ uncover });
  else if (tab) chooseTabByHand(tab);
  else if (kind) copy(button, link(kind) ?? "");
  else if ("rematch" in button.dataset) send({ rematch: true });
  else if ("check" in button.dataset) check(button, keeper);
  else if ("steps" in button.dataset) replay.open();
  else if (lever === "heat") aid.toggle();
  else if ("replay" in button.dataset && frame) board.replay(story(frame));
});

/** @param {string} way */
function jump(way) {
  const found = choices.ways().find((one) => one.map((choice) => choice.target).join(" ") === way);
  if (!found || busy) return;
  play(choices.jump(found));
  if (choices.leaf && byKeyboard()) focus(confirmButton);
}

undo.addEventListener("click", () => frame && send({ undo: frame.step }));
confirmButton.addEventListener("click", () => {
  const leaf = choices.leaf;
  if (!leaf) return;
  if (!leaf.sure) return playLeaf();
  element("sure-title", HTMLElement).textContent = leaf.sure;
  element("sure-yes", HTMLElement).textContent = leaf.verb ?? leaf.label;
  askSure.returnValue = "";
  askSure.showModal();
});
askSure.addEventListener("close", () => {
  if (askSure.returnValue === "yes") playLeaf();
});
element("pass", HTMLElement).addEventListener("click", () => send({ cover: true }));
element("copy-watch", HTMLElement).addEventListener("click", () => {
  const whole = watchLink();
  if (whole) copy(element("copy-watch", HTMLElement), whole);
});
element("give-up", HTMLElement).addEventListener("click", () => {
  menu.open = false;
  askResign.returnValue = "";
  askResign.showModal();
});
askResign.addEventListener("close", () => {
  if (askResign.returnValue === "resign" && frame) send({ resign: frame.step });
});
toast.addEventListener("click", () => toast.replaceChildren());
matchMedia("(max-width: 900px)").addEventListener("change", () => (replay.active ? showStep() : showChoices()));

// ---- tabs, where there is room for one panel only

const tabs = [...element("tabs", HTMLElement).querySelectorAll("button")];

let tabChosen = false; // by hand

/** Offer the tab of the aid where there is one, and open it first. */
function showTabs() {
  const there = Boolean(main.querySelector('.panels > [data-tab="aid"]'));
  const tab = element("tab-aid", HTMLElement);
  if (tab.hidden === !there) return;
  tab.hidden = !there;
  if (there && !tabChosen && !panels.has("own")) chooseTab("aid");
  else if (!there && panels.tab === "aid") chooseTab("sheet");
}

/** @param {string} name */
function chooseTab(name) {
  for (const tab of tabs) {
    const now = tab.dataset.tab === name;
    tab.setAttribute("aria-selected", String(now));
    tab.tabIndex = now ? 0 : -1;
  }
  panels.choose(name);
  chat.choose(name);
}

/** Somebody's own sheet has a tab as long as it is there, and is what they see first. */
function offerOwnSheet() {
  const tab = element("tab-own", HTMLButtonElement);
  const there = panels.has("own");
  if (tab.hidden !== there) return;
  tab.hidden = !there;
  if (panels.tab === (there ? "sheet" : "own")) chooseTab(there ? "own" : "sheet");
}

/** @param {string} name */
function chooseTabByHand(name) {
  tabChosen = true;
  chooseTab(name);
}

element("tabs", HTMLElement).addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const here = tabs.filter((tab) => !tab.hidden);
  const now = here.findIndex((tab) => tab === document.activeElement);
  const next = step && here[(now + step + here.length) % here.length];
  if (!next) return;
  event.preventDefault();
  next.focus();
  chooseTabByHand(next.dataset.tab ?? "");
});
