"""One WebSocket client at a finished game in which it has no seat: one that was shared, or a record from a file."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from typing import Any, Final

from gaslamp.bots import levels
from gaslamp.core.errors import Unreadable
from gaslamp.core.game import SPECTATOR, Game, Seat, Viewer
from gaslamp.core.messages import Message, message
from gaslamp.core.records import record
from gaslamp.core.records.record import Record
from gaslamp.game.replay import Replay
from gaslamp.game.updates import Update
from gaslamp.review.review import Opened
from gaslamp.server.ops.limits import REPLAY, Bucket
from gaslamp.server.ops.services import Services
from gaslamp.server.wire import client_frames, rendering
from gaslamp.server.wire.feeds import AidFeed
from gaslamp.server.wire.replays import RecordedGame, Replays, ReviewFeed
from gaslamp.server.wire.server_frames import TableSeat
from gaslamp.server.wire.socket import AnySocket, ClientSocket
from gaslamp.service.lobby.membership import bot_name
from gaslamp.ui.presentation import presentation

_PLAYER: Final = message("web.seat.guest")


class RecordFile:
    """A checked record that is not stored. Its id depends on its text alone."""

    def __init__(self, opened: Opened) -> None:
        self.game: Game[Any, Any] = opened.game
        self.id = f"file-{sha256(record.write(opened.record).encode()).hexdigest()[:24]}"
        self._record = opened.record

    def record(self) -> Record:
        return self._record

    def update(self, viewer: Viewer) -> Update:
        """Return the end of the game for a spectator, with nothing hidden."""
        end = self._replay.moment(self._replay.last)
        return Update(0, end.view, legal=(), final=(), may_undo=False, news=end.news, outcome=end.outcome)

    @property
    def players(self) -> Mapping[Seat, Message]:
        """The players' names; a file tells those of bots only."""
        known = levels.known_names()
        return {seat: bot_name(name) if name in known else _PLAYER for seat, name in self._record.seats.items()}

    @cached_property
    def _replay(self) -> Replay:
        return Replay(self.game, self._record)


class RecordConnection(ClientSocket):
    """Shows the end, and on request steps of the replay, their aid, and the review."""

    def __init__(
        self, socket: AnySocket, services: Services, recorded: RecordedGame, players: Mapping[Seat, Message]
    ) -> None:
        super().__init__(socket, services)
        self._recorded = recorded
        self._players = players
        self._ui = presentation(recorded.game)
        self._replays = Replays(recorded)
        self._aid = AidFeed(recorded, services.jobs, self._replays)
        self._reviews = ReviewFeed(recorded, services.jobs, services.reviews, self._replays)
        self._changed = asyncio.Event()
        self._replayed = Bucket(REPLAY, services.limits.clock)
        self._end = recorded.update(SPECTATOR)

    async def run(self) -> None:
        await self._show()
        try:
            await self.read_during(self._write())
        finally:
            self._aid.cancel()
            self._reviews.cancel()

    async def handle(self, frame: client_frames.Frame) -> None:
        match frame:
            case client_frames.Replay(step, eyes):
                self.check_rate(self._replayed)
                await self.send(self._replays.frame(step, eyes))
                self._aid.replay(step, eyes)
            case client_frames.Review(wanted):
                self.check_rate(self._full_frames)
                self._reviews.request(wanted=wanted)
            case client_frames.Reasons(point):
                self.check_rate(self._reasons)
                self._reviews.request_reasons(point)
            case client_frames.Whole():
                self.check_rate(self._full_frames)
                await self._show()
            case client_frames.Seen():
                return
            case _:
                raise Unreadable("web.error.unreadable")
        self._changed.set()

    async def _write(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            aid = self._aid.poll(SPECTATOR, self._end, self.language, self._changed.set)
            if aid is not None:
                await self.send(aid)
            await self.send(*self._reviews.poll(self._changed.set))

    async def _show(self) -> None:
        bots = {seat for seat, name in self._recorded.record().seats.items() if name in levels.known_names()}
        seats = [
            TableSeat(seat, self._ui.name(seat), name, "bot" if seat in bots else "guest", present=True)
            for seat, name in self._players.items()
        ]
        info = rendering.TableInfo(tuple(self._players.items()))
        frame = await rendering.table_frame(self._end, self._ui, SPECTATOR, info)
        await self.send(rendering.with_seats(frame, seats))
