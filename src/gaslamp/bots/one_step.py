"""Looking one step ahead: each action is tried in all that is held possible, and judged by what it leads to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from random import Random
from typing import Any, Final, NamedTuple

from gaslamp import titles
from gaslamp.bots.bot import Answer, Question, Situation, Why
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.imagined import Imagined
from gaslamp.core.game import Seat
from gaslamp.core.messages import Message, message

_ALIKE: Final = 1e-9  # what differs by less is as good


class Prospect(NamedTuple):
    """What an action leads to, and how good that is for whoever does it."""

    value: float
    then: Imagined


class OneStep(ABC):
    """Tries each action in the worlds of its belief and takes the one that leaves its side best off.

    A node is an action tried in a world: if they are few, it looks at fewer worlds, not at fewer actions.
    """

    worlds = 48  # looked at: all that it holds possible, if they are no more

    @abstractmethod
    def prospect(self, imagined: Imagined, action: int, seat: Seat) -> Prospect:
        """Where an action leads and what that is worth to a seat, over all that it holds possible."""

    @abstractmethod
    def reasons(self, then: Imagined) -> tuple[Message, ...]:
        """Say what speaks for an action, from where it leads."""

    def gist(self, world: Any) -> Hashable:
        """What the values depend on: worlds alike in it are tried as one."""
        same: Hashable = world
        return same

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        situation, rng = question.situation, question.rng
        if len(situation.legal) == 1:
            return Answer(situation.legal[0], Why((message("why.only"),)))
        most = self.worlds
        if question.limit.nodes is not None:
            most = max(1, min(most, question.limit.nodes // len(situation.legal)))
        imagined = self._imagine(situation, most, rng, cache)
        parse = titles.game(situation.title, situation.options).actions.parse
        prospects = {notation: self.prospect(imagined, parse(notation), situation.seat) for notation in situation.legal}
        best = max(prospect.value for prospect in prospects.values())
        chosen = rng.choice([notation for notation, found in prospects.items() if found.value >= best - _ALIKE])
        return Answer(chosen, Why(self.reasons(prospects[chosen].then)))

    def _imagine(self, situation: Situation, most: int, rng: Random, cache: BeliefCache) -> Imagined:
        """Positions that agree with everything the seat has learnt, with their weights."""
        game = titles.game(situation.title, situation.options)
        same = (situation.title, *game.options.items(), situation.seat)
        belief = cache.observed(same, situation.news, lambda: game.belief(situation.seat))
        worlds = _few(self._merged(belief.worlds()), most, rng)
        return [(game.position_from(situation.view, world), weight) for world, weight in worlds.items()]

    def _merged(self, worlds: Mapping[Any, int]) -> Mapping[Any, int]:
        """One world for all that are alike, with the weight of them all."""
        first: dict[Hashable, Any] = {}
        merged: dict[Any, int] = {}
        for world, weight in worlds.items():
            one = first.setdefault(self.gist(world), world)
            merged[one] = merged.get(one, 0) + weight
        return merged


def _few(worlds: Mapping[Any, int], most: int, rng: Random) -> Mapping[Any, int]:
    """All worlds, or as many different ones as there is time for: the heavier, the likelier they are kept."""
    if len(worlds) <= most:
        return worlds
    ranked = sorted((rng.random() ** (1 / weight), number) for number, weight in enumerate(worlds.values()))
    listed = list(worlds)
    return {listed[number]: 1 for _, number in ranked[-most:]}
