"""The time of one game: when its clocks start, when a seat's time is up, and when a seat counts as deserted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import Seat
from gaslamp.game.clock import MINUTE, SECOND
from gaslamp.game.requests import Flag, StartClocks, TakeOff
from gaslamp.storage.store import Outage, Store

if TYPE_CHECKING:
    from gaslamp.service.games.live_game import LiveGame


class GameTime:
    def __init__(self, live: LiveGame, now: Callable[[], float], store: Store) -> None:
        self._live = live
        self._now = now  # seconds since 1970
        self._store = store
        self._marked: int | None = None  # latest time of the next check

    @property
    def now(self) -> int:
        """Milliseconds since 1970, never before the newest entry."""
        return max(int(self._now() * SECOND), self._live.state.last_entry)

    def entry_time(self, received: float | None) -> int:
        """Return the time of a request received at *received* seconds (None: now), not before the newest entry."""
        if received is None:
            return self.now
        return max(min(int(received * SECOND), self.now), self._live.state.last_entry)

    async def start_clocks(self) -> None:
        """Start the clocks if all players are present. Clocks with a deadline per turn start at once."""
        state = self._live.state
        if state.clock is None or state.clocks_started:
            return
        if state.clock.timing.per_turn or self._live.attendance.present.issuperset(state.game.seats):
            with suppress(IllegalAction):  # started by another process
                await self._live.submit(StartClocks())

    async def check(self) -> int | None:
        until = self._live.waiting_room.waits_until if self._live.state.waiting else None
        if until is not None:
            return until
        if self._live.state.time_is_up(self.now):
            with suppress(IllegalAction):  # another request was faster
                await self._live.submit(Flag())
        state = self._live.state
        running = state.clock is not None and state.outcome is None and not state.blocked
        self._marked = state.clock.look_at(self.now) if state.clock is not None and running else None
        return self._marked

    async def credit_outage(self, *outages: Outage) -> None:
        for outage in outages if self._live.state.clock is not None else ():
            with suppress(IllegalAction):  # already credited
                await self._live.submit(TakeOff(outage.since, outage.until))

    async def schedule_check(self, at: int) -> None:
        """Before a clock runs, make sure that a process will check it in time, even after a crash."""
        clock = self._live.state.clock
        if clock is not None and (self._marked is None or self._marked > clock.look_at(at)):
            self._marked = clock.look_at(at)
            await self._store.mark_due(self._live.id, self._marked)

    def deserted_from(self, seat: Seat) -> int | None:
        """Return when an absent seat counts as deserted; None if it does not.

        That is a minute after the player left and, with a deadline per turn, not before half of it has passed.
        """
        attendance, state = self._live.attendance, self._live.state
        if seat in attendance.present or state.outcome is not None:
            return None
        away, clock = attendance.last_present(seat) + MINUTE, state.clock
        if clock is None or not clock.timing.per_turn:
            return away
        half = clock.half_gone(seat)
        return max(half, away) if half is not None else None

    @property
    def away(self) -> Mapping[Seat, int]:
        times = {seat: self.deserted_from(seat) for seat in self._live.game.seats}
        return {seat: since for seat, since in times.items() if since is not None}
