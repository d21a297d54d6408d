"""Bit layout of the states in `layers.py`."""

from typing import Final

# Kinds of turns; those in between are COACH, ALLEY and BOAT of the board.
PLAIN: Final = 0
HIDDEN: Final = 4

# First bits of the fields; the circle has the lowest eight.
ALLEYS: Final = 8  # number of alleys among face-down tiles
CLUES: Final = 10  # explained clues, a bit each
FAMILY: Final = 26  # family of locations still possible

SAFE: Final = 0  # some locations remain after any row
LOST: Final = 1  # no locations remain

# Constraints on a circle in a turn.
PASSED: Final = 1  # not entered, except as the end
ENDED: Final = 2  # not the end
EVERYWHERE: Final = PASSED | ENDED
