"""A game that is being played: takes one step at a time, saves it, lets it take effect, and tells who listens.

Whoever listens is told only that something may have changed, and asks for its own update: there is no queue.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, Protocol

from gaslamp.core.errors import GaslampError, IllegalAction
from gaslamp.core.game import Game, Outcome, Seat, Viewer
from gaslamp.core.record import Record
from gaslamp.table.log import Entry, MemoryLog
from gaslamp.table.sealing import lacking, seal
from gaslamp.table.store import NO_NONCES, Conflict, Nonces, SavedGame, Store
from gaslamp.table.table import Table
from gaslamp.table.update import Update

_LOG: Final = logging.getLogger(__name__)
_TRIES: Final = 3  # so often an opponent that broke down is asked again


class Opponents(Protocol):
    """Who thinks for the seats that nobody sits in."""

    async def answer(self, game: Game[Any, Any], seat: Seat, name: str, update: Update) -> str:
        """Give the notation an opponent chooses."""


class Listener:
    """Somebody at the table: the seats they hold, and a flag that says that something may have changed."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self.seats = tuple(seats)
        self.changed = asyncio.Event()
        self.changed.set()


class LiveGame:
    """One game in memory. The store is the truth; on a conflict the game reads on and refuses what was asked."""

    def __init__(
        self,
        saved: SavedGame,
        game: Game[Any, Any],
        entries: Sequence[Entry],
        store: Store,
        opponents: Opponents,
        rematch: str | None = None,
        nonces: Nonces = NO_NONCES,
    ) -> None:
        self.saved = saved
        self.game = game
        self.rematch = rematch
        self.nonces = nonces
        self._table = self._made(entries)
        self._seq = len(entries)
        self._store = store
        self._opponents = opponents
        self._lock = asyncio.Lock()
        self._listeners: set[Listener] = set()
        self._driver: asyncio.Task[None] | None = None
        self._steps: set[asyncio.Task[None]] = set()

    # ---- before the deal

    @property
    def waiting(self) -> bool:
        """Tell whether the deal is still to come."""
        return not self._table.started and self._table.outcome is None

    @property
    def lacking(self) -> tuple[Seat, ...]:
        """Give the seats that a nonce is awaited from."""
        return lacking(self.saved, self.game, self.nonces)

    @property
    def commitment(self) -> str:
        """Give what the server committed itself to when the game was made; games of old have nothing."""
        return self.saved.secret.commitment(self.saved.id).hex() if self.saved.secret is not None else ""

    async def sit(self, seats: Sequence[Seat], nonce: str | None) -> None:
        """Take the nonce of whoever sat down in some seats, None for the server's own; after the last one, deal."""
        new = {seat: nonce for seat in seats if seat in self.lacking}
        if new:
            await self._store.sit(self.saved.id, new)
        if new or self.waiting:
            await self.begin()

    async def begin(self) -> None:
        """Deal, if that is still to be done and every seat has its nonce."""
        async with self._lock:
            if self.waiting and await self._all_sit():
                entry = self._table.propose_start()
                try:
                    await self._store.append(self.saved.id, self._seq, entry)
                    self._take_in(entry)
                except Conflict:  # another process was quicker
                    await self._read_on()
        self.tell()
        self.wake()

    async def _all_sit(self) -> bool:
        """Read who has sat down, and seal the table once all have."""
        self.nonces = await self._store.nonces(self.saved.id)
        if not self._seq:
            self._table = self._made(())
        return not self.lacking

    # ---- what the seats do

    async def play(self, seat: Seat, notation: str, step: int) -> None:
        """Play an action for a seat that has seen so many updates."""
        await self._do(lambda: self._table.propose_play(seat, notation, step))

    async def undo(self, seat: Seat, step: int) -> None:
        """Take back the last step of the activation under way."""
        await self._do(lambda: self._table.propose_undo(seat, step))

    async def resign(self, seat: Seat) -> None:
        """Give the game up."""
        await self._do(lambda: self._table.propose_resign(seat))

    # ---- what the viewers see

    @property
    def outcome(self) -> Outcome | None:
        """Give how the game ended, or None while it goes on."""
        return self._table.outcome

    @property
    def to_move(self) -> Seat | None:
        """Give the seat to move, or None when the game is over."""
        return self._table.to_move

    @property
    def present(self) -> frozenset[Seat]:
        """Give the seats somebody is at now; opponents never leave."""
        return frozenset(self.saved.bots) | {seat for listener in self._listeners for seat in listener.seats}

    @property
    def idle(self) -> bool:
        """Tell whether nobody would miss this game in memory."""
        return not self._listeners and not self._steps and (self._driver is None or self._driver.done())

    def update(self, viewer: Viewer) -> Update:
        """Tell a viewer how things stand."""
        return self._table.update(viewer)

    def record(self) -> Record:
        """Give the game on paper; only when it is over, for it holds everything."""
        if self._table.outcome is None:
            raise IllegalAction("error.not_over")
        return self._table.record(self.saved.bots)

    @contextmanager
    def listen(self, seats: Sequence[Seat]) -> Iterator[Listener]:
        """Listen as long as the block lasts. The others see which seats are there."""
        listener = Listener(seats)
        self._listeners.add(listener)
        self.tell()
        try:
            yield listener
        finally:
            self._listeners.discard(listener)
            self.tell()

    def tell(self) -> None:
        """Tell all who listen that something may have changed."""
        for listener in self._listeners:
            listener.changed.set()

    # ---- the opponents

    def wake(self) -> None:
        """Let an opponent think if it is to move; called again after each step."""
        if self.to_move in self.saved.bots and (self._driver is None or self._driver.done()):
            self._driver = asyncio.create_task(self._drive(), name=f"opponent of {self.saved.id}")

    async def close(self) -> None:
        """Let nobody think on, and every step that was begun be finished."""
        if self._driver is not None:
            self._driver.cancel()
        waiting = [*self._steps, *([self._driver] if self._driver else [])]
        await asyncio.gather(*waiting, return_exceptions=True)

    async def _drive(self) -> None:
        broken = 0
        while (seat := self.to_move) in self.saved.bots and broken < _TRIES:
            assert seat is not None
            update = self._table.update(seat)
            try:
                notation = await self._opponents.answer(self.game, seat, self.saved.bots[seat], update)
                await self.play(seat, notation, update.step)
            except GaslampError:
                broken += self._table.update(seat).step == update.step  # else the table moved on meanwhile
            except Exception:  # noqa: BLE001 - a game must not stop for whatever went wrong in there
                _LOG.exception("the opponent in seat %s of game %s broke down", seat, self.saved.id)
                broken += 1

    # ---- inside

    async def _do(self, propose: Callable[[], Entry]) -> None:
        """Carry out a step to its end, even if whoever asked for it goes away meanwhile."""
        step = asyncio.create_task(self._step(propose))
        self._steps.add(step)
        step.add_done_callback(self._steps.discard)
        await asyncio.shield(step)

    async def _step(self, propose: Callable[[], Entry]) -> None:
        async with self._lock:
            entry = propose()
            try:
                await self._store.append(self.saved.id, self._seq, entry)  # save, then tell
            except Conflict:
                await self._read_on()
                raise IllegalAction("error.stale") from None
            self._take_in(entry)
        self.tell()
        self.wake()

    def _made(self, entries: Sequence[Entry]) -> Table:
        log = MemoryLog()
        for entry in entries:
            log.append(entry)
        return Table(self.game, log, seal=seal(self.saved, self.game, self.nonces), begin=False)

    async def _read_on(self) -> None:
        if self.waiting:
            await self._all_sit()
        for entry in await self._store.entries(self.saved.id, self._seq):
            self._take_in(entry)
        self.tell()
        self.wake()

    def _take_in(self, entry: Entry) -> None:
        self._table.take_in(entry)
        self._seq += 1
