"""The README's program, transcript and picture match the code.

GASLAMP_REGOLD=1 rewrites them; review the changes.

"""

from __future__ import annotations

import io
import os
import re
from contextlib import redirect_stdout
from pathlib import Path

from typer.testing import CliRunner

from gaslamp.commands import app
from tests.architecture.tree import ROOT
from tests.terminal.person import Terminal, typing

README = ROOT / "README.md"
PICTURE = ROOT / "docs" / "pocket-board.svg"
RECORD = ROOT / "tests" / "golden" / "pocket" / "hourglasses.record"
REGOLD = os.environ.get("GASLAMP_REGOLD") == "1"
BLOCK = re.compile(r"^```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(kind: str) -> list[str]:
    return [found["text"] for found in BLOCK.finditer(README.read_text(encoding="utf-8")) if found["kind"] == kind]


def shown(number: int, text: str) -> None:
    """Check that the text block with this number has this text."""
    if REGOLD:
        readme = README.read_text(encoding="utf-8")
        old = [found for found in BLOCK.finditer(readme) if found["kind"] == "text"][number]
        README.write_text(readme[: old.start("text")] + text + readme[old.end("text") :], encoding="utf-8")
    assert blocks("text")[number] == text, "GASLAMP_REGOLD=1 writes it anew"


def page(text: str, line: str = "") -> str:
    """Return the terminal page from its board on, with the typed line."""
    board = text[text.index("\n\n") + 1 :] if "\n\n" in text else text
    asked = f"{board.rstrip()}\n> {line}" if line else board.rstrip()
    return "\n".join(row.rstrip() for row in asked.strip("\n").split("\n")) + "\n"


def test_the_transcript_matches_the_terminal() -> None:
    terminal = Terminal(typing("take rotation", "rotate goodley +90", "q"), seed=2, width=100)
    shown(0, page(terminal.pages[0], "take rotation"))


def test_the_program_prints_the_shown_output() -> None:
    (program,) = blocks("python")
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(program, str(README), "exec"), {})  # noqa: S102 - the README is ours
    shown(1, printed.getvalue())


def test_the_picture_matches_the_command(tmp_path: Path) -> None:
    drawn = PICTURE if REGOLD else tmp_path / "board.svg"
    done = CliRunner().invoke(app, ["show", str(RECORD), "--svg", str(drawn), "--force", "--lang", "en"])
    assert done.exit_code == 0
    assert drawn.read_text(encoding="utf-8") == PICTURE.read_text(encoding="utf-8"), "GASLAMP_REGOLD=1 draws it anew"


def test_the_first_screen_has_the_commands_and_the_disclaimer() -> None:
    first = "\n".join(README.read_text(encoding="utf-8").splitlines()[:20])
    for words in ("make play", "make test", "Unofficial, not affiliated with the publishers"):
        assert words in first
