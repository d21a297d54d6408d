"""The superintendent of Whitehall Mystery: several player types for Jack, and rollouts."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import Final

from gaslamp import kernel
from gaslamp.bots.bot import Answer, Bot, Question, Situation, WeightedPositions, Why
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.whitehall import inspector, weights
from gaslamp.bots.whitehall.belief.particles import Particles
from gaslamp.bots.whitehall.belief.posterior import PlayerType, Posterior, learnt
from gaslamp.bots.whitehall.figures import turn
from gaslamp.bots.whitehall.figures.manhunt import Manhunt
from gaslamp.bots.whitehall.jack import escape
from gaslamp.bots.whitehall.jack.evasion import Evasion, InvestigatorModel
from gaslamp.bots.whitehall.streets import streets
from gaslamp.core.dice import Dice
from gaslamp.core.messages import message
from gaslamp.titles.whitehall.rules.position import Position

# Default nodes per answer; Jack moves once while the figures walk three times.
FLEEING: Final = 480_000 if kernel.COMPILED else 4_000
HUNTING: Final = 120_000 if kernel.COMPILED else 2_000
_WORSE: Final = 500.0  # actions worse than the best by more were not evaluated
FEW: Final = 5_000  # with fewer nodes, play like the inspector
PLAYER_TYPES: Final = (
    PlayerType("direct", 0.3, stray=0.12),
    PlayerType("loitering", 0.2, stray=0.45),
    PlayerType("avoiding", 0.4, stray=0.22, shy=3),
    PlayerType("at random", 0.1, stray=1.0),
)


class Superintendent:
    """Plays either side. A node is one turn of one particle."""

    def __init__(self, hopes: array[float]) -> None:
        self._hopes = hopes

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        situation, rng = question.situation, question.rng
        if len(situation.legal) == 1:
            return Answer(situation.legal[0], Why((message("why.only"),)))
        if situation.seat == "jack":
            nodes = question.limit.nodes or FLEEING
            return escape.choose(situation, self.evasion(situation, cache, rng, nodes), rng)
        nodes = question.limit.nodes or HUNTING
        posterior = learnt(Posterior, _player_types(nodes), situation, cache)
        return turn.choose(situation, Manhunt(situation, posterior, rng, nodes, self._hopes), rng)

    def values(self, question: Question, imagined: WeightedPositions, cache: BeliefCache) -> Mapping[str, float]:
        """Return values in points for the investigators, in moves for Jack: not win probabilities.

        The investigators expect Jack where *imagined* has him.
        """
        situation, rng = question.situation, question.rng
        if situation.view.stage == "locating":
            return {escape.locate(situation, rng): 0.0}
        if situation.seat == "jack":
            values = escape.values_of(
                situation, self.evasion(situation, cache, rng, question.limit.nodes or FLEEING)
            )  # fmt: skip
        else:
            nodes = question.limit.nodes or HUNTING
            paths = SampledPaths(imagined, learnt(Posterior, _player_types(nodes), situation, cache))
            values = turn.values_of(situation, Manhunt(situation, paths, rng, nodes, self._hopes))
        least = max(values.values()) - _WORSE
        return {notation: value for notation, value in values.items() if value >= least}

    def evasion(self, situation: Situation, cache: BeliefCache, rng: Random, nodes: int) -> Evasion:
        """Return the evaluation for Jack's seat; also used for training."""
        investigators = learnt(InvestigatorModel, inspector.PLAYER_TYPES, situation, cache)
        others = learnt(Posterior, _player_types(nodes), situation, cache)
        return Evasion(situation, investigators, (others,), rng, nodes, self._hopes)


def _player_types(nodes: int) -> tuple[PlayerType, ...]:
    return PLAYER_TYPES if nodes >= FEW else inspector.PLAYER_TYPES


BOT: Final[Bot] = Superintendent(weights.hopes())


class SampledPaths:
    """Replaces a `Posterior` by positions that the caller considers possible; *model* forecasts Jack's next moves."""

    def __init__(self, imagined: WeightedPositions, model: Posterior) -> None:
        self._paths = [(position, weight) for position, weight in imagined if position.circle]
        self._total = sum(weight for _, weight in self._paths)
        self._model = model

    def now(self) -> dict[int, float]:
        """Return the probability of each circle; empty before Jack has started."""
        probabilities: dict[int, float] = {}
        for position, weight in self._paths:
            probabilities[position.circle] = probabilities.get(position.circle, 0.0) + weight / self._total
        return probabilities

    def goals(self) -> dict[int, float]:
        """Return for each circle the probability that Jack goes there next."""
        probabilities: dict[int, float] = {}
        for position, weight in self._paths:
            goal = _goal(position)
            probabilities[goal] = probabilities.get(goal, 0.0) + weight / self._total
        return probabilities

    def pull(self, left: int) -> array[float]:
        return self._model.pull(left)

    def sample(self, size: int, dice: Dice) -> Particles:
        """Return *size* particles, as many of each path as its weight; empty before Jack has started."""
        particles = Particles(max(1, size))
        if not self._paths:
            return particles
        bounds = [*accumulate(weight for _, weight in self._paths)]
        at = 0
        for number in range(size):
            while at < len(bounds) - 1 and bounds[at] < (number + 0.5) / size * self._total:
                at += 1
            position, _ = self._paths[at]
            particles.enter(_goal(position), 0)
            for circle in reversed([*_row(position)]):
                particles.passed(circle)
        return particles


def _row(position: Position) -> Iterator[int]:
    """Yield the circles of this round, oldest first."""
    words: Sequence[int] = (position.row, position.row_end)
    for word in words:
        for box in range(8):
            circle = word >> 8 * box & 255
            if circle:
                yield circle


def _goal(position: Position) -> int:
    """Return the nearest location that Jack has not reached; 0 if there is none."""
    goals = [position.goals >> 8 * quadrant & 255 for quadrant in range(4)]
    away = streets().far
    return min((goal for goal in goals if goal), key=lambda goal: away[position.circle][goal], default=0)
