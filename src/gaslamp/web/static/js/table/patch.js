/** Applies patches: fields in the patch replace those of the table. */

/** @import { Panel, PackedFrame, PatchFrame, TableFrame } from "../wire.d.ts" */

/**
 * Decompress a patch.
 * @param {PackedFrame} frame
 * @returns {Promise<PatchFrame>}
 */
export async function unpacked({ type, packed, ...beside }) {
  const bytes = Uint8Array.from(atob(packed), (one) => one.charCodeAt(0));
  const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return { ...(await new Response(text).json()), ...beside };
}

/**
 * Return the patched frame, or null if the patch is for another one.
 * @param {TableFrame | null} frame
 * @param {PatchFrame} patch
 * @returns {TableFrame | null}
 */
export function patched(frame, patch) {
  if (!frame || frame.number !== patch.base) return null;
  const { type, base, sprites, trails, targets, panels, lines, news, moments, story, ...plain } = patch;
  return {
    ...frame,
    ...plain,
    sprites: edited(frame.sprites, sprites),
    trails: edited(frame.trails, trails),
    targets: edited(frame.targets, targets),
    panels: edited(frame.panels, panels).map((panel) => rewritten(panel, lines?.[panel.id])),
    news: news ?? [],
    moments: moments ?? "",
    story: story ?? [],
    number: base + 1,
  };
}

/**
 * Edit a list: each edit removes and inserts items at an index, one after the other.
 * @template T
 * @param {T[]} list
 * @param {[number, number, T[]][]} [edits]
 */
function edited(list, edits = []) {
  const made = [...list];
  for (const [at, gone, put] of edits) made.splice(at, gone, ...put);
  return made;
}

/**
 * Replace rows of a panel.
 * @param {Panel} panel
 * @param {[number, number, string[]][]} [edits]
 */
function rewritten(panel, edits) {
  return edits ? { ...panel, html: edited(panel.html.split("\n"), edits).join("\n") } : panel;
}
