"""The inspector of Mr. Jack: looks wider the more time there is, and draws conclusions from what Jack does.

As Jack he mixes what he could do so that it tells little of who he is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from time import perf_counter
from typing import Final

from gaslamp.brains.bot import Bot, Limit, Question, Situation
from gaslamp.brains.kept import Kept
from gaslamp.brains.mr_jack.manners import Manners
from gaslamp.brains.mr_jack.mixing import mixed
from gaslamp.brains.mr_jack.thinking import (
    Choice,
    Thinker,
    Weights,
    best,
    choices,
    identities,
    on_the_whole,
    searcher,
    shares,
    suspected,
    thin_for,
)
from gaslamp.brains.mr_jack.weights import learnt
from gaslamp.brains.mr_jack.worth import ONE
from gaslamp.titles.mr_jack.belief import World
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.position import Position

_NODES: Final = 300_000  # where nobody says how long he may think
_THROUGH: Final = 3  # from this round on he looks through the call after an odd one
_WIDTHS: Final = (1, 1, 2, 3, 4, 6, 8, 11, 15, 20)
_GROWTH: Final = 2.0  # a pass takes at least so many times the one before
_SPEED: Final = 2_000_000  # nodes a second, until it is known
_SURE: Final = 0.85  # so likely must be whom he accuses before the last rounds
_LATE: Final = 7


class Inspector(Thinker):
    """The best there is."""

    def weights(self, situation: Situation, worlds: Mapping[World, int], kept: Kept) -> Weights:
        if situation.seat == "jack":  # a Detective who is believed to have read more than he has is easily underrated
            return suspected(worlds, sum(1 << board.CHARACTERS.index(name) for name in situation.view.suspects))
        edition = situation.options["edition"]
        told = kept.learnt(("manners", situation.title, edition), situation.news, lambda: Manners(edition)).weights()
        return shares([weight * read for weight, read in zip(identities(worlds), told, strict=True)])

    def search(self, question: Question, position: Position, weights: Weights) -> list[Choice]:
        search = searcher()
        search.prospects.learn(learnt())
        search.thin, search.jack, search.nodes = thin_for(question.limit.nodes), board.NONE, 0
        through = bool(position.round & 1) and position.round >= _THROUGH and position.used >= 2
        clock = Clock(question.limit)
        found: list[Choice] = []
        for number, width in enumerate(_WIDTHS):
            before = search.nodes
            search.width, search.most, search.through = width, clock.most(before), through and number > 0
            search.everybody = 1 + (number > 0)
            wider = choices(search, position, weights, 4 + 2 * width)
            if search.stopped and found:
                break
            found = wider
            if search.stopped or search.nodes + _GROWTH * (search.nodes - before) > clock.most(search.nodes):
                break
        return found

    def choose(self, choices: Sequence[Choice], weights: Weights, position: Position, rng: Random) -> Choice:
        if position.seat == board.JACK:
            return mixed(choices, weights, position.jack, rng)

        def liking(choice: Choice) -> float:
            if choice.accused != board.NONE and position.round < _LATE and weights[choice.accused] < _SURE * ONE:
                return -1.0
            return on_the_whole(choice.values, weights)

        return best(choices, liking, rng)


class Clock:
    """Turns a limit into nodes."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._begun = perf_counter()

    def most(self, nodes: int) -> int:
        """Tell how many nodes there may be in all, from how long so many have taken."""
        if self._limit.seconds is None:
            return _NODES if self._limit.nodes is None else self._limit.nodes
        spent = perf_counter() - self._begun
        speed = nodes / spent if nodes > 1000 else _SPEED
        return round(self._limit.seconds * speed)


BOT: Final[Bot] = Inspector()
