/** All that the page of a table knows: what it was told last, and whether what it sent still waits for an answer. */

/** @import { AidFrame, ReplayFrame, TableFrame } from "../wire.d.ts" */

export class State {
  constructor() {
    /** @type {TableFrame | null} the table; null while nothing of it may be shown */
    this.table = null;
    /** @type {ReplayFrame | null} the step of the finished game that is shown instead */
    this.step = null;
    /** @type {AidFrame | null} what follows from what was told, of the table or of that step */
    this.aid = null;
    this.busy = false; // something was sent and not yet answered
  }

  /** Forget everything, and keep nothing of any seat's view. */
  clear() {
    this.table = this.step = this.aid = null;
  }

  /** @returns {boolean} whether whoever looks has a seat */
  get plays() {
    return this.table !== null && this.table.seats.some(({ seat }) => seat === this.table?.seat);
  }

  /** @returns {AidFrame | null} the aid, if it is of what is shown: nobody needs it when all is known */
  get fittingAid() {
    const { aid, step, table } = this;
    if (!aid || aid.replay !== (step !== null) || (!step && table?.over)) return null;
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
    const { sprites, trails, panels } = step ?? table;
    const known = { sprites: aid?.sprites ?? [], panels: aid?.panels ?? [] };
    return {
      ...table,
      step: step?.step ?? table.step,
      sprites: [...sprites, ...known.sprites],
      trails,
      targets: step ? [] : table.targets,
      panels: [...known.panels, ...panels],
    };
  }
}
