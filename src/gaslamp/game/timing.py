"""How much time was agreed on: none, a total for each seat with an increment, or a deadline for each turn."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from gaslamp.core.errors import Unreadable

SECOND: Final = 1000  # all times at a table are in milliseconds
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

MINUTES: Final = range(1, 181)  # of a total
INCREMENTS: Final = range(61)  # seconds
DAYS: Final = range(1, 15)
PRESETS: Final = ("5+5", "15+10", "30+20")

_TOTAL: Final = re.compile(r"([0-9]{1,3})\+([0-9]{1,2})")
_DEADLINE: Final = re.compile(r"([0-9]{1,2})d")


@dataclass(frozen=True, slots=True)
class Timing:
    """What was agreed, in milliseconds; either a total or a deadline."""

    total: int = 0
    increment: int = 0  # for each activation that a seat has finished
    per_turn: int = 0

    @property
    def first(self) -> int:
        """What a seat has when it starts."""
        return self.total or self.per_turn


def read(text: str) -> Timing | None:
    """Read what was agreed: nothing, minutes+seconds as in `15+10`, or days as in `3d`."""
    if not text:
        return None
    if (found := _TOTAL.fullmatch(text)) and int(found[1]) in MINUTES and int(found[2]) in INCREMENTS:
        return Timing(total=int(found[1]) * MINUTE, increment=int(found[2]) * SECOND)
    if (found := _DEADLINE.fullmatch(text)) and int(found[1]) in DAYS:
        return Timing(per_turn=int(found[1]) * DAY)
    raise Unreadable("error.clock")


def agree(text: str) -> Timing | None:
    """Read what is agreed on for a new game: as `read`, but without leading zeros. Raises Unreadable."""
    if re.search(r"\b0[0-9]", text):
        raise Unreadable("error.clock")
    return read(text)
