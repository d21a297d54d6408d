"""Presence at one game: open connections, polling API clients, and players connected to other processes.

Listeners receive no messages, only a flag that something may have changed. Each builds its own update then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from gaslamp.core.game import SPECTATOR, Seat, Viewer
from gaslamp.game.clock import MINUTE, SECOND

SILENCE: Final = 5.0  # seconds without a heartbeat before a connection is lost
POLL_EXPIRY: Final = MINUTE  # presence after a request, in milliseconds
_WAKE_BATCH: Final = 8  # listeners woken per loop iteration
_DEBOUNCE: Final = 0.25  # seconds between presence updates
_MIN_RECHECK: Final = 1.0  # seconds; the game's clock may not advance


class Listener:
    """An open connection of a player or spectator. `changed` is set when an update may be due."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self.seats = tuple(seats)
        self.changed = asyncio.Event()
        self.changed.set()
        self.silent = False  # its heartbeat has stopped
        self.heartbeat_at = 0.0  # loop time of its last heartbeat
        self.heartbeat_time = 0  # the same by the clock of the game
        self.timer: asyncio.TimerHandle | None = None  # until its next check
        self.suspended = False  # nothing is read from it meanwhile

    @contextmanager
    def reading_suspended(self) -> Iterator[None]:
        """Do not count the time of the block as silence: the client's heartbeats are not read."""
        self.suspended = True
        try:
            yield
        finally:
            self.suspended = False
            self.heartbeat_at = asyncio.get_running_loop().time()

    def sees_as(self, viewers: Collection[Viewer]) -> bool:
        return any(viewer in viewers for viewer in self.seats or (SPECTATOR,))


class Attendance:
    def __init__(self, bots: Callable[[], Collection[Seat]], now: Callable[[], int]) -> None:
        self._bots = bots
        self._now = now
        self._opened = now()
        self._left: dict[Seat, int] = {}  # when each seat was last present
        self._listeners: set[Listener] = set()
        self._polled: dict[Seat, int] = {}  # seats of API clients, present until then
        self._poll_check: asyncio.TimerHandle | None = None
        self._remote: frozenset[Seat] = frozenset()
        self._notification: asyncio.TimerHandle | None = None  # scheduled presence update
        self._notified_at = -_DEBOUNCE
        self._on_change: Callable[[], None] = lambda: None

    @property
    def present(self) -> frozenset[Seat]:
        return self.local.union(self._bots(), self._remote)

    @property
    def local(self) -> frozenset[Seat]:
        now = self._now() if self._polled else 0
        polled = frozenset(seat for seat, until in self._polled.items() if now < until)
        return polled.union(*(listener.seats for listener in self._listeners if not listener.silent))

    @property
    def lost(self) -> frozenset[Seat]:
        """Seats that are still connected to this process, but without a heartbeat on any connection."""
        silent = [listener.seats for listener in self._listeners if listener.silent]
        return frozenset().union(*silent) - self.present if silent else frozenset()

    @property
    def has_listeners(self) -> bool:
        return bool(self._listeners)

    @property
    def has_players(self) -> bool:
        return not self.present <= set(self._bots())

    def last_present(self, seat: Seat) -> int:
        """Return when an absent seat was last present; if never, when the game was opened in this process."""
        return self._left.get(seat, self._opened)

    @contextmanager
    def listen(self, seats: Sequence[Seat]) -> Iterator[Listener]:
        listener, before = Listener(seats), self._snapshot
        self._listeners.add(listener)
        self._compare(before)
        try:
            yield listener
        finally:
            before = self._snapshot
            self._listeners.discard(listener)
            if listener.timer is not None:
                listener.timer.cancel()
            if not listener.silent:
                for seat in listener.seats:
                    self._polled.pop(seat, None)
                self._left |= dict.fromkeys(listener.seats, self._now())
            self._compare(before)

    def heartbeat(self, listener: Listener) -> None:
        """Record a heartbeat. After its first one a listener is lost after SILENCE seconds without another."""
        loop = asyncio.get_running_loop()
        listener.heartbeat_at, listener.heartbeat_time = loop.time(), self._now()
        if listener.silent:
            before = self._snapshot
            listener.silent = False
            self._compare(before)
        if listener.timer is None:
            listener.timer = loop.call_later(SILENCE, self._check_silence, listener)

    def record_request(self, seats: Sequence[Seat]) -> None:
        before, until = self._snapshot, dict.fromkeys(seats, self._now() + POLL_EXPIRY)
        self._polled |= until
        self._left |= until
        self._schedule_poll_check()
        self._compare(before)

    def notify(self, viewers: Collection[Viewer] | None = None) -> None:
        """Wake the listeners of some viewers, or all of them. Players come before spectators."""
        listeners = [listener for listener in self._listeners if viewers is None or listener.sees_as(viewers)]
        self._wake(sorted(listeners, key=lambda listener: not listener.seats))

    def watch(self, on_change: Callable[[], None]) -> None:
        self._on_change = on_change

    def unwatch(self) -> None:
        self._on_change = lambda: None

    def set_remote(self, seats: frozenset[Seat]) -> bool:
        changed = seats != self._remote
        self._left |= dict.fromkeys(self._remote - seats, self._now())
        self._remote = seats
        return changed

    def close(self) -> None:
        for timer in (self._poll_check, self._notification):
            if timer is not None:
                timer.cancel()

    def _wake(self, listeners: Sequence[Listener]) -> None:
        for listener in listeners[:_WAKE_BATCH]:
            listener.changed.set()
        if len(listeners) > _WAKE_BATCH:
            asyncio.get_running_loop().call_soon(self._wake, listeners[_WAKE_BATCH:])

    def _check_silence(self, listener: Listener) -> None:
        loop = asyncio.get_running_loop()
        rest = SILENCE if listener.suspended else listener.heartbeat_at + SILENCE - loop.time()
        if rest > 0:
            listener.timer = loop.call_later(rest, self._check_silence, listener)
            return
        before, listener.timer, listener.silent = self._snapshot, None, True
        self._left |= dict.fromkeys(listener.seats, listener.heartbeat_time)
        self._compare(before)

    def _schedule_poll_check(self) -> None:
        if self._polled and self._poll_check is None:
            seconds = (min(self._polled.values()) - self._now()) / SECOND
            self._poll_check = asyncio.get_running_loop().call_later(max(seconds, _MIN_RECHECK), self._check_polled)

    def _check_polled(self) -> None:
        now, self._poll_check = self._now(), None
        current = {seat: until for seat, until in self._polled.items() if now < until}
        expired = len(current) < len(self._polled)
        self._polled = current
        self._schedule_poll_check()
        if expired:
            self._presence_changed()

    @property
    def _snapshot(self) -> tuple[frozenset[Seat], frozenset[Seat]]:
        return self.local, self.lost

    def _compare(self, before: tuple[frozenset[Seat], frozenset[Seat]]) -> None:
        """Notify if presence differs from *before*. Second windows and spectators make no difference."""
        if self._snapshot == before:
            self._on_change()
        else:
            self._presence_changed()

    def _presence_changed(self) -> None:
        self._on_change()
        if self._notification is None:
            loop = asyncio.get_running_loop()
            delay = max(0.0, self._notified_at + _DEBOUNCE - loop.time())
            self._notification = loop.call_later(delay, self._notify_presence)

    def _notify_presence(self) -> None:
        self._notification, self._notified_at = None, asyncio.get_running_loop().time()
        self.notify()
