"""The time of one game: when its clocks begin, when somebody's time is up, and from when on a seat is deserted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import Seat
from gaslamp.live.game.attendance import Attendance
from gaslamp.live.game.requests import Flag, Request, StartClocks, TakeOff
from gaslamp.live.game.state import GameState
from gaslamp.live.game.waiting_room import WaitingRoom
from gaslamp.storage.deadlines import Outage
from gaslamp.table import timing


async def unmarked(_: str, __: int) -> None:
    """Keep no index of the games whose time may be up."""


class GameTime:
    """Asks of a game what time demands; `mark` has it looked at by some moment, even if this process is gone then."""

    def __init__(
        self,
        state: GameState,
        waiting_room: WaitingRoom,
        attendance: Attendance,
        now: Callable[[], int],
        submit: Callable[[Request], Awaitable[None]],
        mark: Callable[[int], Awaitable[None]],
    ) -> None:
        self._state = state
        self._waiting_room = waiting_room
        self._attendance = attendance
        self._now = now
        self._submit = submit
        self._mark = mark
        self._marked: int | None = None  # when somebody looks at the clocks at the latest

    @property
    def now(self) -> int:
        """The time by which the clocks of this game go."""
        return self._now()

    def at(self, received: float | None) -> int:
        """The moment of a request that was received at a time in seconds; None for now.

        It is never before the newest entry, and so never before the turn began, and never in the future.
        """
        if received is None:
            return self.now
        return max(min(int(received * timing.SECOND), self.now), self.last_entry)

    @property
    def last_entry(self) -> int:
        """The moment of the newest entry: what was before that is on the clocks already."""
        return self._state.status.last

    async def assemble(self) -> None:
        """Let the clocks begin, once everybody has a seat; a total begins when they are all there for once."""
        clock = self._state.status.clock
        if clock is None or self._state.status.begun:
            return
        if clock.timing.per_turn or self._attendance.present.issuperset(self._state.game.seats):
            with suppress(IllegalAction):  # another process did it
                await self._submit(StartClocks())

    async def look(self) -> int | None:
        """End the game if the time of a seat is up; give when to look again, None for never."""
        until = self._waiting_room.waits_until if self._state.waiting else None
        if until is not None:
            return until
        if self.is_up(self.now):
            with suppress(IllegalAction):  # somebody was quicker
                await self._submit(Flag())
        clock = self._state.status.clock
        runs_on = clock is not None and self._state.outcome is None and not self._state.status.still
        self._marked = clock.look_at(self.now) if clock is not None and runs_on else None
        return self._marked

    async def take_off(self, outages: Sequence[Outage]) -> None:
        """Take outages off the clocks, each of them once."""
        state = self._state
        for outage in outages:
            status = state.status
            # Processes that slept at the same time report outages that overlap: each moment is taken off once.
            since = max(outage.since, status.outage_until, status.last - timing.MINUTE)
            new = not status.knows(outage.since) and outage.until >= status.last and since < outage.until
            if state.status.clock is not None and state.table.started and state.outcome is None and new:
                with suppress(IllegalAction):  # another process did it
                    await self._submit(TakeOff(Outage(since, outage.until)))

    async def expect_look(self, at: int) -> None:
        """See to it, before a clock can run, that somebody will look at it in time, even after a crash."""
        clock = self._state.status.clock
        if clock is not None and (self._marked is None or self._marked > clock.look_at(at)):
            self._marked = clock.look_at(at)
            await self._mark(self._marked)

    def is_up(self, at: int) -> bool:
        """Whether the time of a seat is up at some moment."""
        clock = self._state.status.clock
        due = clock.due if clock is not None else None
        return due is not None and at >= due and self._state.outcome is None

    @property
    def absent(self) -> list[Seat]:
        """The seats nobody is at."""
        present = self._attendance.present
        return [seat for seat in self._state.game.seats if seat not in present]

    def gone_from(self, seat: Seat) -> int | None:
        """From when on a seat counts as deserted; None if it does not.

        A minute after somebody was last there, and where there are deadlines not before half of one is gone.
        """
        if seat in self._attendance.present or self._state.outcome is not None:
            return None
        away, clock = self._attendance.last_at(seat) + timing.MINUTE, self._state.status.clock
        if clock is None or not clock.timing.per_turn:
            return away
        half = clock.half_gone(seat)
        return max(half, away) if half is not None else None

    def is_gone(self, seat: Seat) -> bool:
        """Whether a seat counts as deserted now."""
        gone = self.gone_from(seat)
        return gone is not None and self.now >= gone
