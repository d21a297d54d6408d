"""Opponents for Mr. Jack.

The constable looks one step ahead. The others think a round through: `activations.py` finds every way to play a card,
`prospects.py` values what a call would leave, `round_search.py` puts the two together, and `manners.py` reads what Jack
does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gaslamp import kernel
from gaslamp.brains.levels import RANDOM, Level

kernel.prefer_compiled(__path__)

LEVELS: Final[Mapping[str, Level]] = {
    "random": RANDOM,
    "constable": Level(f"{__name__}.constable"),
    "sergeant": Level(f"{__name__}.sergeant"),
    "inspector": Level(f"{__name__}.inspector", seconds=0.2),
}
