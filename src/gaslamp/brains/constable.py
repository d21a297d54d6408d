"""An honest beginner: looks one action ahead, as if the witnesses were called right after it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from random import Random
from typing import Any, Final

from gaslamp import titles
from gaslamp.brains import mr_jack, pocket, whitehall
from gaslamp.brains.bot import Situation
from gaslamp.brains.imagined import Imagined

# How good it would be for Jack to do an action, over all that is held possible, by title.
PROSPECTS: Final[Mapping[str, Callable[[Imagined, int], float]]] = {
    "mr_jack": mr_jack.prospect,
    "pocket": pocket.prospect,
}

# What of a world those values depend on: worlds alike in it are tried as one, by title.
GISTS: Final[Mapping[str, Callable[[Any], Hashable]]] = {"mr_jack": mr_jack.gist}

# Titles whose worlds are too many to try actions in: what to do, from what the seat knows.
CHOICES: Final[Mapping[str, Callable[[Situation, Random], str]]] = {"whitehall": whitehall.choose}


class Constable:
    """Tries each action in the worlds of its belief and takes the one that leaves its side best off.

    Where the worlds are too many for that, the title brings a choice of its own.
    """

    worlds = 48  # looked at: all that it holds possible, if they are no more

    def choose(self, situation: Situation, rng: Random) -> str:
        if len(situation.legal) == 1:
            return situation.legal[0]
        if situation.title in CHOICES:
            return CHOICES[situation.title](situation, rng)
        game = titles.game(situation.title, situation.options)
        prospect = PROSPECTS[situation.title]
        imagined = self._imagine(situation, rng)
        side = 1 if situation.seat == "jack" else -1
        values = {notation: side * prospect(imagined, game.actions.parse(notation)) for notation in situation.legal}
        best = max(values.values())
        return rng.choice([notation for notation, value in values.items() if value >= best - 1e-9])

    def _imagine(self, situation: Situation, rng: Random) -> Imagined:
        """Give positions that agree with everything the seat has learnt, with their weights."""
        game = titles.game(situation.title, situation.options)
        belief = game.belief(situation.seat)
        for news in situation.news:
            belief.observe(news)
        worlds = self._few(_merged(belief.worlds(), GISTS.get(situation.title)), rng)
        return [(game.imagine(situation.view, world), weight) for world, weight in worlds.items()]

    def _few(self, worlds: Mapping[Any, int], rng: Random) -> Mapping[Any, int]:
        """Give all worlds, or as many different ones as there is time for: the heavier, the likelier they are kept."""
        if len(worlds) <= self.worlds:
            return worlds
        ranked = sorted((rng.random() ** (1 / weight), number) for number, weight in enumerate(worlds.values()))
        listed = list(worlds)
        return {listed[number]: 1 for _, number in ranked[-self.worlds :]}


def _merged(worlds: Mapping[Any, int], gist: Callable[[Any], Hashable] | None) -> Mapping[Any, int]:
    """Give one world for all that are alike, with the weight of them all."""
    if gist is None:
        return worlds
    first: dict[Hashable, Any] = {}
    merged: dict[Any, int] = {}
    for world, weight in worlds.items():
        one = first.setdefault(gist(world), world)
        merged[one] = merged.get(one, 0) + weight
    return merged
