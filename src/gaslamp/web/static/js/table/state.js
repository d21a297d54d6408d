/** State of the table page: the last frames, and the action waiting for an answer. */

/** @import { AidFrame, Answer, Frame, ReplayFrame, TableFrame } from "../wire.d.ts" */
/** @import { Table } from "./table-view.js" */

export class State {
  constructor() {
    /** @type {TableFrame | null} the last frame, which patches refer to */
    this.frame = null;
    /** @type {Table | null} the table; null while nothing may be shown */
    this.table = null;
    /** @type {ReplayFrame | null} the replay step shown instead */
    this.step = null;
    /** @type {AidFrame | null} the deduction aid of the table or of that step */
    this.aid = null;
    /** @type {Answer | null} the unanswered action, or one waiting for a connection */
    this.sent = null;
    this.sentAt = Infinity; // performance.now()
    this.resend = false; // its connection was lost
    /** @type {{table: Table, aid: AidFrame | null} | null} previous table, shown in panels and prompt during announcements */
    this.previous = null;
    /** @type {Table | null} newest table with a call, until it is announced */
    this.called = null;
  }

  /** Remove every trace of a seat's view. */
  clear() {
    this.frame = this.table = this.step = this.aid = this.previous = this.called = null;
    this.settle();
  }

  get busy() {
    return this.sent !== null;
  }

  /** @param {Answer} answer */
  wait(answer) {
    this.sent = answer;
    this.sentAt = performance.now();
  }

  settle() {
    this.sent = null;
    this.sentAt = Infinity;
    this.resend = false;
  }

  /** Keep an action for the next connection, where its step shows whether it was played. Drop everything else. */
  disconnect() {
    if (stepOf(this.sent) === null) this.settle();
    else this.resend = true;
  }

  /**
   * Process a frame that may answer the sent action.
   * @param {Frame} frame
   * @returns {Answer | null} what has to be sent again
   */
  answer(frame) {
    const step = stepOf(this.sent);
    const same = frame.type === "table" && frame.step === step && !frame.over;
    if (this.resend && same && this.sent) {
      this.resend = false;
      this.wait({ .../** @type {import("../wire.d.ts").Play} */ (this.sent), again: true });
      return this.sent;
    }
    // Presence updates repeat the step. A refusal of an action sent once arrives as an error.
    if (!same || (this.sent && "again" in this.sent)) this.settle();
    return null;
  }

  /** @returns {boolean} whether the viewer has a seat */
  get plays() {
    return this.table !== null && this.table.seats.some(({ seat }) => seat === this.table?.seat);
  }

  /** @returns {Table | null} the table for panels and prompt: a previous one during announcements */
  get shownTable() {
    return this.previous?.table ?? this.table;
  }

  /** @returns {AidFrame | null} the aid, if it belongs to what is on show; null after the end */
  get fittingAid() {
    const { step, shownTable } = this;
    const aid = this.previous ? this.previous.aid : this.aid;
    if (!aid || aid.replay !== (step !== null) || (!step && shownTable?.over)) return null;
    return aid;
  }

  /**
   * Return board and panels: of the table or a replay step, with the aid. An aid of an earlier step is shown until the
   * next one arrives.
   * @param {Table} table
   * @returns {Table}
   */
  boardAndPanels(table) {
    const { step, fittingAid: aid } = this;
    const { sprites, trails } = step ?? table;
    const { panels } = step ?? this.previous?.table ?? table;
    const known = { sprites: aid?.sprites ?? [], panels: aid?.panels ?? [] };
    return {
      ...table,
      step: (step ?? this.previous?.table ?? table).step,
      sprites: [...sprites, ...known.sprites],
      trails,
      targets: step ? [] : table.targets,
      panels: [...known.panels, ...panels],
    };
  }
}

/**
 * @param {Answer | null} sent
 * @returns {number | null} the step that an action refers to
 */
function stepOf(sent) {
  if (sent && "play" in sent) return sent.step;
  if (sent && "undo" in sent) return sent.undo;
  return sent && "resign" in sent && sent.resign !== undefined ? sent.resign : null;
}
