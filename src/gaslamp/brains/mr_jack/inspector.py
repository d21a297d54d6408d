"""The inspector of Mr. Jack: looks wider the more time there is, and draws conclusions from what Jack does.

As Jack he knows what a Detective like him concludes. Of what is about as good for him he takes what would be best for
others too, which tells less.
"""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Final

from gaslamp.brains.bot import Bot, Limit, Question, Situation
from gaslamp.brains.kept import Kept
from gaslamp.brains.mr_jack.manners import Manners
from gaslamp.brains.mr_jack.thinking import (
    Choice,
    Thinker,
    Weights,
    choices,
    identities,
    on_the_whole,
    searcher,
    shares,
    suspected,
    thin_for,
)
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
_OWN: Final = 0.97  # as Jack: how much his own good counts against what is good whoever he is


class Inspector(Thinker):
    """The best there is."""

    def weights(self, situation: Situation, worlds: Mapping[World, int], kept: Kept) -> Weights:
        edition = situation.options["edition"]
        told = kept.learnt(("manners", situation.title, edition), situation.news, lambda: Manners(edition)).weights()
        if situation.seat == "jack":
            known = suspected(worlds, sum(1 << board.CHARACTERS.index(name) for name in situation.view.suspects))
        else:
            known = identities(worlds)
        return shares([weight * read for weight, read in zip(known, told, strict=True)])

    def search(self, question: Question, position: Position, weights: Weights) -> list[Choice]:
        search = searcher()
        search.thin, search.own = thin_for(question.limit.nodes), round(16 * _OWN)
        search.nodes = 0
        through = bool(position.round & 1) and position.round >= _THROUGH and position.used >= 2
        clock = Clock(question.limit)
        found: list[Choice] = []
        for number, width in enumerate(_WIDTHS):
            before = search.nodes
            search.width, search.most, search.through = width, clock.most(before), through and number > 0
            wider = choices(search, position, weights, 4 + 2 * width)
            if search.stopped and found:
                break
            found = wider
            if search.stopped or search.nodes + _GROWTH * (search.nodes - before) > clock.most(search.nodes):
                break
        return found

    def liking(self, choice: Choice, weights: Weights, position: Position, question: Question) -> float:
        whole = on_the_whole(choice.values, weights) / sum(weights)
        if position.seat == board.JACK:
            return -(_OWN * choice.values[position.jack] + (1 - _OWN) * whole)
        if choice.accused != board.NONE and position.round < _LATE and weights[choice.accused] < _SURE * ONE:
            return -1.0
        return whole


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
