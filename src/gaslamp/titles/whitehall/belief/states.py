"""Bit layout of the states in `layers.py`."""

from typing import Final

# What a turn was, as far as it was told; the kinds in between are the board's.
PLAIN: Final = 0
HIDDEN: Final = 4

# A word's fields begin at these bits; the circle is in the lowest eight.
ALLEYS: Final = 8  # how many are among the tiles face down
CLUES: Final = 10  # that are explained, a bit each
FAMILY: Final = 26  # of locations that the row has left possible

SAFE: Final = 0  # the family: whatever circles the row enters, some locations are left
LOST: Final = 1  # none are left

# What answers say against a circle.
PASSED: Final = 1  # it is not written down but perhaps as the last of its turn
ENDED: Final = 2  # it is not the last of its turn
EVERYWHERE: Final = PASSED | ENDED
