"""Bots for Mr. Jack.

The constable searches one step ahead, the others a whole round. In `search`, `activations.py` generates every way to
play a card, `prospects.py` evaluates the board at a call, and `round_search.py` combines the two. `worth.py` has the
evaluation weights. `player_types.py` infers Jack's identity from his actions. `mixing.py` has Jack's mixed strategy,
and `public_belief.py` the belief that results from it.

>>> [name for name, level in LEVELS.items() if level.seconds]  # levels that need more than a few milliseconds
['superintendent']
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
    "superintendent": Level(f"{__name__}.superintendent", seconds=0.2),
}
