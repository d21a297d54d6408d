"""Training of Pocket's evaluation: reproducible, resumable, with documented weights."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from gaslamp.bots.learning import Training, train_title
from gaslamp.bots.pocket.judgement.weights import SIZE
from gaslamp.bots.pocket.training import PocketTrainer
from gaslamp.core.errors import Unreadable


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PocketTrainer, "round", 2)
    monkeypatch.setattr(PocketTrainer, "pairs", 1)


@pytest.mark.long
def test_interrupted_training_resumes_with_the_same_result(tmp_path: Path) -> None:
    told: list[int] = []
    train_title("pocket", tmp_path / "whole.json", 4, 7, lambda games, won: told.append(games))
    train_title("pocket", tmp_path / "parts.json", 2, 7, lambda games, won: None)
    train_title("pocket", tmp_path / "parts.json", 4, 7, lambda games, won: None)
    whole = (tmp_path / "whole.json").read_text(encoding="utf-8")
    assert whole == (tmp_path / "parts.json").read_text(encoding="utf-8")
    assert told == [2, 4]
    assert json.loads(whole)["command"] == "gaslamp train pocket --games 4 --seed 7"
    assert [version["games"] for version in json.loads(whole)["log"]] == [2, 4]


def test_another_seed_learns_something_else(tmp_path: Path) -> None:
    learnt = []
    for seed in (7, 8):
        train_title("pocket", tmp_path / f"{seed}.json", 2, seed, lambda games, won: None)
        learnt.append(Training.read(tmp_path / f"{seed}.json").weights)
    assert learnt[0] != learnt[1]
    assert learnt[0] != PocketTrainer().begin(7)


def test_shipped_weights_are_small_and_name_their_training() -> None:
    text = files("gaslamp.bots.pocket.judgement").joinpath("weights.json").read_text("utf-8")
    told = json.loads(text)
    assert len(text) < 1_000_000
    assert len(told["weights"]) == SIZE
    assert told["command"] == f"gaslamp train pocket --games {told['games']} --seed {told['seed']}"
    assert told["log"][-1]["games"] == told["games"]


def test_training_without_a_learner_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(Unreadable) as refused:
        train_title("a_fourth_title", tmp_path / "weights.json", 1, 1, lambda games, won: None)
    assert refused.value.message.id == "train.nobody"
