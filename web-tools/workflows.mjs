// Checks workflow files with GitHub's language service: workflows.mjs FILE... prints the errors.

import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { argv, exit } from "node:process";
import { pathToFileURL } from "node:url";

// The package is written for bundlers and imports JSON without the attribute that Node.js requires.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith(".json") ? { ...context, importAttributes: { type: "json" } } : context),
});
const { validate } = await import("@actions/languageservice");
const { TextDocument } = await import("vscode-languageserver-textdocument");

let wrong = 0;
for (const file of argv.slice(2)) {
  const document = TextDocument.create(pathToFileURL(file).href, "yaml", 1, readFileSync(file, "utf8"));
  for (const { message, range } of await validate(document)) {
    console.log(`${file}:${range.start.line + 1}: ${message}`);
    wrong += 1;
  }
}
exit(wrong ? 1 : 0);
