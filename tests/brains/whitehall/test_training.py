"""Learning to judge Whitehall Mystery: the same from the same seed, interrupted or not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gaslamp.arena.training import train
from gaslamp.brains.learning import Training
from gaslamp.brains.whitehall.lessons import contest, learn
from gaslamp.brains.whitehall.training import School
from gaslamp.brains.whitehall.weights import BY_HAND


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(School, "round", 1)
    monkeypatch.setattr(School, "nodes", 100)
    monkeypatch.setattr(School, "contest", lambda school, one, other, pairs, seed: pairs / 100)


def test_what_was_interrupted_is_gone_on_with_as_if_it_had_not_been(tmp_path: Path) -> None:
    told: list[int] = []
    train("whitehall", tmp_path / "whole.json", 2, 7, lambda games, won: told.append(games))
    train("whitehall", tmp_path / "parts.json", 1, 7, lambda games, won: None)
    train("whitehall", tmp_path / "parts.json", 2, 7, lambda games, won: None)
    whole = (tmp_path / "whole.json").read_text(encoding="utf-8")
    assert whole == (tmp_path / "parts.json").read_text(encoding="utf-8")
    assert told == [1, 2]
    assert json.loads(whole)["command"] == "gaslamp train whitehall --games 2 --seed 7"
    assert Training.read(tmp_path / "whole.json").weights != [*BY_HAND]


def test_a_lesson_moves_the_judgement_towards_what_was_right() -> None:
    hopes = [*BY_HAND]
    features = [1.0, 0.5, 0.5, 0.3, 0.3, 0.6, 0.4, 0.15]
    off = [abs(learn(hopes, features, 0.1, 0.1)) for _ in range(50)]
    assert off[-1] < off[0] / 4


def test_a_judgement_wins_half_of_the_pairs_against_itself() -> None:
    """With equal dice and equal weights each game of a pair is the other one."""
    assert contest(BY_HAND, BY_HAND, 1, "same", 100) == 0.5
