"""Jack mixes: choices of many suspects are preferred, and the search does not depend on his identity."""

from __future__ import annotations

import pytest

from gaslamp.bots.bot import Limit, Question, Situation
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.mr_jack.mixing import costs, parts
from gaslamp.bots.mr_jack.reasons import pursuers
from gaslamp.bots.mr_jack.search_bot import SearchInput, changed, laid_out, public_weights
from gaslamp.bots.mr_jack.superintendent import Superintendent
from gaslamp.titles.mr_jack.belief import Belief, position_from
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.position import start
from tests.bots.matches import Match

TWO = [2048, 2048, 0, 0, 0, 0, 0, 0]
# Values per suspect: best for the first, best for the second, nearly as good for both.
COSTS = [[*both, *[0.0] * 6] for both in ((0.2, 0.5), (0.5, 0.2), (0.225, 0.225))]


def test_dear_news_make_all_suspects_do_the_same() -> None:
    for who in (0, 1):
        cheap, dear = (parts(COSTS, TWO, price)[who] for price in (0.002, 0.2))
        assert cheap[who] > 0.9, "each his own best"
        assert dear[2] > 0.8, "what tells nothing"
        assert sum(cheap) == pytest.approx(1)
        assert sum(dear) == pytest.approx(1)


def test_much_worse_choices_have_probability_zero() -> None:
    assert parts([[0.0] * 8, [1.0] * 8], TWO)[0] == [1.0, 0.0]


def test_nearly_equal_choices_are_mixed() -> None:
    alike = [[0.25 + k / 4000, *[0.25] * 7] for k in range(3)]
    assert min(parts(alike, TWO)[0]) > 0.2


def test_it_costs_to_be_in_reach() -> None:
    (alone, hunted) = costs([[1024] * 8] * 2, TWO, [[0] * 8, [3, *[0] * 7]])
    assert hunted[0] > alone[0]
    assert hunted[1:] == alone[1:]
    assert pursuers(laid_out(start(0)))[board.HOLMES] > 0


def test_the_search_is_the_same_for_every_identity() -> None:
    """The same boards are evaluated, so the time is the same too."""
    situation = _of_jack(3)
    (world, *_) = belief_of(situation).worlds()
    position = position_from(situation.view, world)
    weights = public_weights(situation)
    found = []
    for jack in range(8):
        other = changed(position, jack=jack)
        found.append(
            Superintendent().search(SearchInput(Question(situation, Limit(nodes=3000)), other, weights, BeliefCache(1)))
        )
    assert all(choices == found[0] for choices in found)


def belief_of(situation: Situation) -> Belief:
    return BeliefCache(1).observed("belief", situation.news, Belief)


def _of_jack(number: int) -> Situation:
    match = Match("mr_jack", {"jack": "passer_by", "detective": "passer_by"}, number)
    return next(asked for seat, asked, _ in match.answers() if seat == "jack" and len(asked.legal) > 1)
