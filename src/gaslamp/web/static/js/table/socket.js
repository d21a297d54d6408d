/** WebSocket of a table. Reconnects automatically and detects dead connections by heartbeat. */

import { Transport } from "../common/page.js";
import { sendRecord } from "../common/record-file.js";

/** @import { Answer, Frame } from "../wire.d.ts" */

const FIRST_WAIT = 400; // ms before the first reconnect
const LONGEST_WAIT = 8000;
const CHECK = 500; // ms between checks
const LATE = 3000; // ms without heartbeat or answer until it is shown
const SILENCE = 5000; // ms without heartbeat until reconnecting
const UNANSWERED = 10_000; // ms without answer until reconnecting, despite heartbeats
const SUSPENDED = 2000; // ms between checks that mean the page was suspended

export class TableSocket {
  /**
   * @param {() => string} url called for each connection
   * @param {(frame: Frame) => void} onFrame
   * @param {(lost: boolean) => void} onLost
   * @param {(late: boolean) => void} onLate the connection or an answer is late
   * @param {() => number} sentAt performance.now() of the unanswered action; Infinity without one
   */
  constructor(url, onFrame, onLost, onLate, sentAt) {
    this.url = url;
    this.onFrame = onFrame;
    this.onLost = onLost;
    this.onLate = onLate;
    this.sentAt = sentAt;
    this.wait = FIRST_WAIT;
    this.lost = false;
    this.began = this.heard = this.checked = performance.now();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    addEventListener("online", () => this.connect());
    addEventListener("pageshow", (event) => event.persisted && this.connect());
    setInterval(() => this.check(), CHECK);
    this.connect();
  }

  /** Connect, unless connected or connecting. */
  connect() {
    clearTimeout(this.timer);
    if (this.socket) return;
    const url = new URL(this.url());
    url.searchParams.set("lang", document.documentElement.lang);
    const socket = new Transport(url);
    this.socket = socket;
    this.began = this.heard = performance.now();
    socket.addEventListener("open", async () => {
      await sendRecord(socket);
      this.send({ heartbeat: true });
    });
    socket.addEventListener("message", ({ data }) => this.socket === socket && this.receive(data));
    socket.addEventListener("close", () => this.lose(socket));
  }

  /** @param {string} data */
  receive(data) {
    this.heard = performance.now();
    this.wait = FIRST_WAIT;
    this.lost = false;
    this.onLost(false);
    /** @type {Frame} */
    const frame = JSON.parse(data);
    // Answered here and not by a timer: browsers throttle timers of background pages.
    if (frame.type === "heartbeat") this.send({ heartbeat: true });
    else this.onFrame(frame);
  }

  /** Check the age of the last heartbeat and of the unanswered action. */
  check() {
    const now = performance.now();
    if (now - this.checked > SUSPENDED) this.heard = now; // queued messages are not read yet
    this.checked = now;
    const quiet = now - this.heard;
    const sent = this.sentAt();
    this.onLate(this.lost || quiet > LATE || now - sent > LATE);
    if (quiet > SILENCE || now - Math.max(sent, this.began) > UNANSWERED) this.drop();
  }

  /** Abandon a dead connection without waiting for its close event. */
  drop() {
    const socket = this.socket;
    if (!socket) return;
    this.lose(socket);
    socket.close();
  }

  /** @param {WebSocket} socket */
  lose(socket) {
    if (this.socket !== socket) return;
    this.socket = null;
    this.lost = true;
    this.onLost(true);
    // Random jitter: not all clients reconnect at once after a restart.
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /**
   * Send a frame. Returns false without a connection.
   * @param {Answer} answer
   */
  send(answer) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(answer));
    return true;
  }
}
