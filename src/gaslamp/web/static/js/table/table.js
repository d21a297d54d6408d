/** Table page: receives frames, shows them and sends actions. It has no rules and stores no secrets. */

import "../common/language.js";
import { Evidence } from "../common/fairness.js";
import { at, byKeyboard, element, focus, here } from "../common/page.js";
import { Aid } from "./aid.js";
import { Board } from "./board/board.js";
import { PlaceNames } from "./board/place-names.js";
import { tell } from "./board/tip.js";
import * as buttons from "./buttons.js";
import { Chooser } from "./choosing/chooser.js";
import * as dialogs from "./choosing/dialogs.js";
import { DelayedTable } from "./choosing/delayed-table.js";
import * as keyboard from "./choosing/keyboard.js";
import * as prompt from "./choosing/prompt.js";
import { WhyNot } from "./choosing/why-not.js";
import { check } from "./ending/checking.js";
import { replayButton, story as wholeStory } from "./ending/ending.js";
import { Replay } from "./ending/replay.js";
import { focusNow, keepFocus } from "./focus.js";
import { describe } from "./learning/about.js";
import { Coach } from "./learning/coach.js";
import { Hint } from "./learning/hint.js";
import { Moments } from "./moments.js";
import { Panels } from "./panels/panels.js";
import { patched } from "./patch.js";
import { Chat } from "./people/chat.js";
import { seats } from "./people/seats.js";
import { Status } from "./people/status.js";
import { Renderer } from "./renderer.js";
import * as screens from "./screens.js";
import { TableSocket } from "./socket.js";
import { State } from "./state.js";
import { view } from "./table-view.js";
import { Tabs } from "./panels/tabs.js";
import { Sounds } from "./sounds.js";
import { Story } from "./story.js";
import { clearToast, showToast } from "./toast.js";

/** @import { AidFrame, Answer, Frame, WaitingFrame } from "../wire.d.ts" */
/** @import { Table } from "./table-view.js" */

const app = element("app", HTMLElement);
const news = element("news", HTMLElement);
const lost = element("lost", HTMLElement);

const state = new State();
const evidence = new Evidence(here());
const board = new Board(
  element("board", HTMLElement),
  element("drawings", SVGSVGElement),
  element("zoom", HTMLElement),
  (target) => chooser.take(target),
  () => chooser.place(),
);
const panels = new Panels(app, (ids) => board.light(ids));
const chooser = new Chooser(board, panels, () => !state.busy, play);
const chat = new Chat((say, room, phrase) => socket.send({ say, room, phrase }));
const status = new Status(seats, (answer) => socket.send(answer));
const aid = new Aid(app);
const names = new PlaceNames(app);
const moments = new Moments(app, board.sprites);
const sounds = new Sounds();
const story = new Story(app, board, moments, sounds);
const tabs = new Tabs(panels, chat);
const whyNot = new WhyNot(state, board, chooser, (answer) => socket.send(answer), () => !story.skipped);
const hint = new Hint(state, board, chooser, status, (answer) => socket.send(answer), (text) => (news.textContent = text));
const replay = new Replay(state, (answer) => socket.send(answer), showStep, leaveReplay);
/** @type {Coach} */
const coach = new Coach(chooser, tabs, story, (step) => void socket.send({ lesson: step }));
const renderer = new Renderer({ board, panels, chooser, status, aid, names, tabs });
const delayed = new DelayedTable(state, story, chooser, () => renderer.render(state), (now, before) => {
  sounds.change(now, before);
  announce({ ...now, news: [], announcements: [] });
});

// ---- frames, one at a time: loading a board may take a while

let queue = Promise.resolve();
const socket = new TableSocket(
  () => `${location.href.replace(/^http/, "ws").replace(/[?#].*/, "")}/socket${coach.query}`,
  (next) => (queue = queue.then(() => receive(next)).catch(reportError)),
  (isLost) => {
    lost.textContent = isLost ? (lost.dataset.text ?? "") : "";
    if (!isLost) return;
    state.disconnect();
    chat.refused();
    status.clear(); // sent again with the connection
    replay.refused();
  },
  (late) => prompt.markPending(late, state.busy),
  () => state.sentAt,
);

/** @param {Frame} next */
async function receive(next) {
  if (next.type === "patch") {
    const whole = patched(state.frame, next);
    if (!whole) return void socket.send({ whole: true });
    next = whole;
  }
  if (next.type === "chat") return chat.show(next); // not an answer to an action
  if (next.type === "status") return status.show(next);
  if (next.type === "aid") return showAid(next);
  if (next.type === "why") return whyNot.show(next);
  if (next.type === "places") return whyNot.showPlaces(next);
  if (next.type === "lesson") return coach.take(next);
  if (next.type === "hint") return hint.show(next);
  if (next.type === "replay" || next.type === "review" || next.type === "reasons") return replay.take(next);
  const waited = state.busy;
  const resent = state.answer(next);
  if (resent) socket.send(resent);
  if (!state.busy) prompt.markPending(false, false);
  if (next.type === "waiting" && next.asked.length) addNonces(next);
  if (next.type === "waiting" && !next.html) return; // the deal follows at once
  element("connecting", HTMLElement).hidden = true;
  switch (next.type) {
    case "table":
      await board.prepare(next.board);
      state.frame = next;
      showTable(view(next));
      return waited && !state.busy ? chooser.reveal() : undefined;
    case "waiting":
      return screens.showRoom(next.html, clear);
    case "curtain":
      return screens.showCurtain(next.html, clear);
    case "moved":
      return location.assign(at(next.to));
    case "error":
      chat.refused();
      replay.refused();
      hint.refused();
      return showToast(next.text);
  }
}

