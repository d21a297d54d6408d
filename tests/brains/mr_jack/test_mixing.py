"""Jack mixes: what all suspects would do is done more often, and who he is changes nothing of what he thinks about."""

from __future__ import annotations

from random import Random

import pytest

from gaslamp.brains.bot import Limit, Question, Situation
from gaslamp.brains.kept import Kept
from gaslamp.brains.mr_jack.inspector import Inspector
from gaslamp.brains.mr_jack.mixing import mixed, parts
from gaslamp.brains.mr_jack.thinking import Choice, suspected
from gaslamp.titles.mr_jack.belief import Belief
from gaslamp.titles.mr_jack.imagine import imagine
from gaslamp.titles.mr_jack.rules import board
from tests.brains.matches import Match
from tests.brains.mr_jack.moments import changed

TWO = [2048, 2048, 0, 0, 0, 0, 0, 0]
# Good for the one, good for the other, nearly as good for both.
CHOICES = [Choice(k, (*values, *[0] * 6), 0) for k, values in enumerate([(1000, 2000), (2000, 1000), (1100, 1100)])]


def test_dear_news_make_all_suspects_do_the_same() -> None:
    for who in (0, 1):
        cheap, dear = (parts(CHOICES, TWO, price)[who] for price in (0.002, 0.2))
        assert cheap[who] > 0.9, "each his own best"
        assert dear[2] > 0.8, "what tells nothing"
        assert sum(cheap) == pytest.approx(1)
        assert sum(dear) == pytest.approx(1)


def test_what_is_much_worse_is_never_taken() -> None:
    bad = [Choice(0, (0, 0, *[0] * 6), 0), Choice(1, (4096, 4096, *[0] * 6), 0)]
    assert {mixed(bad, TWO, 0, Random(seed)).action for seed in range(50)} == {0}


def test_what_is_about_as_good_is_taken_now_and_then() -> None:
    alike = [Choice(k, (1000 + k, 1000, *[0] * 6), 0) for k in range(3)]
    assert {mixed(alike, TWO, 0, Random(seed)).action for seed in range(50)} == {0, 1, 2}


def test_what_he_thinks_about_is_the_same_whoever_he_is() -> None:
    """And so is how long it takes: the same boards are judged."""
    situation = _of_jack(3)
    (world, *_) = belief_of(situation).worlds()
    position = imagine(situation.view, world)
    weights = suspected({world: 1}, board.ALL)
    found = []
    for jack in range(8):
        other = changed(position, jack=jack)
        found.append(Inspector().search(Question(situation, Limit(nodes=3000)), other, weights))
    assert all(choices == found[0] for choices in found)


def belief_of(situation: Situation) -> Belief:
    return Kept(1).learnt("belief", situation.news, Belief)


def _of_jack(number: int) -> Situation:
    match = Match("mr_jack", {"jack": "random", "detective": "random"}, number)
    return next(asked for seat, asked, _ in match.answers() if seat == "jack" and len(asked.legal) > 1)
