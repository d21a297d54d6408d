"""The player of docs/examples plays a game to its end, with nothing but Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT
from tests.host.running import serving

BOT = ROOT / "docs" / "examples" / "bot.py"


@pytest.mark.long
def test_the_bot_of_the_page_plays_to_the_end(tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        command = [sys.executable, "-I", str(BOT), address]
        played = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert played.returncode == 0, played.stderr
    assert "It is over: {'winner': " in played.stdout


def test_it_is_short_enough_to_be_read() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) <= 35
