// Runs Python of the edition without a browser: edition.mjs FOLDER SCRIPT [ARGUMENT...]
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, script, ...words] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/app/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/app/` });
for (const pack of ["libraries.zip", "gaslamp.zip"]) {
  const content = new Uint8Array(readFileSync(`${folder}/app/${pack}`));
  python.unpackArchive(content, "zip", { extractDir: "/lib/python3.14/site-packages" });
}
globalThis.processorSeconds = () => process.cpuUsage().user / 1e6;
python.globals.set("words", python.toPy(["", ...words]));
python.runPython(`import sys; sys.argv = words\n${readFileSync(script, "utf8")}`);
