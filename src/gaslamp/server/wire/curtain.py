"""The curtain of a game that two sides play at one device. While it is up, nothing of any seat is sent."""

from __future__ import annotations

from gaslamp.core.game import Seat, Side
from gaslamp.server.wire.encoding import Fragment
from gaslamp.server.wire.frames.server_frames import CurtainFrame
from gaslamp.service.games.live_game import LiveGame


class Curtain:
    """Between the sides at one device: one of them is uncovered at a time, and while it is up none is."""

    def __init__(self, live: LiveGame) -> None:
        self._live = live
        self._game = live.game
        self._uncovered: Side | None = None
        self._before: Side | None = None  # who looked last
        self._mover = self._to_move()

    def viewer(self) -> Seat | None:
        """Whose eyes look; when the move has passed to another side, the curtain goes up by itself."""
        if self._live.state.outcome is not None:
            return self._seat_of(self._uncovered or self._before or self._game.sides[0])  # all is open
        if self._to_move() != self._mover:
            self._mover = self._to_move()
            if self._uncovered != self._mover:
                self.drop()
        return self._seat_of(self._uncovered) if self._uncovered else None

    def frame(self) -> CurtainFrame:
        side = self._to_move()
        assert side is not None
        if side == self._before:  # who has the move gives the device away
            side = self._game.other_side(side)
        context = {"title": self._game.title, "seat": side, "other": self._before}
        return CurtainFrame(side, Fragment("table/curtain.html", context))

    def lift(self, side: Side) -> None:
        """Let one side look."""
        self._uncovered = self._before = side
        self._mover = self._to_move()

    def drop(self) -> None:
        """Let nobody look."""
        self._uncovered = None

    def _to_move(self) -> Side | None:
        seat = self._live.state.to_move
        return self._game.side(seat) if seat is not None else None

    def _seat_of(self, side: Side) -> Seat:
        """The seat of a side that looks: the one that is to move, or the first."""
        seats = [seat for seat in self._game.seats if self._game.side(seat) == side]
        return self._live.state.to_move if self._live.state.to_move in seats else seats[0]
