"""What a table keeps besides the game itself, made from the log alone: its clocks, and who may act at all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import Game, Seat
from gaslamp.table import clock as clocks
from gaslamp.table.clock import Clock
from gaslamp.table.log import Entry
from gaslamp.table.timing import Timing


class Affairs:
    """The public affairs of one game. They change when everybody may see it, never inside an activation."""

    def __init__(self, game: Game[Any, Any], timing: Timing | None, bots: Iterable[Seat]) -> None:
        machines = frozenset(bots)
        people = [seat for seat in game.seats if seat not in machines]
        self.clock: Clock | None = clocks.wound(timing, people) if timing and people else None
        self.begun = self.clock is None  # clocks begin to run when everybody has come
        self.last = 0  # the moment of the newest entry
        self._told = 0
        self._outages: set[int] = set()

    def take_in(self, entry: Entry, awaited: Seat | None, told: int) -> None:
        """Let an entry take effect that the table has taken in: who is awaited now, and how much everybody knows."""
        self.last = max(self.last, entry.at)
        moved, self._told = told != self._told, told
        match entry.kind:
            case "begin":
                self.begun = True
            case "outage":
                self._outages.add(entry.since)
        if self.clock is not None:
            self.clock = self._clock_after(self.clock, entry, awaited, moved=moved)

    def knows(self, since: int) -> bool:
        """Tell whether the outage that began at a moment is no longer to be taken off."""
        return since in self._outages

    def check(self) -> None:
        """Refuse whatever a seat wants to do while nobody may act."""
        if not self.begun:
            raise IllegalAction("error.not_begun")

    @property
    def still(self) -> bool:
        """Tell whether nobody may act for now."""
        return not self.begun

    def _clock_after(self, clock: Clock, entry: Entry, awaited: Seat | None, *, moved: bool) -> Clock:
        if entry.kind == "outage":
            return clock.outage(entry.since, entry.at)
        if entry.kind == "action" and moved:
            clock = clock.finish(entry.seat, entry.at)
        return clock.run(None if self.still else awaited, entry.at)
