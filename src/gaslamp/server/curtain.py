"""The curtain of a game that two people play at one device. While it is up, nothing of any seat is sent."""

from __future__ import annotations

from gaslamp.core.game import Seat, Viewer
from gaslamp.server import frames, render
from gaslamp.table.live import LiveGame


class Curtain:
    """Between two players of one device: one seat is uncovered at a time, and while it is up none is."""

    def __init__(self, to_move: Seat | None) -> None:
        self._uncovered: Seat | None = None
        self._before: Seat | None = None  # who looked last
        self._mover = to_move

    def viewer(self, live: LiveGame, default: Seat) -> Viewer | None:
        """Give whose eyes look; when the move has passed to another seat, the curtain goes up by itself."""
        if live.outcome is not None:
            return self._uncovered or self._before or default  # all is open
        if live.to_move != self._mover:
            self._mover = live.to_move
            if self._uncovered != live.to_move:
                self.drop()
        return self._uncovered

    def frame(self, live: LiveGame, language: str) -> frames.CurtainFrame:
        """Give the curtain itself."""
        seat = live.to_move
        assert seat is not None
        if seat == self._before:  # who has the move gives the device away
            seat = next(other for other in live.game.seats if other != self._before)
        return render.curtain_frame(live.game, seat, self._before, language)

    def lift(self, seat: Seat, to_move: Seat | None) -> None:
        """Let one seat look."""
        self._uncovered = self._before = seat
        self._mover = to_move

    def drop(self) -> None:
        """Let nobody look."""
        self._uncovered = None
