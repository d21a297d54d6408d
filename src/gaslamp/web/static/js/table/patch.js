/** JSON Merge Patch (RFC 7396) for table frames. */

/** @import { PatchFrame, TableFrame } from "../wire.d.ts" */

/**
 * Return the patched frame, or null if the patch is for another one.
 * @param {TableFrame | null} frame
 * @param {PatchFrame} patch
 * @returns {TableFrame | null}
 */
export function patched(frame, { base, patch }) {
  return frame?.number === base ? { ...merge(frame, patch), number: base + 1 } : null;
}

/**
 * Apply a patch. Unchanged parts of the result are those of the target.
 * @param {any} target
 * @param {any} patch
 * @returns {any}
 */
export function merge(target, patch) {
  if (!isObject(patch)) return patch;
  const result = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = merge(result[name], value);
  }
  return result;
}

/** @param {unknown} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
