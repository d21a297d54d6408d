"""The clocks of a game: pure arithmetic on moments that stand in the log, so that the same log gives the same clocks.

A clock changes at public moments alone: when an activation is finished for everybody, when a game is paused, goes on or
ends. What happens inside an activation, steps taken back too, leaves no trace on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from gaslamp.core.game import Seat
from gaslamp.game.timing import HOUR, SECOND, Timing


@dataclass(frozen=True, slots=True)
class Clock:
    """What each seat has left, and whose time runs since when. Moments and lengths are milliseconds."""

    timing: Timing
    left: Mapping[Seat, int]  # for the seat whose time runs: what it had when it began to run
    runs: Seat | None = None
    since: int = 0

    def left_at(self, seat: Seat, now: int) -> int:
        """What a seat has left at a moment, never less than nothing."""
        spent = max(0, now - self.since) if seat == self.runs else 0
        return max(0, self.left[seat] - spent)

    @property
    def due(self) -> int | None:
        """When the time that runs is up; None when none runs."""
        return self.since + self.left[self.runs] if self.runs is not None else None

    def look_at(self, now: int) -> int:
        """A moment before which nobody's time can be up, whoever moves meanwhile."""
        return now + min(self.left_at(seat, now) for seat in self.left)

    def half_gone(self, seat: Seat) -> int | None:
        """When half of the deadline of a seat is past; None if it has none that runs."""
        return self.since + self.left[seat] // 2 if self.timing.per_turn and seat == self.runs else None

    def stop(self, at: int) -> Clock:
        """Let nobody's time run from a moment on."""
        if self.runs is None:
            return self
        left = {**self.left, self.runs: self.left_at(self.runs, at)}
        return replace(self, left=left, runs=None, since=max(at, self.since))

    def run(self, seat: Seat | None, at: int) -> Clock:
        """Let the time of a seat run on from where it stopped; a seat without a clock has all the time it wants."""
        if seat == self.runs:
            return self
        stopped = self.stop(at)
        return replace(stopped, runs=seat, since=max(at, stopped.since)) if seat in self.left else stopped

    def finish(self, seat: Seat, at: int) -> Clock:
        """End an activation of a seat, which brings it the increment, or a whole deadline."""
        stopped = self.renew(at)
        if seat not in stopped.left:
            return stopped
        return replace(stopped, left={**stopped.left, seat: stopped.left[seat] + self.timing.increment})

    def take_back(self, seat: Seat, at: int) -> Clock:
        """Undo the end of an activation of a seat: its increment goes too, but never the last second that is left."""
        renewed = self.renew(at)
        if seat not in renewed.left:
            return renewed
        left = renewed.left[seat]
        return replace(renewed, left={**renewed.left, seat: max(left - self.timing.increment, min(left, SECOND))})

    def renew(self, at: int) -> Clock:
        """Stop, and let whoever moves next have a whole deadline, where there are deadlines."""
        stopped = self.stop(at)
        if not self.timing.per_turn:
            return stopped
        return replace(stopped, left=dict.fromkeys(stopped.left, self.timing.per_turn))

    def outage(self, since: int, until: int) -> Clock:
        """Take an outage off: a total stands still, a deadline that fell into it moves by its length or an hour."""
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
    """The clocks of some seats before the game has begun."""
    return Clock(timing, dict.fromkeys(seats, timing.first))
