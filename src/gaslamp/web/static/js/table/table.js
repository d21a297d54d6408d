/** The page of a table: takes frames, shows them, and sends what is chosen. It knows no rules and keeps no secrets. */

import "../common/language.js";
import { Status } from "./status.js";
import { Aid } from "./aid.js";
import { Board } from "./board/board.js";
import { Chat } from "./chat.js";
import { check } from "./ending/checking.js";
import { Choices } from "./choosing/choices.js";
import { Chooser } from "./choosing/chooser.js";
import * as dialogs from "./choosing/dialogs.js";
import { clearResult, replayButton, showResult, story } from "./ending/ending.js";
import { Keeper } from "../common/fairness.js";
import { focusNow, keepFocus } from "./focus.js";
import { listen } from "./choosing/keyboard.js";
import { copy, link } from "../common/links.js";
import { Moments } from "./moments.js";
import { PlaceNames } from "./board/place-names.js";
import { byKeyboard, closest, element, focus } from "../common/page.js";
import { Panels } from "./panels.js";
import * as prompt from "./choosing/prompt.js";
import { Replay } from "./ending/replay.js";
import * as screens from "./screens.js";
import { seats, showSeats } from "./seats.js";
import { TableSocket } from "./socket.js";
import { Tabs } from "./tabs.js";
import { tell } from "./board/tip.js";
import { clearToast, showToast } from "./toast.js";
import { showTurn } from "./turn.js";

/** @import { AidFrame, Answer, Frame, TableFrame } from "../wire.d.ts" */

const app = element("app", HTMLElement);
const news = element("news", HTMLElement);
const lost = element("lost", HTMLElement);
const menu = element("menu", HTMLDetailsElement);
const undo = element("undo", HTMLButtonElement);
const confirmButton = element("confirm", HTMLButtonElement);
const board = new Board(
  element("board", HTMLElement),
  element("drawings", SVGSVGElement),
  element("zoom", HTMLElement),
  (target) => chooser.take(target),
  () => chooser.place(),
);
const panels = new Panels(app, (ids) => board.light(ids));
const chooser = new Chooser(board, panels, () => !busy, play);
const keeper = new Keeper(location.pathname);
const chat = new Chat((say, room) => socket.send({ say, room }));
const status = new Status(seats, (answer) => socket.send(answer));
const aid = new Aid(app);
const names = new PlaceNames(app);
const moments = new Moments(app, board);
const tabs = new Tabs(panels, chat);
const replay = new Replay((step) => socket.send({ replay: step }), showStep, leaveReplay);

/** @type {TableFrame | null} what is shown now; null while nothing may be */
let frame = null;
let busy = false; // something was sent and not yet answered

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
      status.clear(); // what is still so is told anew
      replay.refused();
    }
  },
);

/** @param {Frame} next */
async function receive(next) {
  if (next.type === "chat") return chat.show(next); // no answer to anything that was played
  if (next.type === "status") return status.show(next);
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
      return screens.showRoom(next.html, clearTable);
    case "curtain":
      return screens.showCurtain(next.html, clearTable);
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
    sit(next);
    return showResult(next);
  }
  chooser.begin(next.prompt);
  const plays = next.seats.some(({ seat }) => seat === next.seat);
  if (plays) keeper.hold([next.seat]);
  keeper.keep(next.commitment, next.head, next.shares);
  screens.show("table");
  app.classList.toggle("waits", next.prompt.choices.length === 0);
  app.classList.toggle("hot", next.hotseat);
  app.classList.toggle("over", next.over);
  app.classList.toggle("watches", !plays);
  if (next.over) aid.clear();
  if (next.moments && before?.step !== next.step) moments.show(next.moments, Boolean(before));
  lay(next);
  sit(next);
  showResult(next);
  element("watching", HTMLElement).hidden = plays;
  element("act", HTMLElement).hidden = next.over || !plays;
  element("pass", HTMLElement).hidden = !next.hotseat || next.over;
  element("give-up", HTMLElement).hidden = !next.resign;
  element("copy-watch", HTMLElement).hidden = !link("watch");
  undo.disabled = !next.undo;
  chooser.show();
  screens.liftCurtain();
  showTurn(!next.hotseat && next.prompt.choices.length > 0);
  news.ariaLive = next.moments ? "assertive" : "polite"; // all wait for a call and an ending
  if (before?.step !== next.step) news.textContent = [...next.news, prompt.spoken()].join(" ");
  board.rove(keepFocus(focused, chooser.targets()));
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
  tabs.offer();
  names.show(next.sprites);
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
  moments.end();
  aid.only(true);
  lay({ ...frame, step: step.step, sprites: step.sprites, trails: step.trails, panels: step.panels, targets: [] });
  board.lookAt(step.sprites);
  prompt.say({ kicker: step.kicker, title: step.told, hint: null, chips: [], done: 0, choices: [], inner: 0 }, new Choices([]));
  if (news.textContent !== step.told) news.textContent = step.told;
  if (!begun && byKeyboard()) focus(element("replay-play", HTMLElement));
}

