"""A game that is being played: takes one request at a time, saves what comes of it, lets it take effect, and tells.

What happens to the same game in other processes is heard of as hints, and read from the store.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from gaslamp.core.errors import GaslampError, IllegalAction
from gaslamp.core.game import Game, Outcome, Seat, Viewer
from gaslamp.core.records.record import Record
from gaslamp.live import bot_runner
from gaslamp.live.cluster.peers import ALONE, Peers
from gaslamp.live.game.attendance import Attendance
from gaslamp.live.game.beside import Beside
from gaslamp.live.game.bot_driver import BotDriver, Opponents
from gaslamp.live.game.game_log import GameLog
from gaslamp.live.game.game_time import GameTime, unmarked
from gaslamp.live.game.hints import Hints
from gaslamp.live.game.proposals import Proposals
from gaslamp.live.game.requests import Flag, Request, TakeOff
from gaslamp.live.game.seat_status import BlockedReason, SeatStatus, seat_status, still
from gaslamp.live.game.state import GameState
from gaslamp.live.game.waiting_room import WaitingRoom
from gaslamp.storage.store import NO_NONCES, Conflict, Nonces, SavedGame, Store
from gaslamp.table import timing
from gaslamp.table.agreements import Agreements
from gaslamp.table.log import Entry
from gaslamp.table.standing import Standing
from gaslamp.table.update import Update

_LOG: Final = logging.getLogger(__name__)


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
        peers: Peers = ALONE,
        *,
        now: Callable[[], float] = time.time,
        mark: Callable[[str, int], Awaitable[None]] = unmarked,
    ) -> None:
        def moment() -> int:
            return max(int(now() * timing.SECOND), self._state.status.last)

        self.id: Final = saved.id
        self.game: Final = game
        self.title: Final = game.title
        self.clock_agreed: Final = saved.clock  # as `timing` reads it
        self.rematch_of: Final = saved.rematch_of
        self.waiting_room: Final = WaitingRoom(saved, game, nonces, store, moment)
        self._state = state = GameState(saved, game, self.waiting_room.seal, entries)
        self.attendance: Final = Attendance(lambda: state.status.bots, moment)
        self.time: Final = GameTime(
            state, self.waiting_room, self.attendance, moment, self.submit, partial(mark, saved.id)
        )
        self._agreements = Agreements(
            game,
            lambda: state.table,
            state.status,
            present=lambda: self.attendance.present,
            gone=self.time.is_gone,
            bot=lambda seat: bot_runner.like(game, seat),
        )
        self._proposals = Proposals(state, self._agreements, self.time)
        self.hints: Final = Hints(game, state, self.submit, agreed=saved.hints)
        self._driver = BotDriver(saved.id, state, opponents, peers.leases, self.submit)
        self.beside: Final = Beside(saved.id, peers.hub, self.attendance.tell, rematch)
        self._saved = saved
        self._store = store
        self._log = GameLog(saved.id, state, self.waiting_room, store)
        self._peers = peers
        self._lock = asyncio.Lock()
        self._steps: set[asyncio.Task[None]] = set()

    # ---- what is done to it

    async def submit(self, request: Request, received: float | None = None) -> None:
        """Apply a request. Runs to completion even if the caller is cancelled. Raises IllegalAction.

        *received* is when the server received it, by the clock of the game; None for now. The entry gets that time:
        how long a request waits inside the server is not charged to the player's clock.
        """
        step = asyncio.create_task(self._step(request, received))
        self._steps.add(step)
        step.add_done_callback(self._put_away)
        await asyncio.shield(step)

    async def sit(self, nonces: Nonces) -> None:
        """Take what seats add to the draws that were asked for it, None for nothing; after the last one, deal."""
        if await self.waiting_room.bring(nonces) or self.waiting:
            await self.begin()

    async def begin(self) -> None:
        """Deal, if that is still to be done and every seat has its nonce."""
        async with self._lock:
            if self.waiting and await self._log.seal():
                entry = msgspec.structs.replace(self._state.table.propose_start(), at=self.time.now)
                try:
                    await self._log.append(entry)
                except Conflict:  # another process was quicker
                    await self._read_on()
        self._tell()

    async def close(self) -> None:
        """Let nobody think on, and every step that was begun be finished."""
        self.attendance.close()
        await self._driver.close()
        await asyncio.gather(*self._steps, return_exceptions=True)

    # ---- what everybody may know

    @property
    def waiting(self) -> bool:
        """Whether the deal is still to come."""
        return self._state.waiting

    @property
    def closed(self) -> bool:
        """Whether it was closed before a player had finished anything."""
        return self._state.status.closed

    @property
    def may_abort(self) -> bool:
        """Whether it can still be closed as if it had not been."""
        return self._state.may_abort

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self._state.outcome

    @property
    def to_move(self) -> Seat | None:
        """The seat to move, or None when the game is over."""
        return self._state.to_move

    @property
    def bots(self) -> Mapping[Seat, str]:
        """Which opponent has which seat now."""
        return self._state.status.bots

    @property
    def standing(self) -> Standing:
        """How the game stands, for lists."""
        return self._state.standing

    @property
    def rematch(self) -> str | None:
        """The id of the game that follows this one, if there is one."""
        return self.beside.rematch

    def record(self) -> Record:
        """The game on paper; only when it is over, for it holds everything."""
        if self.outcome is None:
            raise IllegalAction("error.not_over")
        return self._state.table.record(self._saved.bots)

    # ---- what one viewer may know

    def step(self, viewer: Viewer) -> int:
        """How many updates a viewer was entitled to so far."""
        return self._state.table.step(viewer)

    def update(self, viewer: Viewer) -> Update:
        """Tell a viewer how things stand; who may not act for now has nothing to choose."""
        update = self._state.table.update(viewer)
        if self.still(viewer) is None:
            return update
        return msgspec.structs.replace(update, legal=(), final=(), may_undo=False)

    def still(self, viewer: Viewer) -> BlockedReason | None:
        """Why a viewer may not act for now, whosever turn it is; None if it may."""
        return still(self._state, viewer)

    def status(self, viewer: Viewer, *, both_sides: bool = False) -> SeatStatus:
        """Tell a viewer, who may have seats of both sides, what is no part of the game."""
        return seat_status(self._state, self._agreements, self.time, viewer, both_sides=both_sides)

    # ---- for those who keep it in memory, and in step with other processes

    @property
    def length(self) -> int:
        """How many entries the log has; no viewer is ever told."""
        return self._state.length

    @property
    def idle(self) -> bool:
        """Whether nobody would miss this game in memory."""
        return not self.attendance.listened_to and not self._steps and self._driver.idle

    def wake(self) -> None:
        """Let an opponent think if it is to move."""
        self._driver.wake()

    async def read_on(self) -> bool:
        """Take in what other processes have written, and tell whether there was anything."""
        before = (self.length, self.rematch)
        async with self._lock:
            await self._read_on()
            if self.outcome is not None and self.rematch is None:
                self.beside.find(await self._store.rematch(self.id))
        return before != (self.length, self.rematch)

    # ---- inside

    def _put_away(self, step: asyncio.Task[None]) -> None:
        """Forget a step that is over; if it was refused and nobody waits for it any more, that is no news."""
        self._steps.discard(step)
        error = step.exception() if not step.cancelled() else None
        if error is not None and not isinstance(error, GaslampError):
            _LOG.error("a step of game %s broke down", self.id, exc_info=error)

    async def _step(self, request: Request, received: float | None) -> None:
        async with self._lock:
            now = self.time.at(received)  # one moment: what is in time is written as in time
            late = not isinstance(request, TakeOff) and self.time.is_up(now)
            entry = self._proposals.entry(Flag() if late else request, now)
            if not entry.at:
                entry = msgspec.structs.replace(entry, at=now)
            before = self._state.steps()
            await self._keep(entry)
        self._tell(self._state.concerned(entry, before))
        if late and not isinstance(request, Flag):
            raise IllegalAction("error.over")

    async def _keep(self, entry: Entry) -> None:
        """Save an entry, then let it take effect."""
        # Before an opponent can be to move there is a lease: should we die, it is missed.
        if self.bots or entry.kind == "hand_over":
            await self._peers.leases.hold(self.id)
        try:
            await self.time.expect_look(entry.at)
            await self._log.append(entry)
        except Conflict:
            await self._read_on()
            raise IllegalAction("error.stale") from None
        told = {"game": self.id, "step": self.length}  # who did what is nobody's business
        _LOG.info("step kept", extra=told)
        if self.outcome is not None:
            _LOG.info("game over", extra=told)

    def _tell(self, viewers: Collection[Viewer] | None = None) -> None:
        """Tell other processes, and here all or some viewers, that there was a step; let who is to move think."""
        self._peers.hub.tell(self.id, self.length)
        self.attendance.tell(viewers)
        self.wake()

    async def _read_on(self) -> None:
        if self.waiting:
            await self._log.seal()
            self.beside.note()
        if await self._log.read_on():
            self.attendance.tell()
            self.wake()
