"""The strong levels of Whitehall Mystery: all seats and options; the same answers cached or not, compiled or not."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.bots.bot import Limit, Question
from gaslamp.bots.cache import BeliefCache
from gaslamp.titles.whitehall.game import Whitehall
from gaslamp.titles.whitehall.meta import OPTIONS
from tests.bots.test_whitehall import asked, played
from tests.conftest import Proof
from tests.contract.games import seeds
from tests.titles.whitehall.walks import SLEEVES, dealt, game

STRONG = [name for name in levels.of_title("whitehall") if levels.NAMES.index(name) > 1]
LIMIT = Limit(nodes=6000)  # enough for playouts


def test_every_seat_has_an_inspector_and_a_superintendent() -> None:
    for investigators in "123":
        made = titles.game("whitehall", {"investigators": investigators})
        assert all(levels.of_seat(made, seat) == levels.NAMES for seat in made.seats)


@pytest.mark.long
@pytest.mark.parametrize("level", STRONG)
def test_every_choice_of_every_option_is_played_to_the_end(level: str, proof: Proof) -> None:
    rng = Random(17)
    needed = {"smoker": SLEEVES, "reconstructed_tiles": SLEEVES, "reinforcements": SLEEVES}
    choices = [(option.id, choice) for option in OPTIONS if option.id != "aid" for choice in option.choices]
    rng.shuffle(choices)
    for option, choice in choices[: proof.amount(test=4, proof=len(choices))]:
        options = {**needed.get(option, {}), option: choice}
        if option == "roll_up_your_sleeves" or (choice == "off" and options.get("roll_up_your_sleeves")):
            options = {**SLEEVES, "smoker": "on"}
        if option == "reinforcements" and choice == "yellow_blue_red":
            options = {}
        made = Whitehall(options)
        names = {seat: rng.choice([level, "passer_by"]) for seat in made.seats}
        assert played(made, names, level, rng, Limit(nodes=2000)).outcome


@pytest.mark.parametrize("level", STRONG)
def test_the_cache_changes_no_answer(level: str, proof: Proof) -> None:
    cache = BeliefCache()
    for _, rng in seeds(proof.seed, "whitehall kept", proof.amount(test=1, proof=10)):
        for walk in game(rng):
            if walk.position.legal() and rng.random() < 0.08:
                question = Question(asked(walk), LIMIT, rng.getrandbits(64))
                assert levels.answer(level, question, cache) == levels.answer(level, question)


@pytest.mark.parametrize("level", STRONG)
def test_an_answer_is_one_of_the_legal_ones_and_has_reasons(level: str) -> None:
    for walk in (dealt(), dealt().turn("move 37"), dealt().turn("move 37").take("move 41")):
        found = levels.answer(level, Question(asked(walk), LIMIT, 3))
        assert found.notation in asked(walk).legal
        assert found.why.reasons


SCRIPT = """
from tests.bots.whitehall.test_levels import some_answers
print(*some_answers(), sep="|")
"""


def some_answers() -> list[str]:
    """Answers of each strong level on either side."""
    walks = (dealt().turn("move 37").turn("move 41"), dealt().turn("move 37").take("move 41"))
    return [levels.answer(name, Question(asked(walk), LIMIT, 5)).notation for name in STRONG for walk in walks]


@pytest.mark.slow
def test_the_answer_is_the_same_as_python_and_compiled() -> None:
    told = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "GASLAMP_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip().split("|") == some_answers()