function leaveReplay() {
  app.classList.remove("replaying");
  aid.clear();
  if (!frame) return;
  showTable(frame);
  focus(replayButton());
}

/** Leave nothing of any seat's view in the page or in this script. */
function clearTable() {
  frame = null;
  replay.close();
  moments.end();
  aid.clear();
  chooser.clear();
  board.clear();
  panels.clear();
  chat.clear();
  tabs.clear();
  status.clear();
  showTurn(false);
  clearResult();
  clearToast();
  dialogs.clear();
  for (const one of [seats, news]) one.replaceChildren();
  menu.open = false;
  for (const id of ["pass", "give-up", "copy-watch", "watching"]) element(id, HTMLElement).hidden = true;
}

/** @param {TableFrame} next */
function sit(next) {
  showSeats(next.seats);
  status.dress(next.seat);
}

// ---- choosing

/** @param {string} notation */
function play(notation) {
  if (frame) send({ play: notation, step: frame.step });
}

/** Send the leaf that waits to be confirmed. */
function playLeaf() {
  const notation = chooser.leaf?.play;
  if (notation) play(notation);
}

/** @param {Answer} answer */
function send(answer) {
  if (busy) return;
  busy = socket.send(answer);
}

function cancel() {
  menu.open = false;
  chooser.cancel();
}

listen(
  () => chooser.targets(),
  (target) => {
    board.rove(target);
    focus(target);
  },
  cancel,
);

// ---- buttons

document.addEventListener("click", (event) => {
  const button = closest(event, "button, [data-target]");
  if (!closest(event, "#menu")) menu.open = false;
  if (!(button instanceof HTMLButtonElement)) return;
  const { target, way, uncover, copy: from, switch: lever } = button.dataset;
  if (target) chooser.take(target);
  else if (way) chooser.jump(way);
  else if (uncover) send({ uncover });
  else if (from) copy(button, element(from, HTMLInputElement).value);
  else if ("rematch" in button.dataset) send({ rematch: true });
  else if ("check" in button.dataset) check(button, keeper);
  else if ("steps" in button.dataset) replay.open();
  else if (lever === "heat") aid.toggle();
  else if ("replay" in button.dataset && frame) board.replay(story(frame));
});

undo.addEventListener("click", () => frame && send({ undo: frame.step }));
confirmButton.addEventListener("click", () => {
  const leaf = chooser.leaf;
  if (!leaf) return;
  if (!leaf.sure) return playLeaf();
  dialogs.confirmLeaf(leaf);
});
element("pass", HTMLElement).addEventListener("click", () => send({ cover: true }));
element("copy-watch", HTMLElement).addEventListener("click", () => {
  const whole = link("watch");
  if (whole) copy(element("copy-watch", HTMLElement), whole);
});
element("give-up", HTMLElement).addEventListener("click", () => {
  menu.open = false;
  dialogs.confirmResigning();
});
dialogs.listen(playLeaf, () => frame && send({ resign: frame.step }));
matchMedia("(max-width: 900px)").addEventListener("change", () => (replay.active ? showStep() : chooser.show()));
