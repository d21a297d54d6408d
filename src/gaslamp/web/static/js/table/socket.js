/** The one socket of a table: it comes back by itself, and only ever says what the server can do without. */

/** @import { Answer, Frame } from "../wire.d.ts" */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

export class TableSocket {
  /**
   * @param {() => string} url asked for whenever it connects
   * @param {(frame: Frame) => void} onFrame
   * @param {(lost: boolean) => void} onLost
   */
  constructor(url, onFrame, onLost) {
    this.url = url;
    this.onFrame = onFrame;
    this.onLost = onLost;
    this.wait = FIRST_WAIT;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    addEventListener("online", () => this.connect());
    addEventListener("pageshow", (event) => event.persisted && this.connect());
    this.connect();
  }

  /** Connect, unless that is done or under way. */
  connect() {
    clearTimeout(this.timer);
    if (this.socket) return;
    const socket = new WebSocket(this.url());
    this.socket = socket;
    socket.addEventListener("message", ({ data }) => {
      this.wait = FIRST_WAIT;
      this.onLost(false);
      this.onFrame(JSON.parse(data));
    });
    socket.addEventListener("close", () => this.lose(socket));
  }

  /** @param {WebSocket} socket */
  lose(socket) {
    if (this.socket !== socket) return;
    this.socket = null;
    this.onLost(true);
    // A little chance, so that all tables of a server that came back do not knock at once.
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /**
   * Say something; false when nobody is there to hear it.
   * @param {Answer} answer
   */
  send(answer) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(answer));
    return true;
  }
}
