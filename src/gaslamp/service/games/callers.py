"""Who asks for a game again and again instead of listening: after each request they count as there for a minute."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from typing import Final

from gaslamp.core.game import Seat
from gaslamp.game import timing

STAYS: Final = timing.MINUTE  # after a request, by the clock of the game
_NOBODY: Final[frozenset[Seat]] = frozenset()
_LOOK: Final = 1.0  # seconds at least between two looks at who has gone: that clock may stand still


class Callers:
    """The seats of whoever asked for something just now."""

    def __init__(self, now: Callable[[], int], changed: Callable[[], None]) -> None:
        self._now = now
        self._changed = changed  # called when time has made somebody go
        self._until: dict[Seat, int] = {}
        self._timer: asyncio.TimerHandle | None = None

    @property
    def seats(self) -> frozenset[Seat]:
        """The seats that count as attended."""
        if not self._until:
            return _NOBODY
        now = self._now()
        return frozenset(seat for seat, until in self._until.items() if now < until)

    def call(self, seats: Iterable[Seat]) -> int:
        """Take note of a request for some seats, and give until when they count as attended."""
        until = self._now() + STAYS
        self._until |= dict.fromkeys(seats, until)
        self._expect_to_go()
        return until

    def leave(self, seats: Collection[Seat]) -> None:
        """Let seats count as left at once."""
        for seat in seats:
            self._until.pop(seat, None)

    def close(self) -> None:
        """Look no more."""
        if self._timer is not None:
            self._timer.cancel()

    def _expect_to_go(self) -> None:
        """Look again when the first of them may have gone."""
        if self._until and self._timer is None:
            seconds = (min(self._until.values()) - self._now()) / timing.SECOND
            self._timer = asyncio.get_running_loop().call_later(max(seconds, _LOOK), self._look)

    def _look(self) -> None:
        self._timer = None
        gone = self._until.keys() - self.seats
        self.leave(gone)
        self._expect_to_go()
        if gone:
            self._changed()
