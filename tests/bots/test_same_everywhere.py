"""With nodes and a seed, bots give equal answers on every machine and kernel."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.architecture.tree import ROOT
from tests.conftest import Proof

ANSWERS = """
import json, sys
from random import Random
from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.bots.bot import Limit, Question
from gaslamp.service.games import bot_runner
from gaslamp.game.table import Table
told = []
for title in titles.titles():
    for name in levels.of_title(title):
        rng = Random(title + name)
        table = Table(titles.game(title), rng=rng)
        for _ in range(int(sys.argv[1])):
            seat = table.to_move
            if seat is None:
                break
            update = table.update(seat)
            question = Question(bot_runner.situation(table.game, seat, update), Limit(nodes=500), rng.getrandbits(64))
            answer = levels.answer(name, question)
            told.append([answer.notation, repr(answer.why)])
            table.play(seat, answer.notation, update.step)
print(json.dumps(told))
"""


def answers_elsewhere(steps: int, **environment: str) -> list[list[str]]:
    """Return the answers of all bots in another process."""
    command = [sys.executable, "-c", ANSWERS, str(steps)]
    told = subprocess.run(command, env=os.environ | environment, cwd=ROOT, capture_output=True, check=True)
    answers: list[list[str]] = json.loads(told.stdout)
    return answers


@pytest.mark.long
def test_with_nodes_and_a_seed_an_answer_is_the_same_wherever_it_is_given(proof: Proof) -> None:
    """In another process, with other hash seeds and the Python kernel."""
    steps = max(12, proof.amount(test=16, proof=80))
    here = answers_elsewhere(steps, PYTHONHASHSEED="1")
    assert here == answers_elsewhere(steps, PYTHONHASHSEED="2")
    assert here == answers_elsewhere(steps, PYTHONHASHSEED="3", GASLAMP_PURE="1")
    assert len(here) > 100
