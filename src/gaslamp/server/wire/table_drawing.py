"""Draws the table of one client, again only if something changed that its viewer may know."""

from __future__ import annotations

from typing import NamedTuple

from gaslamp.core.game import Outcome, Viewer
from gaslamp.game.updates import Update
from gaslamp.server.wire import rendering, status
from gaslamp.server.wire.frames.server_frames import TableFrame
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.lobby.seats import SeatInfo


class _Source(NamedTuple):
    """Everything that a drawn frame depends on."""

    viewer: Viewer
    step: int
    outcome: Outcome | None
    info: rendering.TableInfo


class Drawn(NamedTuple):
    source: _Source
    update: Update
    frame: TableFrame  # without attendance and news


class TableDrawing:
    def __init__(self, live: LiveGame, *, hotseat: bool) -> None:
        self._live = live
        self._hotseat = hotseat
        self._last: Drawn | None = None

    async def draw(self, viewer: Viewer, seats: tuple[SeatInfo, ...]) -> Drawn:
        """Return the last frame if it has the same source: most steps at a table change one side's view."""
        live, last = self._live, self._last
        source = _Source(viewer, live.state.updates[viewer], live.state.outcome, self._info(viewer, seats))
        if last is None or source != last.source:
            update = live.update(viewer)
            last = Drawn(source, update, await rendering.drawn(update, live.game, viewer, source.info))
            self._last = last
        return last

    def with_seats(self, drawn: Drawn, seats: tuple[SeatInfo, ...]) -> TableFrame:
        """Add who is present, and the next game."""
        game, viewer = self._live.game, drawn.source.viewer
        shown = [rendering.table_seat(one, game, viewer, hotseat=self._hotseat) for one in seats]
        return rendering.with_attendance(drawn.frame, shown, self._live.rematch)

    def _info(self, viewer: Viewer, seats: tuple[SeatInfo, ...]) -> rendering.TableInfo:
        live, room = self._live, self._live.waiting_room
        return rendering.TableInfo(
            live.id,
            tuple((one.seat, one.called) for one in seats),
            self._hotseat,
            room.commitment,
            status.reason(live, viewer),
            tuple(room.shares.items()),
        )
