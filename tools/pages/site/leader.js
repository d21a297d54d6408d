// What the leading tab runs: the worker with the server, the worker that computes jobs, and the saving of changes.
import { Replaced, Saved } from "./saved.js";

const WORKER = new URL("app/worker.mjs", import.meta.url);
const STEPS = 4; // of the start

export class Leader {
  /**
   * @param {string} name of the database
   * @param {{progress: (share: number) => void, fail: (error: unknown) => void, unsaved: () => void, replaced: () => void}} events
   */
  constructor(name, events) {
    this.name = name;
    this.events = events;
    /** @type {Worker | null} */
    this.server = null;
    /** @type {Worker | null} */
    this.computer = null;
    /** @type {Saved | null} */
    this.saved = null;
    this.ready = false;
    /** @type {{data: any, port: MessagePort}[]} */
    this.waiting = [];
    this.jobs = new MessageChannel();
  }

  async start() {
    /** @type {Map<string, Uint8Array>} */
    let chunks = new Map();
    try {
      this.saved = await Saved.open(this.name);
      chunks = await this.saved.read();
    } catch (error) {
      console.warn(error);
      this.saved = null;
      this.events.unsaved();
    }
    const saves = new MessageChannel();
    saves.port1.onmessage = async ({ data }) => saves.port1.postMessage(await this.save(data));
    this.server = new Worker(WORKER, { type: "module" });
    this.server.onmessage = ({ data }) => this.hear(data);
    this.server.onerror = this.events.fail;
    this.server.postMessage({ saved: chunks, jobs: this.jobs.port1, saves: saves.port2 }, [this.jobs.port1, saves.port2]);
  }

  /** @param {any} data */
  hear(data) {
    if (data.failed) return this.events.fail(data.failed);
    performance.mark(`start ${data.progress}`);
    this.events.progress(data.progress / STEPS);
    if (data.progress < STEPS) return;
    this.ready = true;
    for (const { data, port } of this.waiting.splice(0)) this.send(data, port);
  }

  /** Return whether the changes were saved. @param {Map<string, Uint8Array | undefined>} changes */
  async save(changes) {
    try {
      if (!this.saved) return false;
      await this.saved.write(changes);
      return true;
    } catch (error) {
      console.warn(error);
      if (error instanceof Replaced) this.events.replaced();
      else this.events.unsaved();
      return false;
    }
  }

  /** @param {any} data @param {MessagePort} port */
  send(data, port) {
    if (this.server && this.ready) this.server.postMessage(data, [port]);
    else this.waiting.push({ data, port });
  }

  /** Start the second worker. It takes as long as the first, so the first page should be there before. */
  startComputer() {
    if (this.computer) return;
    this.computer = new Worker(WORKER, { type: "module" });
    this.computer.onmessage = ({ data }) => data.failed && this.events.fail(data.failed);
    this.computer.postMessage({ jobs: this.jobs.port2 }, [this.jobs.port2]);
  }

  stop() {
    this.server?.terminate();
    this.computer?.terminate();
  }
}