/** @param {Table} next */
function showTable(next) {
  const focused = focusNow();
  const before = state.table;
  const fresh = before?.step !== next.step && !state.step;
  state.table = next;
  if (state.plays) evidence.addSeats([next.seat]);
  evidence.record(next.commitment, next.head, next.shares);
  if (fresh) story.hold(next, before !== null); // before rendering: it freezes sprites
  if (fresh && next.announcements.length) moments.prepare(next.announcements, before !== null);
  if (fresh) delayed.hold(next, before);
  delayed.ask(next);
  renderer.render(state);
  if (fresh) story.begin(next);
  if (fresh && before && !state.previous) sounds.change(next, before);
  coach.show();
  screens.liftCurtain();
  if (fresh) announce(next);
  board.setTabStop(keepFocus(focused, chooser.targets()));
  delayed.keepFocus(focused);
  if (!story.busy) delayed.release();
  socket.send({ seen: next.step });
  if (next.over) replay.comeBack();
}

/**
 * Announce what happened and, unless held back, the prompt.
 * @param {Table} next
 */
function announce(next) {
  news.ariaLive = next.announcements.length ? "assertive" : "polite"; // calls and endings interrupt
  news.textContent = (state.previous ? next.news : [...next.news, prompt.spoken()]).join(" ");
}

/** @param {AidFrame} next */
function showAid(next) {
  if (!state.table || next.replay !== replay.active || (next.replay && !state.step)) return;
  state.aid = next;
  renderer.render(state);
}

/** Remove every trace of a seat's view from the page and these scripts. */
function clear() {
  state.clear();
  replay.close();
  story.flush();
  moments.end();
  renderer.clear();
  whyNot.clear();
  hint.clear();
  chat.clear();
  tabs.clear();
  status.clear();
  clearToast();
  dialogs.clear();
  news.replaceChildren();
  buttons.closeMenu();
}

/** @param {WaitingFrame} next */
function addNonces(next) {
  socket.send({ nonces: evidence.nonces(next.commitment, next.house, next.asked) });
  evidence.addSeats(next.asked);
}

// ---- replay

function showStep() {
  const begun = app.classList.contains("replaying");
  state.previous = null;
  story.flush();
  moments.end();
  renderer.render(state);
  const told = state.step?.told.join(" ") ?? "";
  if (news.textContent !== told) news.textContent = told;
  if (!begun && byKeyboard()) focus(element("replay-play", HTMLElement));
}

function leaveReplay() {
  state.aid = null;
  if (!state.table) return;
  renderer.render(state);
  focus(replayButton());
}

// ---- sending

/** @param {Answer} answer */
function send(answer) {
  if (state.busy) return;
  const sent = socket.send(answer);
  state.wait(answer);
  if (!sent) state.disconnect();
}

/** @param {string} notation */
function play(notation) {
  if (state.table && !coach.declines(notation)) send({ play: notation, step: state.table.step });
}

/** Send the choice that waits for confirmation. */
function playLeaf() {
  if (chooser.leaf?.play) play(chooser.leaf.play);
}

/** Send the choice, or show its dialog. */
function confirm() {
  if (chooser.leaf?.sure) dialogs.confirmLeaf(chooser.leaf);
  else playLeaf();
}

/**
 * Take a panel item, or ask why it cannot be chosen.
 * @param {HTMLButtonElement} button
 */
function takeOrAsk({ dataset: { target = "" }, ariaDisabled }) {
  if (ariaDisabled === "true") whyNot.ask({ target });
  else chooser.take(target);
}

// ---- input

story.onCalled = () => delayed.advance();
story.onQuiet = () => {
  delayed.release();
  coach.show();
};
moments.onStart = () => {
  if (!state.table?.over) sounds.play("call");
};
tell(board.box);
describe(app);
dialogs.listen(playLeaf, () => state.table && send({ resign: state.table.step }));
buttons.listen({
  target: takeOrAsk,
  way: ({ dataset }) => chooser.jump(dataset.way ?? ""),
  uncover: ({ dataset }) => send({ uncover: dataset.uncover ?? "" }),
  copy: buttons.copyField,
  rematch: ({ dataset }) => send({ rematch: true, same: "same" in dataset }),
  check: (button) => void check(button, evidence),
  steps: () => replay.open(),
  review: () => replay.openReview(),
  switch: () => aid.toggle(),
  replay: () => state.table && board.replay(wholeStory(state.table)),
});
keyboard.listen(
  () => chooser.targets(),
  (target) => {
    board.setTabStop(target);
    focus(target);
  },
  () => {
    buttons.closeMenu();
    chooser.cancel();
  },
);
element("undo", HTMLButtonElement).addEventListener("click", () => state.table && send({ undo: state.table.step }));
element("confirm", HTMLButtonElement).addEventListener("click", confirm);
element("pass", HTMLElement).addEventListener("click", () => send({ cover: true }));
element("give-up", HTMLElement).addEventListener("click", () => {
  buttons.closeMenu();
  dialogs.confirmResigning();
});
matchMedia("(max-width: 900px)").addEventListener("change", () => renderer.render(state));
