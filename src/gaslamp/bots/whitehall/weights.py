"""Tuned weights of the stronger Whitehall Mystery levels."""

from __future__ import annotations

from array import array
from typing import Final

# Values for the figures, in points.
ARREST: Final = 6.0  # certain arrest
LEARN: Final = 0.6  # per information gain of a search
LESS: Final = 0.8  # discount per further circle to search
COVER: Final = 3.0  # Jack certainly near in the next turn
DRIFT: Final = 0.05  # cost per step of distance
# Costs for Jack, in moves.
HUNTED: Final = 8.0  # certainly expected on his circle
NEAR: Final = 0.6  # figure next to him
CORNERED: Final = 1.0  # a single move left
UNSAFE: Final = 1.5  # danger of the best plain move from which a rollout considers tiles
SPENT: Final = 1.0  # a tile spent in a rollout

# Coverage and proximity of a circle, by steps of the figure.
COVERED: Final = (1.0, 1.0, 0.65, 0.33, 0.12, 0.05, 0.0, 0.0)
BESIDE: Final = (1.0, 1.0, 0.6, 0.25, 0.0, 0.0, 0.0, 0.0)
# Arrest thresholds of the first, second and third figure.
SURE: Final = (0.35, 0.3, 0.25)

# Weight of being cornered, by number of moves.
CORNER: Final = (1.0, 1.0, 0.4, 0.15, 0.0)
# Feature weights of the evaluation at the end of a rollout: bias, moves to go, spare moves, expected on the circle, the
# same with a figure near, nearest figure, all figures, cornered. Set by hand; see chase.py and training.py.
BY_HAND: Final = (0.9, -0.4, 0.0, -0.1, -0.35, -0.12, 0.0, 0.0)
HOPES: Final = len(BY_HAND)


def hopes() -> array[float]:
    return array("d", BY_HAND)
