"""Bots for Mr. Jack Pocket.

>>> from gaslamp.bots import levels
>>> from gaslamp.titles.pocket.game import Pocket
>>> levels.of_seat(Pocket(), "jack")
('passer_by', 'constable', 'sergeant', 'inspector', 'superintendent')
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gaslamp.bots.levels import PASSER_BY, Level

LEVELS: Final[Mapping[str, Level]] = {
    "passer_by": PASSER_BY,
    "constable": Level(f"{__name__}.constable"),
    "sergeant": Level(f"{__name__}.inspector", "SERGEANT"),
    "inspector": Level(f"{__name__}.inspector"),
    "superintendent": Level(f"{__name__}.superintendent"),
}
