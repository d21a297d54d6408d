"""docs/examples/bot.py plays a game with the standard library only."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT
from tests.host.running import serving

BOT = ROOT / "docs" / "examples" / "bot.py"


@pytest.mark.long
def test_the_example_bot_plays_to_the_end(tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        command = [sys.executable, "-I", str(BOT), address]
        played = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert played.returncode == 0, played.stderr
    assert "It is over: {'winner': " in played.stdout


def test_the_example_bot_is_short() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) <= 35
