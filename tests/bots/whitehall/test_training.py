"""Training of Whitehall's evaluation: reproducible and resumable."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from gaslamp.bots.learning import Training, train_title
from gaslamp.bots.whitehall import training
from gaslamp.bots.whitehall.training import SelfPlayGame, WhitehallTrainer, contest, learn
from gaslamp.bots.whitehall.weights import BY_HAND
from gaslamp.core.game import Side

BOTH = {"jack": BY_HAND, "investigators": BY_HAND}


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace games with immediate results that depend on the dice."""

    def play(game: SelfPlayGame, hopes: list[float] | None = None, rate: float = 0.0) -> Side:
        if hopes is not None:
            learn(hopes, [game.rng.random() for _ in hopes], 1.0, rate)
        return "jack"

    monkeypatch.setattr(SelfPlayGame, "play", play)
    monkeypatch.setattr(WhitehallTrainer, "round", 2)


@pytest.mark.usefixtures("short")
def test_interrupted_training_resumes_with_the_same_result(tmp_path: Path) -> None:
    reports: list[tuple[int, float]] = []
    train_title("whitehall", tmp_path / "whole.json", 4, 7, lambda games, won: reports.append((games, won)))
    train_title("whitehall", tmp_path / "parts.json", 2, 7, lambda games, won: None)
    train_title("whitehall", tmp_path / "parts.json", 4, 7, lambda games, won: None)
    whole = (tmp_path / "whole.json").read_text(encoding="utf-8")
    assert whole == (tmp_path / "parts.json").read_text(encoding="utf-8")
    assert reports == [(2, 50.0), (4, 50.0)]
    assert json.loads(whole)["command"] == "gaslamp train whitehall --games 4 --seed 7"
    assert Training.read(tmp_path / "whole.json").weights != [*BY_HAND]


@pytest.mark.usefixtures("short")
def test_in_a_contest_each_judgement_plays_each_side(monkeypatch: pytest.MonkeyPatch) -> None:
    seated = []

    class Seen(SelfPlayGame):
        def __init__(self, rng: Random, weights: training.SideWeights, nodes: int) -> None:
            seated.append((rng.random(), weights["jack"]))
            super().__init__(rng, weights, nodes)

    monkeypatch.setattr(training, "SelfPlayGame", Seen)
    worse = [0.1] * len(BY_HAND)
    assert contest(BY_HAND, worse, 2, "dice", 100) == 0.5  # Jack wins every game
    assert [jack for _, jack in seated] == [BY_HAND, worse] * 2
    assert seated[0][0] == seated[1][0] != seated[2][0]


def test_training_uses_the_result_of_each_round() -> None:
    hopes = [*BY_HAND]
    game = SelfPlayGame(Random("lesson"), BOTH, 100)
    winner = game.play(hopes, 0.02)
    assert winner in BOTH
    assert hopes != [*BY_HAND]
    assert len(game.examples) >= 3
    assert all(len(features) == len(BY_HAND) and features[0] == 1.0 for _, features in game.examples)


def test_training_moves_the_evaluation_towards_the_result() -> None:
    hopes = [*BY_HAND]
    features = [1.0, 0.5, 0.5, 0.3, 0.3, 0.6, 0.4, 0.15]
    off = [abs(learn(hopes, features, 0.1, 0.1)) for _ in range(50)]
    assert off[-1] < off[0] / 4
