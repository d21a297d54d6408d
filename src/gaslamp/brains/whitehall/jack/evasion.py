"""Jack as a master plays him: what seems good at a glance is played out against several models of his hunters."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from gaslamp.brains.bot import Situation
from gaslamp.brains.whitehall.chase import Chase
from gaslamp.brains.whitehall.crowd import Crowd
from gaslamp.brains.whitehall.figures.hunters import barred
from gaslamp.brains.whitehall.jack.escape import TILES, Escape, Move
from gaslamp.brains.whitehall.suspicion import Suspicion
from gaslamp.core.dice import Dice
from gaslamp.titles.whitehall.belief.rows import KINDS
from gaslamp.titles.whitehall.rules.board import SPACES

_FEW: Final = 6  # moves that are played out
_WORSE: Final = 4.0  # by so many moves a move may seem worse and is still tried
_TURNS: Final = 6  # that are played out
_ROOM: Final = 160  # Jacks for what the hunters believe on the way
_STAKE: Final = 20.0  # what to get away is worth, in moves
_GLANCE: Final = 0.4  # how much the first glance still counts


class Model(NamedTuple):
    """What some hunters believe, and how they think of Jack."""

    jacks: Crowd
    chase: Chase


class Evasion(Escape):
    """Looks at the best moves again."""

    def __init__(self, situation: Situation, suspicions: Sequence[Suspicion], rng: Random, nodes: int) -> None:
        super().__init__(situation, suspicions[0], rng)
        self._suspicions = suspicions
        self._nodes = nodes

    def moving(self) -> dict[str, float]:
        """Make for a location so that he gets away from those who think as he thinks they do."""
        seems = {(notation, move): self.worth(move) for notation in self._legal for move in self.moves_of(notation)}
        ranked = sorted(seems, key=lambda tried: -seems[tried])
        least = seems[ranked[0]] - _WORSE
        tried = [one for one in ranked[:_FEW] if seems[one] >= least]
        times = self._nodes // (_ROOM * _TURNS * len(tried))
        if times == 0 or len(tried) == 1:
            return super().moving()
        values = dict.fromkeys(self._legal, -1000.0)
        return {**values, **self._played_out(tried, times)}

    def _played_out(self, tried: Sequence[tuple[str, Move]], times: int) -> dict[str, float]:
        """Give what each action comes to, by the best of its moves."""
        models = [self._model(suspicion) for suspicion in self._suspicions]
        sums = [0.0] * len(tried)
        for number in range(times):
            model, seed = models[number % len(models)], self._rng.getrandbits(64)
            for place, (_, move) in enumerate(tried):
                sums[place] += self._chased(model, move, Dice(seed))
        found: dict[str, float] = {}
        for (notation, move), total in zip(tried, sums, strict=True):
            tile = TILES[self._view.round] if move.kind != "plain" else 0.0
            value = _STAKE * total / times - tile + _GLANCE * self.worth(move)
            found[notation] = max(value, found.get(notation, value))
        return found

    def _model(self, suspicion: Suspicion) -> Model:
        pull = suspicion.pull(SPACES - self._view.track - 1)
        return Model(suspicion.crowd(_ROOM, self._dice), Chase(_ROOM, pull))

    def _chased(self, model: Model, move: Move, dice: Dice) -> float:
        """Play one way on from a move."""
        view, chase = self._view, model.chase
        chase.begin(self.fugitive(), model.jacks, self.figures(), barred(view))
        circles = move.circles[1:] if view.stage == "coaching" else move.circles  # the first box is written
        chase.move(KINDS[self.shown(move.kind)], circles[0], circles[1] if len(circles) > 1 else 0, dice)
        return chase.played_out(_TURNS, dice)
