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
        assert live.to_move is not None
        other = self._before if self._before != live.to_move else None
        return render.curtain_frame(live.game, live.to_move, other, language)

    def lift(self, seat: Seat, to_move: Seat | None) -> None:
        """Let one seat look."""
        self._uncovered = self._before = seat
        self._mover = to_move

    def drop(self) -> None:
        """Let nobody look."""
        self._uncovered = None
