"""The strength benchmark: stand-ins that follow the rules, and correct statistics."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from bench import whitehall_proof
from bench.whitehall_proof import AIMS, Game, calibration, play, play_all, report
from gaslamp.arena.plan import Tournament
from gaslamp.titles.whitehall.game import Whitehall

PLAN = Tournament("whitehall", Whitehall().options, (), 1, "500n")


@pytest.mark.parametrize("jack", ["shortest", "strolling", "loitering", "avoiding"])
def test_stand_ins_play_to_the_end_the_same_game_every_time(jack: str) -> None:
    first = play(PLAN, (jack, "greedy"), 3)
    assert first.winner in Whitehall().sides
    assert first.reason
    assert play(PLAN, (jack, "greedy"), 3) == first


def test_arrests_are_grouped_by_predicted_probability() -> None:
    arrests = [(0.31, True)] * 30 + [(0.35, False)] * 30 + [(0.97, True)]
    lines = [*calibration([Game(("avoiding", "superintendent"), 0, "jack", "completed", arrests, {})])]
    assert lines[2:] == [
        "| avoiding | 30 to 40 % | 60 | 33.0 % | 50.0 % | 1.52 |",
        "| avoiding | 90 to 100 % | 1 | 97.0 % | 100.0 % | fewer than 50 |",
    ]


def test_games_are_stored_and_each_pairing_is_reported(tmp_path: Path) -> None:
    pairings, kept = [("shortest", "passer_by")], tmp_path / "games.jsonl"
    games = play_all(PLAN, pairings, kept)
    before = kept.read_bytes()
    assert play_all(PLAN, pairings, kept) == games
    assert kept.read_bytes() == before
    assert any(line.startswith("| shortest | passer_by | 1 | investigators |") for line in report(games, pairings))


def test_each_set_of_options_can_be_played_and_has_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = argparse.Namespace(limit="500n", seed=7, sets=1)
    for options in whitehall_proof.SETS.values():
        assert whitehall_proof.planned(asked, options, 1).game.options != Whitehall().options
    monkeypatch.setattr(whitehall_proof, "FOLDER", tmp_path)
    monkeypatch.setattr(whitehall_proof, "SETS", {"tiles face down": "murderer_at_large=on"})
    monkeypatch.setattr(whitehall_proof, "SET_PAIRINGS", (("shortest", "passer_by"),))
    head, _, line = whitehall_proof.with_options(asked)
    assert head == "| games won by Jack, 1 each | shortest v passer_by |"
    assert line.startswith("| tiles face down | ")
    assert [*tmp_path.iterdir()]


def test_each_aim_is_of_a_side_of_the_game() -> None:
    assert {side for side, _ in AIMS.values()} == {*Whitehall().sides}
