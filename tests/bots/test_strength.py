"""Strength of the constable by title and side, and careful arrests, on fixed games.

Pocket has no arrests. Whitehall's investigators are tested in test_whitehall.py: a random Jack never arrives.
"""

from __future__ import annotations

import pytest

from gaslamp.core.game import Side
from gaslamp.titles.mr_jack.belief import Belief as MrJackBelief
from gaslamp.titles.mr_jack.rules.board import CHARACTERS, LAST_ROUND
from gaslamp.titles.whitehall.belief.belief import Belief as WhitehallBelief
from tests.bots.matches import Match, Players, wilson, wins
from tests.conftest import Proof


def share(proof: Proof, title: str, players: Players, side: Side, games: int) -> float:
    won = wins(title, players, side, games)
    low, high = wilson(won, games)
    names = " against ".join(f"{name} {who}" for who, name in players.items())
    proof.report(f"{title}: {names}", games=games, share=won / games, low=low, high=high)
    return won / games


@pytest.mark.long
@pytest.mark.parametrize(
    ("title", "side", "other", "at_least"),
    [
        ("mr_jack", "detective", "jack", 0.9),
        ("mr_jack", "jack", "detective", 0.9),
        ("pocket", "detectives", "jack", 0.9),
        ("pocket", "jack", "detectives", 0.65),
        ("whitehall", "jack", "investigators", 0.7),
    ],
)
def test_the_constable_beats_chance(title: str, side: Side, other: Side, at_least: float, proof: Proof) -> None:
    tests = {"whitehall": 10}.get(title, 40)
    games = proof.amount(test=tests, proof=10 * tests)
    assert share(proof, title, {side: "constable", other: "passer_by"}, side, games) >= at_least


@pytest.mark.long
@pytest.mark.parametrize(("title", "side"), [("mr_jack", "detective"), ("pocket", "detectives")])
def test_against_a_constable_a_constable_finds_more_than_chance_does(title: str, side: Side, proof: Proof) -> None:
    games = max(10, proof.amount(test=25, proof=400))
    by_chance = share(proof, title, {side: "passer_by", "jack": "constable"}, side, games)
    by_constable = share(proof, title, {side: "constable", "jack": "constable"}, side, games)
    assert by_chance + 0.2 <= by_constable


@pytest.mark.long
@pytest.mark.parametrize(("side", "other"), [("detectives", "jack"), ("jack", "detectives")])
def test_the_inspector_of_pocket_beats_a_constable(side: Side, other: Side, proof: Proof) -> None:
    games = max(12, proof.amount(test=20, proof=300))
    assert share(proof, "pocket", {side: "inspector", other: "constable"}, side, games) >= 0.65


@pytest.mark.long
@pytest.mark.parametrize(("side", "other"), [("detectives", "jack"), ("jack", "detectives")])
def test_the_superintendent_of_pocket_beats_a_constable(side: Side, other: Side, proof: Proof) -> None:
    games = max(8, proof.amount(test=10, proof=300))
    assert share(proof, "pocket", {side: "superintendent", other: "constable"}, side, games) >= 0.65


@pytest.mark.parametrize("jack", ["passer_by", "constable"])
def test_the_detective_accuses_only_whom_he_is_sure_of_before_the_last_round(jack: str, proof: Proof) -> None:
    games = proof.amount(test=20, proof=300)
    arrests = wrong = 0
    for number in range(games):
        match = Match("mr_jack", {"detective": "constable", "jack": jack}, number)
        for seat, asked, answer in match.answers():
            there = {hex: name for name, hex in asked.view.hexes.items()}
            if seat != "detective" or answer not in there or asked.view.picked == there[answer]:
                continue
            arrests += 1
            belief = MrJackBelief()
            for news in asked.news:
                belief.observe(news)
            suspects = {CHARACTERS[world.identity] for world in belief.worlds()}
            assert there[answer] in suspects, f"game {number}: nobody who is known to be innocent"
            assert len(suspects) == 1 or asked.view.round == LAST_ROUND, f"game {number}: a guess"
        assert match.table.outcome is not None
        wrong += match.table.outcome.reason == "wrong_arrest"
    assert arrests > 0
    proof.report(f"mr_jack: arrests by the constable, {jack} Jack", games=games, arrests=arrests, wrong=wrong)


def test_the_investigators_arrest_only_where_jack_may_be(proof: Proof) -> None:
    games = proof.amount(test=3, proof=40)
    arrests = 0
    for number in range(games):
        match = Match("whitehall", {"investigators": "constable", "jack": "constable"}, number)
        for seat, asked, answer in match.answers():
            if seat == "jack" or not answer.startswith("arrest"):
                continue
            arrests += 1
            belief = WhitehallBelief(asked.options)
            for news in asked.news:
                belief.observe(news)
            assert int(answer.split()[1]) in belief.circles(), f"game {number}: {answer}"
    assert arrests > 0
    proof.report("whitehall: arrests by the constable", games=games, arrests=arrests)
