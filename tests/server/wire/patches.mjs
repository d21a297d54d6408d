// Reads lines of JSON, tables and patches as they come over the wire, and writes the table after each as the page's own
// script has it: null where a patch cannot be applied.
import { createInterface } from "node:readline";

const { patched, unpacked } = await import(process.argv[2]);
let frame = null;
for await (const line of createInterface({ input: process.stdin })) {
  let next = JSON.parse(line);
  if (next.type === "packed") next = await unpacked(next);
  frame = next.type === "patch" ? patched(frame, next) : next;
  console.log(JSON.stringify(frame));
}
