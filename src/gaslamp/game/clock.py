"""Clocks of a game: how much time was agreed on, and what is left of it by the times in the log. In milliseconds.

A clock changes at public moments only: at the end of an activation, a pause, a resumption or the end of the game.
Actions and undos inside an activation do not change it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from gaslamp.core.errors import Unreadable
from gaslamp.core.game import Seat

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

MINUTES: Final = range(1, 181)  # of a total
INCREMENTS: Final = range(61)  # seconds
DAYS: Final = range(1, 15)
PRESETS: Final = ("5+5", "15+10", "30+20")

_TOTAL: Final = re.compile(r"([1-9][0-9]{0,2})\+(0|[1-9][0-9]?)")
_DEADLINE: Final = re.compile(r"([1-9][0-9]?)d")


@dataclass(frozen=True, slots=True)
class Timing:
    total: int = 0
    increment: int = 0  # for each activation that a seat has finished
    per_turn: int = 0


def read_timing(text: str) -> Timing | None:
    """Read what was agreed: nothing, minutes+seconds as in `15+10`, or days as in `3d`. Raises Unreadable."""
    if not text:
        return None
    if (total := _TOTAL.fullmatch(text)) and int(total[1]) in MINUTES and int(total[2]) in INCREMENTS:
        return Timing(total=int(total[1]) * MINUTE, increment=int(total[2]) * SECOND)
    if (days := _DEADLINE.fullmatch(text)) and int(days[1]) in DAYS:
        return Timing(per_turn=int(days[1]) * DAY)
    raise Unreadable("error.clock")


class SeatClock(msgspec.Struct, frozen=True):
    """Time left of a seat, in milliseconds; if it runs, when it started to run."""

    seat: str
    left: int
    runs: bool


@dataclass(frozen=True, slots=True)
class Clock:
    timing: Timing
    left: Mapping[Seat, int]  # time left; of the running seat: when it started to run
    runs: Seat | None = None
    since: int = 0  # when the running seat started

    @property
    def seats(self) -> tuple[SeatClock, ...]:
        return tuple(SeatClock(seat, left, seat == self.runs) for seat, left in self.left.items())

    def left_at(self, seat: Seat, now: int) -> int:
        spent = max(0, now - self.since) if seat == self.runs else 0
        return max(0, self.left[seat] - spent)

    @property
    def due(self) -> int | None:
        return self.since + self.left[self.runs] if self.runs is not None else None

    def look_at(self, now: int) -> int:
        """Return a lower bound for the next time that is up, whichever seats move."""
        return now + min(self.left_at(seat, now) for seat in self.left)

    def half_gone(self, seat: Seat) -> int | None:
        """Return when half of a seat's deadline has passed; None without a running deadline."""
        return self.since + self.left[seat] // 2 if self.timing.per_turn and seat == self.runs else None

    def stop(self, at: int) -> Clock:
        if self.runs is None:
            return self
        left = {**self.left, self.runs: self.left_at(self.runs, at)}
        return replace(self, left=left, runs=None, since=max(at, self.since))

    def run(self, seat: Seat | None, at: int) -> Clock:
        """Run the clock of *seat*; none for None and for seats without a clock."""
        if seat == self.runs:
            return self
        stopped = self.stop(at)
        return replace(stopped, runs=seat, since=max(at, stopped.since)) if seat in self.left else stopped

    def finish(self, seat: Seat, at: int) -> Clock:
        """End an activation of *seat*: add the increment, or restart the deadlines."""
        stopped = self.renew(at)
        if seat not in stopped.left:
            return stopped
        return replace(stopped, left={**stopped.left, seat: stopped.left[seat] + self.timing.increment})

    def take_back(self, seat: Seat, at: int) -> Clock:
        """Undo `finish`. The seat keeps at least a second, if it had one."""
        renewed = self.renew(at)
        if seat not in renewed.left:
            return renewed
        left = renewed.left[seat]
        return replace(renewed, left={**renewed.left, seat: max(left - self.timing.increment, min(left, SECOND))})

    def renew(self, at: int) -> Clock:
        stopped = self.stop(at)
        if not self.timing.per_turn:
            return stopped
        return replace(stopped, left=dict.fromkeys(stopped.left, self.timing.per_turn))

    def outage(self, since: int, until: int) -> Clock:
        """Credit an outage: a total is paused; a deadline inside it is postponed by its length, at least an hour."""
        if self.runs is None or until <= self.since:
            return self
        if self.timing.total:
            begun = max(since, self.since)
            return replace(self, since=self.since + max(0, until - begun))
        assert self.due is not None
        if not since < self.due <= until:
            return self
        moved = self.left[self.runs] + max(until - since, HOUR)
        return replace(self, left={**self.left, self.runs: moved})


def wound(timing: Timing, seats: Iterable[Seat]) -> Clock:
    return Clock(timing, dict.fromkeys(seats, timing.total or timing.per_turn))
