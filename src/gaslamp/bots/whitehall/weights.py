"""What the strong opponents of Whitehall Mystery make of things: numbers that games were won with."""

from __future__ import annotations

from array import array
from typing import Final

# What something is worth to the figures, in points.
ARREST: Final = 6.0  # to have Jack surely in range
LEARN: Final = 0.6  # to be surer of where he is by half
LESS: Final = 0.8  # each further circle that a figure could search
COVER: Final = 3.0  # to have him surely within a step in the next turn
DRIFT: Final = 0.05  # a step farther away
# ... and to Jack, in moves.
HUNTED: Final = 8.0  # to be surely thought to be where he is
NEAR: Final = 0.6  # to have a figure beside him
CORNERED: Final = 1.0  # to have one way on

# By steps from a figure to a circle: how well it is covered, and how near it is.
COVERED: Final = (1.0, 1.0, 0.65, 0.33, 0.12, 0.05, 0.0, 0.0)
BESIDE: Final = (1.0, 1.0, 0.6, 0.25, 0.0, 0.0, 0.0, 0.0)
# From which chance on the first, second and third figure arrests.
SURE: Final = (0.35, 0.3, 0.25)

# By ways on from a circle: how cornered Jack is.
CORNER: Final = (1.0, 1.0, 0.4, 0.15, 0.0)
# What gives Jack hope where the playing out ends: anyhow, moves to go, moves to spare, to be thought to be there, the
# same with a figure near, the nearest figure, all figures, to be cornered. By hand; see chase.py and training.py.
BY_HAND: Final = (0.9, -0.4, 0.0, -0.1, -0.35, -0.12, 0.0, 0.0)
HOPES: Final = len(BY_HAND)


def hopes() -> array[float]:
    """What they are worth."""
    return array("d", BY_HAND)
