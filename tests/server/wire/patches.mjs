// Reads lines of JSON, tables and patches as they come over the wire, and writes the table after each as the page's own
// script has it: null where a patch cannot be applied.
import { createInterface } from "node:readline";

const { patched } = await import(process.argv[2]);
let frame = null;
for await (const line of createInterface({ input: process.stdin })) {
  const next = JSON.parse(line);
  frame = next.type === "patch" ? patched(frame, next) : next;
  console.log(JSON.stringify(frame));
}
