"""The tutorial in docs/research.md: its programs print the shown output, and it lists every plane.

GASLAMP_REGOLD=1 rewrites output and tables; review the changes. A long program names a smaller amount for the test:
`UPDATES = 300  # the test takes 2`. Then only the text has to agree, not the figures.

"""

from __future__ import annotations

import io
import os
import re
from contextlib import redirect_stdout
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.research.encodings import encoding_of
from tests.architecture.tree import ROOT

PAGE = ROOT / "docs" / "research.md"
REGOLD = os.environ.get("GASLAMP_REGOLD") == "1"
PROGRAM = re.compile(r"^```python\n(?P<program>.*?)^```\n\n```text\n(?P<printed>.*?)^```$", re.MULTILINE | re.DOTALL)
SHORTENED = re.compile(r" = \d+  # the test takes (\d+)")
FIGURE = re.compile(r"\d+")


def told() -> str:
    return PAGE.read_text(encoding="utf-8")


@pytest.mark.long
def test_each_tutorial_program_prints_the_shown_output() -> None:
    names: dict[str, Any] = {}
    for number, found in enumerate(PROGRAM.finditer(told())):
        printed = io.StringIO()
        program = SHORTENED.sub(r" = \1", found["program"])
        with redirect_stdout(printed):
            exec(compile(program, str(PAGE), "exec"), names)  # noqa: S102 - the page is ours
        if program != found["program"]:
            assert FIGURE.sub("0", printed.getvalue()) == FIGURE.sub("0", found["printed"])
        elif REGOLD:
            page = told()
            now = list(PROGRAM.finditer(page))[number]
            PAGE.write_text(page[: now.start("printed")] + printed.getvalue() + page[now.end("printed") :], "utf-8")
        else:
            assert printed.getvalue() == found["printed"], "GASLAMP_REGOLD=1 writes it anew"
    assert names["game"].get_type().short_name == "python_gaslamp_pocket"


def test_the_tutorial_describes_every_plane() -> None:
    text = "".join(map(_table, titles.titles()))
    if REGOLD:
        page = told()
        PAGE.write_text(page[: page.index("comes first.\n") + len("comes first.\n")] + text, "utf-8")
    assert text
    assert told().endswith(text), "GASLAMP_REGOLD=1 writes it anew"


def _table(title: str) -> str:
    encoding = encoding_of(title)
    if encoding is None:
        return ""
    rows = [(plane, "") for plane in encoding.public] + [(plane, "private") for plane in encoding.private]
    lines = [f"| `{p.name}` | {' by '.join(map(str, p.shape))} | {who} | {p.says} |" for p, who in rows]
    return "\n".join([f"\n### {title}\n", "| plane | shape | | a 1 says |", "|---|---|---|---|", *lines, ""])
