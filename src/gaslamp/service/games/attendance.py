"""Who is at a game: those who listen here, those who ask again and again, and those connected to other processes.

Whoever listens is told only that something may have changed, and asks for its own update: there is no queue.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from gaslamp.core.game import SPECTATOR, Seat, Viewer
from gaslamp.service.games.callers import Callers

_AT_ONCE: Final = 8  # listeners that look at the same moment
SILENCE: Final = 5.0  # seconds without a heartbeat before a connection is lost
_SETTLED: Final = 0.25  # seconds; so often at most the others are told who came and went


class Listener:
    """Somebody at the table: the seats they hold, and a flag that says that something may have changed."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self.seats = tuple(seats)
        self.changed = asyncio.Event()
        self.changed.set()
        self.silent = False  # its heartbeat has stopped
        self.heard_at = 0.0  # loop time of its last heartbeat
        self.heard = 0  # the same by the clock of the game
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
            self.heard_at = asyncio.get_running_loop().time()

    def sees_as(self, viewers: Collection[Viewer]) -> bool:
        """Whether any of these viewers' eyes are theirs."""
        return any(viewer in viewers for viewer in self.seats or (SPECTATOR,))


class Attendance:
    """The people and programs at one game."""

    def __init__(self, bots: Callable[[], Collection[Seat]], now: Callable[[], int]) -> None:
        self._bots = bots
        self._now = now
        self._opened = now()
        self._left: dict[Seat, int] = {}  # when somebody was last at a seat
        self._listeners: set[Listener] = set()
        self._callers = Callers(now, self._changed)
        self._elsewhere: frozenset[Seat] = frozenset()
        self._watch: Callable[[], None] = lambda: None
        self._telling: asyncio.TimerHandle | None = None  # who is there, soon
        self._told_at = -_SETTLED

    @property
    def present(self) -> frozenset[Seat]:
        """The seats somebody is at now, here or in another process; opponents never leave."""
        return self.here.union(self._bots(), self._elsewhere)

    @property
    def here(self) -> frozenset[Seat]:
        """Give the seats of people connected to this process, and of programs that asked it for something just now."""
        return self._callers.seats.union(*(one.seats for one in self._listeners if not one.silent))

    @property
    def lost(self) -> frozenset[Seat]:
        """The seats that are still connected here, but whose heartbeat has stopped on every connection."""
        silent = [one.seats for one in self._listeners if one.silent]
        return frozenset().union(*silent) - self.present if silent else frozenset()

    @property
    def listened_to(self) -> bool:
        """Whether anybody listens here."""
        return bool(self._listeners)

    @property
    def anybody(self) -> bool:
        """Whether somebody who is no opponent is there, in whichever process."""
        return not self.present <= set(self._bots())

    def last_at(self, seat: Seat) -> int:
        """When somebody was last at a seat that nobody is at; if never, when the game was opened here."""
        return self._left.get(seat, self._opened)

    @contextmanager
    def listen(self, seats: Sequence[Seat]) -> Iterator[Listener]:
        """Listen as long as the block lasts. The others see which seats are there."""
        listener, before = Listener(seats), self._state
        self._listeners.add(listener)
        self._compare(before)
        try:
            yield listener
        finally:
            before = self._state
            self._listeners.discard(listener)
            if listener.timer is not None:
                listener.timer.cancel()
            if not listener.silent:
                self._callers.leave(listener.seats)
                self._left |= dict.fromkeys(listener.seats, self._now())
            self._compare(before)

    def heartbeat(self, listener: Listener) -> None:
        """Record a heartbeat. From its first one on a listener is lost after SILENCE seconds without another."""
        loop = asyncio.get_running_loop()
        listener.heard_at, listener.heard = loop.time(), self._now()
        if listener.silent:
            before = self._state
            listener.silent = False
            self._compare(before)
        if listener.timer is None:
            listener.timer = loop.call_later(SILENCE, self._check_silence, listener)

    def call(self, seats: Sequence[Seat]) -> None:
        """Count seats as attended for a while: who sits there asks again and again instead of listening."""
        before = self._state
        self._left |= dict.fromkeys(seats, self._callers.call(seats))
        self._compare(before)

    def tell(self, viewers: Collection[Viewer] | None = None) -> None:
        """Tell all who listen, or those with the eyes of some viewers, that something may have changed."""
        concerned = [one for one in self._listeners if viewers is None or one.sees_as(viewers)]
        self._wake_some(sorted(concerned, key=lambda listener: not listener.seats))

    def close(self) -> None:
        """Tell nobody any more who comes and goes."""
        self._callers.close()
        if self._telling is not None:
            self._telling.cancel()

    # ---- the same game in other processes

    def watch(self, changed: Callable[[], None]) -> None:
        """Have something called whenever somebody comes or goes here."""
        self._watch = changed

    def unwatch(self) -> None:
        """Have nothing called any more."""
        self._watch = lambda: None

    def meet(self, elsewhere: frozenset[Seat]) -> bool:
        """Take note of the seats of people connected to other processes, and tell whether they are others."""
        changed = elsewhere != self._elsewhere
        self._left |= dict.fromkeys(self._elsewhere - elsewhere, self._now())
        self._elsewhere = elsewhere
        return changed

    # ---- inside

    def _wake_some(self, listeners: Sequence[Listener]) -> None:
        """Let a few look, and then the next: in between the server hears everybody else."""
        for listener in listeners[:_AT_ONCE]:
            listener.changed.set()
        if len(listeners) > _AT_ONCE:
            asyncio.get_running_loop().call_soon(self._wake_some, listeners[_AT_ONCE:])

    def _check_silence(self, listener: Listener) -> None:
        """Mark a listener as silent, or wait for the rest of its time."""
        loop = asyncio.get_running_loop()
        rest = SILENCE if listener.suspended else listener.heard_at + SILENCE - loop.time()
        if rest > 0:
            listener.timer = loop.call_later(rest, self._check_silence, listener)
            return
        before, listener.timer, listener.silent = self._state, None, True
        self._left |= dict.fromkeys(listener.seats, listener.heard)
        self._compare(before)

    @property
    def _state(self) -> tuple[frozenset[Seat], frozenset[Seat]]:
        return self.here, self.lost

    def _compare(self, before: tuple[frozenset[Seat], frozenset[Seat]]) -> None:
        """Let others see who came or went; a second window, or somebody who watches, makes no difference to them."""
        if self._state == before:
            self._watch()
        else:
            self._changed()

    def _changed(self) -> None:
        self._watch()
        if self._telling is None:
            loop = asyncio.get_running_loop()
            self._telling = loop.call_later(max(0.0, self._told_at + _SETTLED - loop.time()), self._tell_presence)

    def _tell_presence(self) -> None:
        """Tell who is there, once for all who came and went in the meantime."""
        self._telling, self._told_at = None, asyncio.get_running_loop().time()
        self.tell()
