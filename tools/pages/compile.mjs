// Compiles a zip of Python sources without docstrings: compile.mjs <pyodide.mjs> <source.zip> <target.zip>
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodidePath, source, target] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(pyodidePath).href);
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0" } }); // the order of constant sets depends on it
python.FS.writeFile("/source.zip", readFileSync(source));
python.runPython(`
import importlib._bootstrap_external as importing, zipfile
with zipfile.ZipFile("/source.zip") as source, zipfile.ZipFile("/target.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
    for name in sorted(source.namelist()):
        content = source.read(name)
        if name.endswith(".py"):
            code = compile(content, "/" + name, "exec", dont_inherit=True, optimize=2)
            compiled = importing._code_to_hash_pyc(code, b"0" * 8, checked=False)
            target.writestr(zipfile.ZipInfo(name + "c"), compiled, zipfile.ZIP_DEFLATED, 9)
            if not name.endswith("/meta.py") and "/migrations/" not in name:  # found by their sources
                continue
        target.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)
`);
writeFileSync(target, python.FS.readFile("/target.zip"));
