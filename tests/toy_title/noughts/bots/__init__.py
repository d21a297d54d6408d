"""Bot levels: random only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gaslamp.bots.levels import PASSER_BY, Level

LEVELS: Final[Mapping[str, Level]] = {"passer_by": PASSER_BY}
