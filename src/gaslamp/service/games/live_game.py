"""A game in memory: a lock around propose, after, append, swap, publish.

The log in the store is the authority. Entries of other processes are read from it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, TypeAlias

import msgspec

from gaslamp.bots import levels
from gaslamp.cluster.cluster import Cluster
from gaslamp.core.errors import GaslampError, IllegalAction
from gaslamp.core.game import Game, Seat, Viewer
from gaslamp.core.records.record import Record
from gaslamp.game import updates
from gaslamp.game.agreements import SeatStatus, blocked_reason, seat_status
from gaslamp.game.entries import Entry, Flagged, HandedOver
from gaslamp.game.propose import check_turn, propose
from gaslamp.game.requests import NOBODY, Ask, Flag, Hint, Reply, Request, SeatPresence, Start
from gaslamp.game.state import State
from gaslamp.game.updates import Update, summary, turn
from gaslamp.service.games.attendance import Attendance
from gaslamp.service.games.bot_driver import BotDriver, Opponents
from gaslamp.service.games.game_time import GameTime
from gaslamp.service.games.waiting_room import WaitingRoom
from gaslamp.storage.store import Conflict, Nonces, SavedGame, Store

_LOG: Final = logging.getLogger(__name__)

# Called when the turn has passed to a player, by a public change that this process saved.
OnTurn: TypeAlias = Callable[["LiveGame", Seat], None]


class LiveGame:
    """`state` is immutable and replaced by each entry."""

    def __init__(
        self,
        saved: SavedGame,
        game: Game[Any, Any],
        entries: Sequence[Entry],
        nonces: Nonces,
        rematch: str | None = None,
        *,
        store: Store,
        opponents: Opponents,
        cluster: Cluster,
        now: Callable[[], float],
        revealed: Collection[str],
        on_turn: OnTurn,
    ) -> None:
        self.id: Final = saved.id
        self.game: Final = game
        self.title: Final = game.title
        self.clock_agreed: Final = saved.clock  # text for `read_timing`
        self.hints_agreed: Final = saved.hints
        self.rematch_of: Final = saved.rematch_of
        self.is_practice: Final = bool(saved.prefix)
        self.time: Final = GameTime(self, now, store)
        self.waiting_room: Final = WaitingRoom(saved, game, nonces, store)
        self.state = State.initial(self.waiting_room.setup)
        self._running = self.state  # the last state before the end
        self._turn: Seat | None = None  # the player to move, as of the last public change
        for entry in entries:
            self._take(self.state.after(entry))
        self.attendance: Final = Attendance(lambda: self.state.bots, lambda: self.time.now)
        self.rematch = rematch  # id of the game that follows
        self._plans: dict[tuple[Seat, int], dict[int, tuple[int, ...]]] = {}  # of hints: seat and turn, then step
        self.changes = 0  # counts possible changes outside the log: seats, chat, rematch
        self._driver = BotDriver(self, opponents, cluster)
        self._saved = saved
        self._revealed = revealed  # deals of past days
        self._on_turn = on_turn
        self._store = store
        self._cluster = cluster
        self._lock = asyncio.Lock()
        self._steps: set[asyncio.Task[None]] = set()

    async def submit(self, request: Request, seat: Seat = "", received: float | None = None) -> None:
        """Apply a request of *seat*. Runs to completion even if the caller is cancelled. Raises IllegalAction.

        *received* is when the server received it, in seconds; None for now. The entry gets that time, so that waiting
        inside the server is not charged to the player's clock.
        """
        step = asyncio.create_task(self._step(request, seat, received))
        self._steps.add(step)
        step.add_done_callback(self._finish_step)
        await asyncio.shield(step)

    async def announce_hint(self, seat: Seat, step: int, received: float | None = None) -> None:
        """Log that *seat* receives a hint, once per turn. Raises IllegalAction."""
        if self.hint_level(seat) is None:
            raise IllegalAction("error.no_hints")
        if self.state.hinted(seat):
            check_turn(self.state, seat, step)
        else:
            await self.submit(Hint(step), seat, received)

    async def add_nonces(self, nonces: Nonces) -> None:
        """Record the players' nonces (None to decline). Deals once every seat has answered."""
        if await self.waiting_room.add(nonces) or self.state.waiting:
            await self.begin()

    async def begin(self) -> None:
        async with self._lock:
            if self.state.waiting and await self._read_nonces():
                entry = propose(self.state, Start(), self.time.now)
                try:
                    await self._append(entry)
                except Conflict:  # dealt by another process
                    await self._read_entries()
        self._publish()

    async def close(self) -> None:
        self.attendance.close()
        await self._driver.close()
        await asyncio.gather(*self._steps, return_exceptions=True)

    @property
    def presence(self) -> SeatPresence:
        return SeatPresence(self.attendance.present, self.time.away, self._levels)

    def status(self, viewer: Viewer, *, both_sides: bool = False) -> SeatStatus:
        return seat_status(self.state, viewer, self.presence, both_sides=both_sides)

    def hint_level(self, seat: Seat) -> str | None:
        return self._levels.get(seat) if self.state.setup.hints else None

    def plan(self, seat: Seat, step: int) -> tuple[int, ...]:
        """Return the plan of the last hint to *seat* before *step*, if it was in the same turn; else ()."""
        plans = self._plans.get((seat, self.state.course.public.number), {})
        return plans[max(earlier)] if (earlier := [told for told in plans if told < step]) else ()

    def keep_plan(self, seat: Seat, step: int, plan: tuple[int, ...]) -> None:
        turn = (seat, self.state.course.public.number)
        self._plans = {turn: {**self._plans.get(turn, {}), step: plan}}

    def record(self) -> Record:
        if self.state.outcome is None:
            raise IllegalAction("error.not_over")
        if self.withheld:
            raise IllegalAction("error.deal_sealed")
        return self.state.record(self._saved.bots)

    def update(self, viewer: Viewer) -> Update:
        """Return an update, without legal actions if the viewer is blocked."""
        update = updates.update(self.state, viewer)
        if self.withheld and self.state.outcome is not None:
            before = updates.update(self._running, viewer)
            return msgspec.structs.replace(
                update, view=before.view, news=before.news, legal=(), final=(), may_undo=False
            )
        if blocked_reason(self.state, viewer) is None:
            return update
        return msgspec.structs.replace(update, legal=(), final=(), may_undo=False)

    @property
    def is_deal(self) -> bool:
        """True for a try of a deal of the day."""
        return self._saved.deal is not None

    @property
    def withheld(self) -> bool:
        """True if the end of the game reveals nothing: it is a try of a deal that others may still play."""
        return self._saved.deal is not None and self._saved.deal not in self._revealed

    @property
    def idle(self) -> bool:
        return not self.attendance.has_listeners and not self._steps and self._driver.idle

    def wake(self) -> None:
        self._driver.wake()

    def note_change(self, *, notify: bool = True, publish: bool = False) -> None:
        """Count a possible change of seats, chat or rematch. *publish* notifies other processes too."""
        self.changes += 1
        if notify:
            self.attendance.notify()
        if publish:
            self._cluster.publish(self.id)

    def continue_at(self, rematch: str) -> None:
        self.rematch = rematch
        self.note_change(publish=True)

    async def catch_up(self) -> bool:
        before = (self.state.length, self.rematch)
        async with self._lock:
            await self._read_entries()
            if self.state.outcome is not None and self.rematch is None:
                self.rematch = await self._store.rematch(self.id)
        return before != (self.state.length, self.rematch)

    @cached_property
    def _levels(self) -> Mapping[Seat, str]:
        strongest = {seat: levels.closest_level(self.game, seat) for seat in self.game.seats}
        return {seat: level for seat, level in strongest.items() if level is not None}

    def _finish_step(self, step: asyncio.Task[None]) -> None:
        self._steps.discard(step)
        error = step.exception() if not step.cancelled() else None
        if error is not None and not isinstance(error, GaslampError):
            _LOG.error("request to game %s failed", self.id, exc_info=error)

    async def _step(self, request: Request, seat: Seat, received: float | None) -> None:
        async with self._lock:
            before = self.state
            presence = self.presence if isinstance(request, Ask | Reply) else NOBODY
            entry = propose(before, request, self.time.entry_time(received), seat, presence)
            await self._save(entry)
        self._publish(self.state.concerned_since(before))
        if isinstance(entry, Flagged) and not isinstance(request, Flag):
            raise IllegalAction("error.over")

    async def _save(self, entry: Entry) -> None:
        # Acquire the lease before a bot can be to move: if this process dies, another one takes over.
        if self.state.bots or isinstance(entry, HandedOver):
            await self._cluster.acquire(self.id)
        try:
            await self.time.schedule_check(entry.at)
            await self._append(entry)
        except Conflict:
            await self._read_entries()
            raise IllegalAction("error.stale") from None
        extra = {"game": self.id, "step": self.state.length}  # neither seat nor action
        _LOG.info("step kept", extra=extra)
        if self.state.outcome is not None:
            _LOG.info("game over", extra=extra)

    async def _append(self, entry: Entry) -> None:
        """Save an entry, and the summary if it changes, then swap the state. Raises Conflict."""
        after = self.state.after(entry)
        changed = summary(after) if after.public_entries != self.state.public_entries else None
        await self._store.append(self.id, self.state.length, entry, changed)
        before = self._turn
        self._take(after)
        if self._turn is not None and self._turn != before:
            self._on_turn(self, self._turn)

    def _take(self, after: State) -> None:
        if self.state.outcome is None:
            self._running = self.state
        if after.public_entries != self.state.public_entries:
            self._turn = turn(after)
        self.state = after

    def _publish(self, viewers: Collection[Viewer] | None = None) -> None:
        self.attendance.notify(viewers)
        self._driver.wake()

    async def _read_nonces(self) -> bool:
        complete = await self.waiting_room.read(self.time.now)
        if not self.state.length:
            self.state = State.initial(self.waiting_room.setup)
        return complete

    async def _read_entries(self) -> None:
        if self.state.waiting:
            await self._read_nonces()
            self.note_change(notify=False)
        entries = await self._store.entries(self.id, self.state.length)
        for entry in entries:
            self._take(self.state.after(entry))
        if entries:
            self._publish()
