"""Opponents for Mr. Jack.

The constable looks one step ahead. The others think a round through: in `search`, `activations.py` finds every way to
play a card, `prospects.py` values what a call would leave, and `round_search.py` puts the two together. What is worth
how much is in `judgement`. `player_types.py` infers Jack from his actions; `mixing.py` hides him.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gaslamp.bots.levels import RANDOM, Level

LEVELS: Final[Mapping[str, Level]] = {
    "random": RANDOM,
    "constable": Level(f"{__name__}.constable"),
    "sergeant": Level(f"{__name__}.sergeant"),
    "inspector": Level(f"{__name__}.inspector", seconds=0.2),
}
