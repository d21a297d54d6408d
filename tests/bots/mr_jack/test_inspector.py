"""The inspector of Mr. Jack: agrees with the rules and takes immediate wins."""

from __future__ import annotations

from random import Random

import pytest

from gaslamp.bots.bot import Limit, Question, Situation
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.mr_jack.inspector import BOT
from gaslamp.bots.mr_jack.search.prospects import Prospects
from gaslamp.bots.mr_jack.search_bot import changed, choices, escape_action, searcher, shares
from gaslamp.core.game import Side
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.notation import PICK
from gaslamp.titles.mr_jack.rules.position import Position
from tests.bots.matches import Match, wins
from tests.bots.mr_jack.positions import laid_out, moment, wander
from tests.conftest import Proof

EVEN = [512] * 8


@pytest.mark.parametrize("edition", [0, 1])
def test_visibility_and_escapes_agree_with_the_rules(edition: int, proof: Proof) -> None:
    rng = Random(edition)
    prospects = Prospects()
    left = 0
    for _ in range(proof.amount(test=60, proof=2000)):
        position = wander(rng, edition, rng.randrange(12, 100))
        here = laid_out(position)
        assert prospects.look(here) == position.seen()
        for who in range(8):
            ready = changed(position, picked=who, jack=who, visible=0, seat=board.JACK, doing=board.ACTING)
            left += bool(ready.exits())
            if who != board.LESTRADE:
                assert prospects.can_leave(here, who) == bool(ready.exits())
    assert left


def test_fewer_suspects_are_better_for_the_detective_and_later_rounds_are_worse() -> None:
    rng = Random(4)
    here = laid_out(moment(rng, 0, lambda position: position.round == 3))
    prospects = Prospects()

    def mean(suspects: int, number: int) -> float:
        weights = shares([float(who < suspects) for who in range(8)])
        prospects.believe(weights, 7)
        prospects.judge(here, number, board.ALL, False)
        return sum(weight * prospects.value(who) for who, weight in enumerate(weights)) / sum(weights)

    assert mean(2, 3) > mean(5, 3) > mean(8, 3)
    assert mean(5, 2) > mean(5, 4) > mean(5, 6)
    assert mean(1, 8) == 0, "after the last call it is over"


def test_a_known_jack_in_reach_is_arrested() -> None:
    rng = Random(11)
    search = searcher()
    search.width, search.thin, search.through, search.nodes, search.most = 1, 24, False, 0, 10**9

    def near(position: Position) -> bool:
        return position.doing == board.PICKING and position.seat == board.DETECTIVE

    arrested = 0
    for _ in range(6):
        position = moment(rng, 0, near)
        jack = next(who for who in range(8) if not position.face_up >> who & 1)
        found = choices(search, position, [4096 * (who == jack) for who in range(8)], 5)
        arrests = [choice for choice in found if choice.accused == jack]
        arrested += len(arrests)
        assert all(choice.values[jack] == 4096 for choice in arrests)
        assert all(choice.accused in {jack, board.NONE} for choice in found), "nobody who is known to be innocent"
    assert arrested


@pytest.mark.parametrize("who", [board.HOLMES, board.LESTRADE])
def test_jack_leaves_when_he_can(who: int) -> None:
    """Lestrade removes a cordon."""
    rng = Random(who)

    def ready(position: Position) -> bool:
        mine = changed(position, jack=who, visible=0, seat=board.JACK)
        return position.doing == board.PICKING and bool(position.face_up >> who & 1) and escape_action(mine) is not None

    position = changed(moment(rng, 0, ready), jack=who, visible=0, seat=board.JACK)
    steps = 0
    while not position.ending:
        way = escape_action(position)
        assert way is not None
        assert way in position.legal()
        position.advance(way)
        steps += 1
    assert position.ending == board.ESCAPE
    assert steps <= 3


def test_with_few_nodes_he_answers_too() -> None:
    asked = [(seat, situation) for seat, situation in _situations(2)]
    for seat, situation in asked[:: max(1, len(asked) // 12)]:
        few = BOT.answer(Question(situation, Limit(nodes=1), seed=3), BeliefCache(1))
        assert few.notation in situation.legal, seat
        assert few.why.reasons


def _situations(number: int) -> list[tuple[str, Situation]]:
    match = Match("mr_jack", {"jack": "constable", "detective": "constable"}, number)
    return [(seat, situation) for seat, situation, _ in match.answers()]


@pytest.mark.long
@pytest.mark.parametrize(("side", "other", "at_least"), [("detective", "jack", 0.7), ("jack", "detective", 0.6)])
def test_he_beats_the_constable(side: Side, other: Side, at_least: float, proof: Proof) -> None:
    games = max(5, proof.amount(test=6, proof=200))
    won = wins("mr_jack", {side: "inspector", other: "constable"}, side, games)
    proof.report(f"mr_jack: inspector as {side} against a constable", games=games, won=won)
    assert won >= at_least * games


def test_a_card_to_pick_is_named_by_its_own_action() -> None:
    position = moment(Random(2), 0, lambda position: position.doing == board.PICKING)
    search = searcher()
    search.width, search.thin, search.through, search.nodes, search.most = 1, 24, False, 0, 10**9
    cards = {choice.action - PICK for choice in choices(search, position, EVEN, 3)}
    assert cards == {who for who in range(8) if position.face_up >> who & 1}


def test_a_whistle_with_few_ways_left_is_never_thinned_to_nothing() -> None:
    rng = Random(17)
    search = searcher()
    search.width, search.thin, search.through, search.nodes, search.most = 1, 10**6, False, 0, 0
    for _ in range(8):
        position = moment(rng, 1, lambda position: position.doing == board.ACTING and position.picked == board.GOODLEY)
        assert {choice.action for choice in choices(search, position, EVEN, 3)} <= {*position.legal()}
        assert choices(search, position, EVEN, 3)
