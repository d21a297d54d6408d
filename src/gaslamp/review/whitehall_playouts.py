"""Play-outs of a round of Whitehall Mystery with fixed seeds, from a public situation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gaslamp.bots.whitehall.belief.particles import Particles
from gaslamp.bots.whitehall.belief.posterior import Posterior
from gaslamp.bots.whitehall.chase import Chase
from gaslamp.bots.whitehall.figures.hunters import barred
from gaslamp.bots.whitehall.jack.escape import Move
from gaslamp.bots.whitehall.jack.sheet import packed_tiles
from gaslamp.bots.whitehall.pursuit import Fugitive
from gaslamp.bots.whitehall.weights import hopes
from gaslamp.core.dice import Dice
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import SPACES
from gaslamp.titles.whitehall.rules.view import View

ROOM: Final = 64  # particles
TURNS: Final = 8  # then the rest of the round is estimated
_SETS: Final = 8  # of sampled paths; each play-out believes one of them
_SAMPLED: Final = 128  # paths of a set
_SHY: Final = (0.2, 0.5, 1.0, 0.0)  # `Fugitive.shy` by player type
_FIGURES: Final = 3
_WALKING: Final = frozenset({"walking"})
_MOVING: Final = frozenset({"moving", "reclaiming"})


class Playouts:
    """Plays on from a situation; the result is Jack's chance of ending the round at a location."""

    def __init__(self, view: View, posterior: Posterior) -> None:
        number = board.current().number
        self._view = view
        self._sets: list[Particles] = [posterior.sample(_SAMPLED, Dice(number)) for number in range(_SETS)]
        self._chase = Chase(ROOM, posterior.pull(max(0, SPACES - view.track - 1)), hopes())
        self._outlook = barred(view)
        self._figures = sum(number[view.figures[name]] << 8 * k for k, name in enumerate(view.holders))
        self._tiles = packed_tiles(view)
        figure = [*view.holders].index(view.figure) if view.figure else 0
        self._left = 0 if view.stage in _MOVING else _FIGURES - figure  # figures that still walk, or act

    def of_samples(self, times: int, figures: int | None = None) -> Iterator[float]:
        """Yield the results of sampled Jacks; *figures* are crossings to which all figures walk, None to play on."""
        jack = Fugitive(0, 0, 0, 1.0)
        for number in range(times if self.known else 0):
            jacks = self._jacks(number)
            member = jacks.size * number // times
            jack.pose(jacks, member, self._view.track, self._tiles, _SHY[jacks.player_type_of(member)])
            if figures is None:
                yield self.play(jack, number)
            else:
                self._chase.begin(jack, jacks, figures, self._outlook)
                yield self._chase.closed_in(figures, TURNS, Dice(number))

    @property
    def known(self) -> bool:
        """False if no model explains the news: then there are no sampled paths."""
        return self._sets[0].size > 0

    def _jacks(self, number: int) -> Particles:
        return self._sets[number % _SETS]

    def play(self, jack: Fugitive, number: int) -> float:
        """Play on once. A figure that has walked or acted in this turn does so again in part of the play-outs only."""
        chase, dice = self._chase, Dice(number)
        chase.begin(jack, self._jacks(number), self._figures, self._outlook)
        again = number % _FIGURES < self._left
        if self._view.stage in _WALKING:
            return chase.played_out(TURNS, dice) if again else chase.closed_in(self._figures, TURNS, dice)
        if again:
            return chase.closed_in(self._figures, TURNS, dice)
        if self._view.stage not in _MOVING and chase.jack.reached():
            return 1.0
        return chase.played_out(TURNS, dice) if chase.flee(dice) else 0.0

    def moved(self, jack: Fugitive, kind: int, move: Move, number: int) -> float:
        """Return Jack's chance of reaching a location in one play-out after *move*; *number* is its seed."""
        chase, dice = self._chase, Dice(number)
        chase.begin(jack, self._jacks(number), self._figures, self._outlook)
        chase.move(kind, move.circles[0], move.circles[1] if len(move.circles) > 1 else 0, dice)
        return chase.played_out(TURNS, dice)
