// Runs Python in a worker. The first message says what for: with {saved} it is the server, without it computes jobs.
import { loadPyodide } from "./pyodide.mjs";

const PACKS = ["libraries.zip", "gaslamp.zip"];

/** @param {number} step */
const progress = (step) => postMessage({ progress: step });

async function boot() {
  const packs = PACKS.map((name) => fetch(new URL(name, import.meta.url)).then((answer) => answer.arrayBuffer()));
  const python = await loadPyodide({ indexURL: new URL("./", import.meta.url).href });
  progress(1);
  for (const pack of packs) python.unpackArchive(await pack, "zip", { extractDir: "/lib/python3.14/site-packages" });
  progress(2);
  return python;
}

/** @param {MessagePort} port */
async function computeJobs(port) {
  const python = await boot();
  const run = python.runPython(`
from gaslamp.service.games import assistance
from gaslamp.server.local.pool import run_job
lambda job: run_job(job.to_bytes())`);
  port.onmessage = ({ data }) => {
    const answer = run(data);
    port.postMessage(answer.toJs());
    answer.destroy();
  };
}

/**
 * @param {Map<string, Uint8Array>} saved
 * @param {MessagePort} jobs
 * @param {MessagePort} saves
 */
async function serve(saved, jobs, saves) {
  const python = await boot();
  const edition = python.pyimport("gaslamp.server.local.entry").Edition(
    new URL("..", import.meta.url).pathname,
    python.toPy(saved),
    (/** @type {any} */ job) => jobs.postMessage(job.toJs()),
    (/** @type {any} */ changes) =>
      new Promise((resolve) => {
        saves.onmessage = ({ data: saved }) => resolve(saved);
        saves.postMessage(changes.toJs({ dict_converter: (/** @type {any} */ entries) => new Map(entries) }));
      }),
  );
  progress(3);
  jobs.onmessage = ({ data }) => edition.answered(data);
  await edition.start();
  addEventListener("message", ({ data, ports: [port] }) => port && answer(edition, data, port));
  progress(4);
}

/**
 * @param {any} edition
 * @param {any} data
 * @param {MessagePort} port
 */
async function answer(edition, data, port) {
  if (data.socket) {
    const send = (/** @type {string | undefined} */ text) => port.postMessage(text ?? null);
    const socket = edition.connect(data.socket, data.language, send);
    port.onmessage = ({ data: text }) => socket.receive(text ?? undefined);
    return;
  }
  try {
    const reply = await edition.request(data.method, data.url, data.headers, new Uint8Array(data.body));
    const [status, headers, body] = reply.toJs({ dict_converter: Object.fromEntries });
    reply.destroy();
    port.postMessage({ status, headers, body });
  } catch (error) {
    console.error(error);
    port.postMessage({ status: 500, headers: {}, body: new Uint8Array() });
  }
}

addEventListener(
  "message",
  ({ data }) => {
    const started = data.saved ? serve(data.saved, data.jobs, data.saves) : computeJobs(data.jobs);
    started.catch((error) => postMessage({ failed: String(error) }));
  },
  { once: true },
);
