"""A belief about Jack given as weighted positions, in place of the posterior over player types."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import accumulate

from gaslamp.bots.bot import WeightedPositions
from gaslamp.bots.whitehall.belief.particles import Particles
from gaslamp.bots.whitehall.belief.posterior import Posterior
from gaslamp.bots.whitehall.streets import streets
from gaslamp.core.dice import Dice
from gaslamp.titles.whitehall.rules.position import Position


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
