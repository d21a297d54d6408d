"""Learning to judge Mr. Jack: the same from the same seed, interrupted or not; the weights say who made them."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from gaslamp.arena.training import train
from gaslamp.brains.learning import Training
from gaslamp.brains.mr_jack.judgement import worth
from gaslamp.brains.mr_jack.judgement.weights import learnt
from gaslamp.brains.mr_jack.lessons import learn
from gaslamp.brains.mr_jack.search.prospects import Prospects
from gaslamp.brains.mr_jack.thinking import shares
from gaslamp.brains.mr_jack.training import School
from gaslamp.titles.mr_jack.rules import board
from tests.brains.mr_jack.moments import laid_out, moment


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(School, "round", 1)
    monkeypatch.setattr(School, "pairs", 1)


def test_what_was_interrupted_is_gone_on_with_as_if_it_had_not_been(tmp_path: Path) -> None:
    told: list[int] = []
    train("mr_jack", tmp_path / "whole.json", 2, 7, lambda games, won: told.append(games))
    train("mr_jack", tmp_path / "parts.json", 1, 7, lambda games, won: None)
    train("mr_jack", tmp_path / "parts.json", 2, 7, lambda games, won: None)
    whole = (tmp_path / "whole.json").read_text(encoding="utf-8")
    assert whole == (tmp_path / "parts.json").read_text(encoding="utf-8")
    assert told == [1, 2]
    assert json.loads(whole)["command"] == "gaslamp train mr_jack --games 2 --seed 7"
    assert Training.read(tmp_path / "whole.json").weights != worth.by_hand()


def test_the_weights_shipped_are_small_and_say_how_they_were_made() -> None:
    text = files("gaslamp.brains.mr_jack.judgement").joinpath("weights.json").read_text("utf-8")
    told = json.loads(text)
    assert len(text) < 100_000
    assert len(told["weights"]) == worth.ROW * worth.ROWS
    assert told["command"] == f"gaslamp train mr_jack --games {told['games']} --seed {told['seed']}"
    assert told["log"][-1]["games"] == told["games"]


def test_a_lesson_moves_the_judgement_towards_what_was_right() -> None:
    rows = worth.by_hand()
    features = [0.5] * worth.FEATURES
    off = [abs(learn(rows, 4 * worth.ROW, 40, features, 0.9, 0.2)) for _ in range(50)]
    assert off[-1] < off[0] / 4


@pytest.mark.parametrize("rows", [worth.whole(worth.by_hand()), learnt()], ids=["by hand", "learnt"])
def test_fewer_suspects_are_better_for_the_detective_and_an_open_exit_is_worse(rows: list[int]) -> None:
    prospects = Prospects()
    prospects.learn(rows)
    rng = Random(5)
    worse = better = 0.0
    for _ in range(12):
        here = laid_out(moment(rng, 0, lambda position: position.round == 5))
        dark = board.ALL & ~prospects.look(here)
        means = []
        for suspects in (dark, dark & -dark):
            weights = shares([float(suspects >> who & 1) for who in range(8)])
            prospects.believe(weights, 7)
            prospects.judge(here, 5, board.ALL, False)
            means.append(sum(w * prospects.value(who) for who, w in enumerate(weights)) / max(1, sum(weights)))
        if dark.bit_count() > 2:
            better += means[1] - means[0]
        here.cordons = 0
        open_ways = [prospects.value(who) for who in range(8)]
        prospects.judge(here, 5, board.ALL, False)
        worse += sum(prospects.value(who) for who in range(8)) - sum(open_ways)
    assert better > 0
    assert worse <= 0
