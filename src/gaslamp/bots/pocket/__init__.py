"""Bots for Mr. Jack Pocket.

>>> from gaslamp.bots import levels
>>> from gaslamp.titles.pocket.game import Pocket
>>> levels.of_seat(Pocket(), "jack")
('random', 'constable', 'sergeant', 'inspector')
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gaslamp.bots.levels import RANDOM, Level

LEVELS: Final[Mapping[str, Level]] = {
    "random": RANDOM,
    "constable": Level(f"{__name__}.constable"),
    "sergeant": Level(f"{__name__}.sergeant"),
    "inspector": Level(f"{__name__}.inspector"),
}
