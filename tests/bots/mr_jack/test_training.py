"""Training of Mr. Jack's evaluation: reproducible, resumable, with documented weights."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from gaslamp.bots.learning import Training, train_title
from gaslamp.bots.mr_jack import superintendent_games, worth
from gaslamp.bots.mr_jack.search.prospects import Prospects
from gaslamp.bots.mr_jack.search_bot import shares
from gaslamp.bots.mr_jack.self_play import estimate, learn
from gaslamp.bots.mr_jack.superintendent_games import AdaGradWeights, SuperintendentGame
from gaslamp.bots.mr_jack.training import MrJackTrainer, in_parts
from gaslamp.bots.mr_jack.worth import learnt
from gaslamp.titles.mr_jack.rules import board
from tests.bots.mr_jack.positions import laid_out, moment


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MrJackTrainer, "round", 1)
    monkeypatch.setattr(MrJackTrainer, "pairs", 1)
    monkeypatch.setattr(MrJackTrainer, "plain", 1)


@pytest.mark.long
def test_interrupted_training_resumes_with_the_same_result(tmp_path: Path) -> None:
    told: list[int] = []
    train_title("mr_jack", tmp_path / "whole.json", 3, 7, lambda games, won: told.append(games))
    train_title("mr_jack", tmp_path / "parts.json", 2, 7, lambda games, won: None)
    train_title("mr_jack", tmp_path / "parts.json", 3, 7, lambda games, won: None)
    whole = (tmp_path / "whole.json").read_text(encoding="utf-8")
    assert whole == (tmp_path / "parts.json").read_text(encoding="utf-8")
    assert told == [1, 2, 3]
    assert json.loads(whole)["command"] == "gaslamp train mr_jack --games 3 --seed 7"
    assert worth.by_hand() not in in_parts(Training.read(tmp_path / "whole.json").weights)


def test_shipped_weights_are_small_and_name_their_training() -> None:
    text = files("gaslamp.bots.mr_jack").joinpath("weights.json").read_text("utf-8")
    told = json.loads(text)
    assert len(text) < 40_000
    assert learnt() == worth.whole(in_parts(told["weights"])[3]), "the mean is played by"
    assert told["games"] > 4000, "some of them games in which conclusions were drawn"
    assert told["command"] == f"gaslamp train mr_jack --games {told['games']} --seed {told['seed']}"
    assert told["log"][-1]["games"] == told["games"]


def test_training_moves_the_evaluation_towards_the_result() -> None:
    rows = worth.by_hand()
    features = [0.5] * worth.FEATURES
    off = [abs(learn(rows, 4 * worth.ROW, 40, features, 0.9, 0.2)) for _ in range(50)]
    assert off[-1] < off[0] / 4


def by_hand() -> AdaGradWeights:
    return AdaGradWeights(worth.by_hand(), [1.0] * worth.SIZE)


def lesson(number: int) -> SuperintendentGame:
    rows = worth.whole(worth.by_hand())
    return SuperintendentGame(Random(number), {board.JACK: rows, board.DETECTIVE: rows}, number % 2)


def test_rows_learn_the_slower_the_more_they_were_moved() -> None:
    features = [0.5] * worth.FEATURES
    changes = []
    for moved in (1.0, 100.0):
        rows = AdaGradWeights(worth.by_hand(), [moved] * worth.SIZE)
        before = abs(rows.learn(4 * worth.ROW, 40, features, 0.9))
        changes.append(before - abs(rows.learn(4 * worth.ROW, 40, features, 0.9)))
    assert 0 < changes[1] < changes[0] / 4


def test_the_detective_in_self_play_updates_his_belief() -> None:
    """Suspects are recorded with a belief in which they differ, and with a uniform one."""
    played = lesson(1)
    played.study(by_hand())
    left: dict[int, set[int]] = {}
    for remark in played.samples:
        left.setdefault(remark.row, set()).add(remark.left)
    assert any(len(numbers) > 2 for numbers in left.values())


@pytest.mark.long
def test_jacks_calls_are_trained_on_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(superintendent_games, "_OTHERS", 0.0)
    winners = set()
    for number in range(6):
        played, rows = lesson(number), by_hand()
        won = played.study(rows)
        winners.add(won)
        of_jack = [(remark.row, remark.left, remark.features) for remark in played.samples if remark.value is None]
        assert all((estimate(rows.weights, *one) > estimate(worth.by_hand(), *one)) == won for one in of_jack)
    assert winners == {True, False}


def test_plain_rows_are_learnt_first_and_then_left_alone_while_others_learn() -> None:
    trainer = MrJackTrainer()
    first = trainer.play(trainer.begin(1), 1, range(1))
    assert in_parts(first)[0] != worth.by_hand()
    assert in_parts(first)[1:] == in_parts([round(weight, 4) for weight in trainer.begin(1)])[1:]
    then = in_parts(trainer.play(first, 1, range(10, 11)))
    assert then[0] == in_parts(first)[0]
    moved = sum(abs(new - old) for new, old in zip(then[1], worth.by_hand(), strict=True))
    mean = sum(abs(new - old) for new, old in zip(then[3], worth.by_hand(), strict=True))
    assert 0 < mean < moved / 5


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
