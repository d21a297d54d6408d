"""Bot levels: random only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gaslamp.bots.levels import RANDOM, Level

LEVELS: Final[Mapping[str, Level]] = {"random": RANDOM}
