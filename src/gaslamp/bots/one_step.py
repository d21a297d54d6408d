"""Base class of the one-ply bots: each legal action is evaluated over the possible worlds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from gaslamp import titles
from gaslamp.bots.bot import Answer, Question, Situation, Why
from gaslamp.bots.cache import BeliefCache
from gaslamp.core.game import Seat
from gaslamp.core.messages import Message, Share, message

Imagined: TypeAlias = Sequence[tuple[Any, int]]  # possible positions with their weights


def after(imagined: Imagined, act: Callable[[Any, int], None], action: int) -> Imagined:
    """Return copies of all positions after *action*, applied by the method *act*."""
    moved_all = []
    for position, weight in imagined:
        moved = position.copy()
        act(moved, action)
        moved_all.append((moved, weight))
    return moved_all


def average(imagined: Imagined, worth: Callable[[Any], float]) -> float:
    return sum(weight * worth(position) for position, weight in imagined) / sum(weight for _, weight in imagined)


def share(imagined: Imagined, is_so: Callable[[Any], bool]) -> Share:
    """Return the weight of the positions for which *is_so* is true, as a share of the total weight."""
    return Share(sum(weight for position, weight in imagined if is_so(position)), sum(weight for _, weight in imagined))


_EQUAL: Final = 1e-9  # values closer than this are ties


class Prospect(NamedTuple):
    value: float
    then: Imagined


class OneStep(ABC):
    """Chooses the action with the best average value over the worlds of its belief.

    A node is one action in one world. A low node limit reduces the number of worlds, not of actions.
    """

    worlds = 48  # sample size; smaller beliefs are used whole

    @abstractmethod
    def prospect(self, imagined: Imagined, action: int, seat: Seat) -> Prospect:
        """Evaluate an action for *seat* over all possible positions."""

    @abstractmethod
    def reasons(self, before: Any, then: Imagined, seat: Seat) -> tuple[Message, ...]:
        """Explain an action to *seat*: *before* is a possible position, *then* are all positions after it."""

    def gist(self, world: Any) -> Hashable:
        """Return what values depend on: worlds with equal gists are merged."""
        key: Hashable = world
        return key

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        situation, rng = question.situation, question.rng
        if len(situation.legal) == 1:
            return Answer(situation.legal[0], Why((message("why.only"),)))
        most = self.worlds
        if question.limit.nodes is not None:
            most = max(1, min(most, question.limit.nodes // len(situation.legal)))
        imagined = self._positions(situation, most, rng, cache)
        parse = titles.game(situation.title, situation.options).actions.parse
        prospects = {notation: self.prospect(imagined, parse(notation), situation.seat) for notation in situation.legal}
        best = max(prospect.value for prospect in prospects.values())
        chosen = rng.choice([notation for notation, prospect in prospects.items() if prospect.value >= best - _EQUAL])
        return Answer(chosen, Why(self.reasons(imagined[0][0], prospects[chosen].then, situation.seat)))

    def _positions(self, situation: Situation, most: int, rng: Random, cache: BeliefCache) -> Imagined:
        game = titles.game(situation.title, situation.options)
        same = (situation.title, *game.options.items(), situation.seat)
        belief = cache.observed(same, situation.news, lambda: game.belief(situation.seat))
        worlds = _few(self._merged(belief.worlds()), most, rng)
        return [(game.position_from(situation.view, world), weight) for world, weight in worlds.items()]

    def _merged(self, worlds: Mapping[Any, int]) -> Mapping[Any, int]:
        first: dict[Hashable, Any] = {}
        merged: dict[Any, int] = {}
        for world, weight in worlds.items():
            representative = first.setdefault(self.gist(world), world)
            merged[representative] = merged.get(representative, 0) + weight
        return merged


def _few(worlds: Mapping[Any, int], most: int, rng: Random) -> Mapping[Any, int]:
    """Return all worlds, or *most* of them sampled without replacement by weight."""
    if len(worlds) <= most:
        return worlds
    ranked = sorted((rng.random() ** (1 / weight), number) for number, weight in enumerate(worlds.values()))
    listed = list(worlds)
    return {listed[number]: 1 for _, number in ranked[-most:]}
