/** Synthesised sounds, off by default. */

import { settings } from "./settings.js";

/** @typedef {"step" | "turn" | "call" | "clue" | "arrest" | "won" | "lost" | "mine"} Name */
/** @typedef {[after: number, pitch: number, lasts: number, loud: number, shape?: OscillatorType]} Tone in seconds and hertz */

/** @type {Record<Name, Tone[]>} */
const TONES = {
  step: [[0, 150, 0.07, 0.5, "triangle"], [0.16, 130, 0.07, 0.4, "triangle"]],
  turn: [[0, 320, 0.05, 0.25, "square"], [0.07, 240, 0.06, 0.2, "square"]],
  call: [[0, 523, 1.4, 0.4], [0, 1318, 0.9, 0.16], [0.5, 523, 1.6, 0.4], [0.5, 1318, 1, 0.16]],
  clue: [[0, 587, 0.14, 0.3], [0.13, 784, 0.3, 0.3]],
  arrest: [[0, 98, 0.5, 0.6, "triangle"], [0.12, 1250, 0.05, 0.12, "square"], [0.2, 1100, 0.05, 0.12, "square"]],
  won: [[0, 392, 0.2, 0.3], [0.18, 494, 0.2, 0.3], [0.36, 587, 0.2, 0.3], [0.54, 784, 0.7, 0.35]],
  lost: [[0, 392, 0.3, 0.3], [0.28, 349, 0.3, 0.3], [0.56, 294, 0.9, 0.35]],
  mine: [[0, 659, 0.18, 0.22], [0.14, 880, 0.3, 0.22]],
};
const LOUD = 0.35; // overall volume

/** @type {AudioContext | undefined} */
let context;

/** @param {Name | ""} [name] */
export function play(name) {
  if (!name || !settings.sounds) return;
  context ??= new AudioContext();
  void context.resume(); // pages may start muted until a user gesture
  for (const tone of TONES[name]) sound(context, tone);
}

/**
 * @param {AudioContext} context
 * @param {Tone} tone
 */
function sound(context, [after, pitch, lasts, loud, shape = "sine"]) {
  const begin = context.currentTime + after;
  const source = new OscillatorNode(context, { type: shape, frequency: pitch });
  const level = new GainNode(context, { gain: loud * LOUD });
  level.gain.setValueAtTime(loud * LOUD, begin);
  level.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
  source.connect(level).connect(context.destination);
  source.start(begin);
  source.stop(begin + lasts);
}
