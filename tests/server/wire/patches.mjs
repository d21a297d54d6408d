// Reads lines of JSON: tables and patches, or pairs to merge. Writes the result of each: null if a patch does not apply.
import { createInterface } from "node:readline";

const { merge, patched } = await import(process.argv[2]);
let frame = null;
for await (const line of createInterface({ input: process.stdin })) {
  const next = JSON.parse(line);
  if (next.merge) frame = merge(...next.merge);
  else frame = next.type === "patch" ? patched(frame, next) : next;
  console.log(JSON.stringify(frame));
}
