/** All that the page of a table knows: what it was told last, and whether what it sent still waits for an answer. */

/** @import { AidFrame, Answer, Frame, ReplayFrame, TableFrame } from "../wire.d.ts" */

export class State {
  constructor() {
    /** @type {TableFrame | null} the table; null while nothing of it may be shown */
    this.table = null;
    /** @type {ReplayFrame | null} the step of the finished game that is shown instead */
    this.step = null;
    /** @type {AidFrame | null} what follows from what was told, of the table or of that step */
    this.aid = null;
    /** @type {Answer | null} what was sent and not yet answered, or waits for a connection */
    this.sent = null;
    this.sentAt = Infinity; // by performance.now()
    this.resend = false; // the connection it was sent on is lost
    /** @type {{table: TableFrame, aid: AidFrame | null} | null} what panels and prompt show until the story has ended */
    this.held = null;
    /** @type {TableFrame | null} the newest table with a call, until that has been told */
    this.called = null;
  }

  /** Forget everything, and keep nothing of any seat's view. */
  clear() {
    this.table = this.step = this.aid = this.held = this.called = null;
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

  /** Wait for no answer any more. */
  settle() {
    this.sent = null;
    this.sentAt = Infinity;
    this.resend = false;
  }

  /** Keep an action for the next connection: its step says there whether it was played. All else is dropped. */
  disconnect() {
    if (stepOf(this.sent) === null) this.settle();
    else this.resend = true;
  }

  /**
   * Take note of a frame that may answer what was sent.
   * @param {Frame} frame
   * @returns {Answer | null} what is to be sent again
   */
  answer(frame) {
    const step = stepOf(this.sent);
    const same = frame.type === "table" && frame.step === step && !frame.over;
    if (this.resend && same && this.sent) {
      this.resend = false;
      this.wait({ .../** @type {import("../wire.d.ts").Play} */ (this.sent), again: true });
      return this.sent;
    }
    // Others who come and go make a frame of the same step; a refusal of what was sent once comes as an error.
    if (!same || (this.sent && "again" in this.sent)) this.settle();
    return null;
  }

  /** @returns {boolean} whether whoever looks has a seat */
  get plays() {
    return this.table !== null && this.table.seats.some(({ seat }) => seat === this.table?.seat);
  }

  /** @returns {TableFrame | null} the table of the panels and the prompt: an earlier one while a story is told */
  get told() {
    return this.held?.table ?? this.table;
  }

  /** @returns {AidFrame | null} the aid, if it is of what is shown: nobody needs it when all is known */
  get fittingAid() {
    const { step, told } = this;
    const aid = this.held ? this.held.aid : this.aid;
    if (!aid || aid.replay !== (step !== null) || (!step && told?.over)) return null;
    return aid;
  }

  /**
   * Give what lies on the board and round it: the table or a step of its replay, and what is known of the aid. What is
   * known of an earlier step stays until the next is there.
   * @param {TableFrame} table
   * @returns {TableFrame}
   */
  laid(table) {
    const { step, fittingAid: aid } = this;
    const { sprites, trails } = step ?? table;
    const { panels } = step ?? this.held?.table ?? table;
    const known = { sprites: aid?.sprites ?? [], panels: aid?.panels ?? [] };
    return {
      ...table,
      step: (step ?? this.held?.table ?? table).step,
      sprites: [...sprites, ...known.sprites],
      trails,
      targets: step ? [] : table.targets,
      panels: [...known.panels, ...panels],
    };
  }
}

/**
 * @param {Answer | null} sent
 * @returns {number | null} the step of the table that an action answers
 */
function stepOf(sent) {
  if (sent && "play" in sent) return sent.step;
  if (sent && "undo" in sent) return sent.undo;
  return sent && "resign" in sent ? sent.resign : null;
}
