/** A record file that is opened in replay and review. The browser holds it; the server checks it and stores nothing. */

import { at, Transport } from "./page.js";

const KEY = "record";
const PIECE = /[\0-\x7f]{1,4000}|[^]{1,1000}/gu; // below the longest frame of a socket, whatever the characters
const BURST = 40; // pieces that are sent at once
const GAP = 60; // ms between the others: the server limits the rate
const LONGEST = 1_000_000; // bytes, as the server has it
const TITLE = /^title: *(\w{1,32})$/m;

/**
 * Send the file of this tab, on a page that opens one. Without a file, go to the home page.
 * @param {WebSocket} socket
 */
export async function sendRecord(socket) {
  if (!document.querySelector("[data-upload]")) return;
  const text = sessionStorage.getItem(KEY);
  if (text === null) location.replace(at("/"));
  else await upload(socket, text);
}

/**
 * Send a file in pieces; an empty one ends it.
 * @param {WebSocket} socket
 * @param {string} text
 */
async function upload(socket, text) {
  for (const [number, piece] of [...(text.match(PIECE) ?? []), ""].entries()) {
    if (number >= BURST) await new Promise((resolve) => setTimeout(resolve, GAP));
    if (socket.readyState === WebSocket.OPEN) socket.send(piece);
  }
}

/** @param {File} file */
export function isTooLong(file) {
  return file.size > LONGEST;
}

/**
 * Have the server check a file. Returns the URL that opens it, and keeps the file for that page.
 * @param {string} text
 * @returns {Promise<{url: string} | {problem: string}>} the problem is empty if the server cannot be reached
 */
export function check(text) {
  const title = TITLE.exec(text)?.[1] ?? "record";
  const url = new URL(at(`/open/${title}/socket`).replace(/^http/, "ws"));
  url.searchParams.set("lang", document.documentElement.lang);
  return new Promise((resolve) => {
    const socket = new Transport(url);
    socket.addEventListener("open", () => void upload(socket, text));
    socket.addEventListener("close", () => resolve({ problem: "" }));
    socket.addEventListener("message", ({ data }) => {
      const frame = JSON.parse(data);
      if (frame.type === "heartbeat") return;
      if (frame.type === "table") {
        sessionStorage.setItem(KEY, text);
        resolve({ url: at(`/open/${title}`) });
      } else resolve({ problem: String(frame.text ?? "") });
      socket.close();
    });
  });
}
