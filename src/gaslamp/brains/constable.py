"""An honest beginner: looks one action ahead, as if the witnesses were called right after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from gaslamp import titles
from gaslamp.brains import mr_jack, pocket, whitehall
from gaslamp.brains.bot import Situation

# How good a position would be for Jack after an action, by title.
PROSPECTS: Final[Mapping[str, Callable[[Any, int], float]]] = {"mr_jack": mr_jack.prospect, "pocket": pocket.prospect}

# Titles whose worlds are too many to try actions in: what to do, from what the seat knows.
CHOICES: Final[Mapping[str, Callable[[Situation, Random], str]]] = {"whitehall": whitehall.choose}


class Constable:
    """Tries each action in a few worlds of its belief and takes the one that leaves its side best off.

    Where the worlds are too many for that, the title brings a choice of its own.
    """

    worlds = 12  # looked at, of all that it holds possible

    def choose(self, situation: Situation, rng: Random) -> str:
        if len(situation.legal) == 1:
            return situation.legal[0]
        if situation.title in CHOICES:
            return CHOICES[situation.title](situation, rng)
        game = titles.game(situation.title, situation.options)
        prospect = PROSPECTS[situation.title]
        positions = self._imagine(situation, rng)
        side = 1 if situation.seat == "jack" else -1
        values = {
            notation: side * sum(prospect(position, game.actions.parse(notation)) for position in positions)
            for notation in situation.legal
        }
        best = max(values.values())
        return rng.choice([notation for notation, value in values.items() if value >= best - 1e-9])

    def _imagine(self, situation: Situation, rng: Random) -> list[Any]:
        """Give positions that agree with everything the seat has learnt."""
        game = titles.game(situation.title, situation.options)
        belief = game.belief(situation.seat)
        for news in situation.news:
            belief.observe(news)
        worlds = belief.worlds()
        drawn = rng.choices(list(worlds), list(worlds.values()), k=min(self.worlds, len(worlds)))
        return [game.imagine(situation.view, world) for world in drawn]
