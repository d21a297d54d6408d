"""Bots as served have node limits and read no clock: a busy machine changes no answer."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gaslamp import bots, titles
from gaslamp.arena import plan as plans
from gaslamp.arena.match import Match
from gaslamp.bots import levels
from gaslamp.bots.bot import Question, Situation
from gaslamp.bots.cache import BeliefCache
from tests.conftest import Proof

BURN = "while True: pass"


@contextmanager
def load() -> Iterator[None]:
    """Keep every core busy with other processes of low priority."""
    burners = [
        subprocess.Popen([sys.executable, "-S", "-c", BURN], preexec_fn=lambda: os.nice(19))  # noqa: PLW1509
        for _ in range(os.cpu_count() or 1)
    ]
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


def questions(title: str, number: int) -> list[Question]:
    """Return questions of both seats with more than one choice."""
    plan = plans.make(title, ["constable"], 1, limit="500n")
    (fixture,) = plan.fixtures()
    asked: list[Situation] = [
        situation for _, situation in Match(plan, fixture).questions() if len(situation.legal) > 1
    ]
    return [Question(situation, seed=7) for situation in asked[:: max(1, len(asked) // number)]]


def answers(asked: list[Question]) -> list[str]:
    names = [name for name in levels.of_title(asked[0].situation.title) if name != "passer_by"]
    return [levels.answer(name, question, BeliefCache()).notation for name in names for question in asked]


@pytest.mark.long
@pytest.mark.parametrize("title", titles.titles())
def test_a_busy_machine_changes_no_answer(title: str, proof: Proof) -> None:
    asked = questions(title, proof.amount(test=4, proof=20))
    quiet = answers(asked)
    with load():
        assert answers(asked) == quiet


def test_no_bot_imports_a_clock() -> None:
    for file in Path(bots.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [node.module] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not {"time", "datetime"} & {*names}, file
