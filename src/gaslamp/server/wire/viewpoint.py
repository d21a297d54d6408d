"""The seat whose view a client sees, and the curtain between two sides that share a device."""

from __future__ import annotations

from gaslamp.core.errors import IllegalAction, Unreadable
from gaslamp.core.game import SPECTATOR, Seat, Side, Viewer
from gaslamp.server.http import templates
from gaslamp.server.wire.server_frames import CurtainFrame
from gaslamp.service.games.live_game import LiveGame


class Viewpoint:
    def __init__(self, live: LiveGame, seats: tuple[Seat, ...]) -> None:
        self._live = live
        self._seats = seats

    def viewer(self) -> Viewer | None:
        """Return the current viewer; None while the curtain is down."""
        mover = self._live.state.to_move
        return mover if mover in self._seats else (*self._seats, SPECTATOR)[0]

    def seat(self) -> Seat:
        """Return the seat that acts. Raises IllegalAction for spectators, behind the curtain and before the start."""
        if self._live.state.waiting:
            raise IllegalAction("web.error.waiting")
        viewer = self.viewer()
        if viewer is None:
            raise IllegalAction("web.error.covered")
        if viewer == SPECTATOR:
            raise IllegalAction("web.error.watching")
        return viewer

    def uncover(self, side: Side) -> None:
        """Raise the curtain for a side. Raises Unreadable."""
        raise Unreadable("web.error.unreadable")

    def cover(self) -> None:
        """Lower the curtain. Raises Unreadable."""
        raise Unreadable("web.error.unreadable")

    def curtain(self, language: str) -> CurtainFrame:
        raise NotImplementedError


class SharedDevice(Viewpoint):
    """Both sides at one device: one is uncovered at a time. Behind the curtain nothing of any seat is sent."""

    def __init__(self, live: LiveGame, seats: tuple[Seat, ...]) -> None:
        super().__init__(live, seats)
        self._game = live.game
        self._sides = {seat: self._game.side(seat) for seat in self._game.seats}
        self._uncovered: Side | None = None
        self._previous: Side | None = None  # the last side that was uncovered
        self._mover = self._to_move()

    def viewer(self) -> Seat | None:
        """Return the current viewer. The curtain falls when the turn passes to the other side."""
        if self._live.state.outcome is not None:  # nothing is hidden any more
            return self._seat_of(self._uncovered or self._previous or self._game.sides[0])
        if self._to_move() != self._mover:
            self._mover = self._to_move()
            if self._uncovered != self._mover:
                self._uncovered = None
        return self._seat_of(self._uncovered) if self._uncovered else None

    def uncover(self, side: Side) -> None:
        if side not in self._game.sides:
            raise Unreadable("web.error.unreadable")
        self._uncovered = self._previous = side
        self._mover = self._to_move()

    def cover(self) -> None:
        self._uncovered = None

    def curtain(self, language: str) -> CurtainFrame:
        game, side = self._game, self._to_move()
        assert side is not None
        if side == self._previous:  # the side to move has passed the device on
            side = game.other_side(side)
        html = templates.render("table/curtain.html", language, title=game.title, seat=side, other=self._previous)
        return CurtainFrame(side, html.strip())

    def _to_move(self) -> Side | None:
        seat = self._live.state.to_move
        return self._sides[seat] if seat is not None else None

    def _seat_of(self, side: Side) -> Seat:
        mover = self._live.state.to_move
        if mover is not None and self._sides[mover] == side:
            return mover
        return next(seat for seat in self._sides if self._sides[seat] == side)
