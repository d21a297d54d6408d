/** The WebSocket of a table. It reconnects by itself, and notices a connection that is silently gone by its heartbeat. */

/** @import { Answer, Frame } from "../wire.d.ts" */

const FIRST_WAIT = 400; // ms before the first reconnect
const LONGEST_WAIT = 8000;
const CHECK = 500; // ms between checks
const LATE = 3000; // ms without a heartbeat, or without an answer: show it
const SILENCE = 5000; // ms without a heartbeat: reconnect
const UNANSWERED = 10_000; // ms without an answer, though the heartbeat goes on: reconnect
const SUSPENDED = 2000; // ms between two checks by which the page did not run

export class TableSocket {
  /**
   * @param {() => string} url asked for whenever it connects
   * @param {(frame: Frame) => void} onFrame
   * @param {(lost: boolean) => void} onLost
   * @param {(late: boolean) => void} onLate the connection, or the answer to an action, is late
   * @param {() => number} sentAt when the unanswered action was sent, by performance.now(); Infinity without one
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

  /** Connect, unless that is done or under way. */
  connect() {
    clearTimeout(this.timer);
    if (this.socket) return;
    const socket = new WebSocket(this.url());
    this.socket = socket;
    this.began = this.heard = performance.now();
    socket.addEventListener("open", () => this.send({ heartbeat: true }));
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
    // Answered here, not by a timer: browsers slow down the timers of a page in the background.
    if (frame.type === "heartbeat") this.send({ heartbeat: true });
    else this.onFrame(frame);
  }

  /** Compare the clock with the last heartbeat and the unanswered action. */
  check() {
    const now = performance.now();
    if (now - this.checked > SUSPENDED) this.heard = now; // what came meanwhile is not read yet
    this.checked = now;
    const quiet = now - this.heard;
    const sent = this.sentAt();
    this.onLate(this.lost || quiet > LATE || now - sent > LATE);
    if (quiet > SILENCE || now - Math.max(sent, this.began) > UNANSWERED) this.drop();
  }

  /** Give up a connection that does not answer. Its close event may take long, and is not waited for. */
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
    // A little chance, so that all tables of a server that came back do not knock at once.
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /**
   * Send a frame; false without a connection.
   * @param {Answer} answer
   */
  send(answer) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(answer));
    return true;
  }
}
