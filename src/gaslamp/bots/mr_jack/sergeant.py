"""Bot for Mr. Jack that plays for the next call and overlooks replies: all of them as the Detective, many as Jack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gaslamp.bots.bot import Bot
from gaslamp.bots.mr_jack.inspector import Inspector
from gaslamp.core.game import Seat

_SEES_REPLY: Final = {"jack": 0.45, "detective": 0.0}  # probability per decision


class Sergeant(Inspector):
    """An inspector that evaluates a board as if the call came at once, or after one reply."""

    def horizons(self, seat: Seat) -> Mapping[int, float]:
        return {1: 1.0 - _SEES_REPLY[seat], 2: _SEES_REPLY[seat]}


BOT: Final[Bot] = Sergeant()
