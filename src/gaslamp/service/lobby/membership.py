"""A guest at a game: seats, phase, permissions."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from gaslamp.core.errors import IllegalAction, Unreadable
from gaslamp.core.game import SPECTATOR, Game, Seat, Viewer
from gaslamp.game import requests
from gaslamp.game.entries import OfferKind
from gaslamp.service.errors import Refusal
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.seat_status import seat_status
from gaslamp.service.lobby import chat
from gaslamp.service.lobby.members import Members
from gaslamp.service.lobby.requests import Room
from gaslamp.service.lobby.seats import SeatInfo, seat_infos

Phase: TypeAlias = Literal["waiting", "playing", "over"]
Result: TypeAlias = Literal["won", "lost", "told"]  # told: a spectator, or the guest played both sides


def result(game: Game[Any, Any], winner: str | None, mine: Collection[Seat]) -> Result:
    sides = {game.side(seat) for seat in mine}
    if len(sides) != 1:
        return "told"
    return "won" if winner in sides else "lost"


@dataclass(frozen=True, slots=True)
class Membership:
    """A guest and the other members of a game, as last read from the database."""

    live: LiveGame
    members: Members
    guest: str

    @property
    def mine(self) -> tuple[Seat, ...]:
        return self.members.seats_of(self.guest)

    @property
    def both_sides(self) -> bool:
        game = self.live.game
        return len({game.side(seat) for seat in self.mine}) > 1

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return seat_infos(self.live, self.members, self.guest)

    @property
    def waits(self) -> bool:
        """True until all seats are taken and all nonces known."""
        return bool(self.members.open_seats) or self.live.state.waiting

    @property
    def phase(self) -> Phase:
        state = self.live.state
        if state.outcome is not None or state.closed:
            return "over"
        return "waiting" if self.waits else "playing"

    @property
    def has_table(self) -> bool:
        """True if there is a board to render: the game has begun and was not closed."""
        return self.phase != "waiting" and not self.live.state.closed

    @property
    def rooms(self) -> tuple[Room, ...]:
        return chat.rooms(self.live.game, self.members, self.mine) if self.has_table else ()

    def viewer(self, seat: str | None) -> Viewer:
        """Resolve the viewer: the given seat, the guest's only seat, or SPECTATOR. Raises Refusal."""
        viewers = self.mine or (SPECTATOR,)
        if seat is None and len(viewers) > 1:
            raise Refusal(400, "web.error.which_seat", seats=", ".join(viewers))
        if seat is not None and seat not in viewers:
            raise Refusal(403, "web.error.foreign_seat")
        return seat or viewers[0]

    def seat(self, seat: str | None) -> Seat:
        """Resolve the acting seat. Raises Refusal for spectators, IllegalAction before the deal."""
        viewer = self.viewer(seat)
        self.check_plays()
        if self.phase == "waiting":
            raise IllegalAction("web.error.waiting")
        return viewer

    def check_plays(self) -> None:
        if not self.mine:
            raise Refusal(403, "web.error.watching")

    async def start_clocks(self) -> None:
        if self.phase == "playing":
            await self.live.time.start_clocks()

    async def ask(self, seat: Seat, offer: str, received: float | None = None) -> None:
        """Make an offer. The guest's other seats, at the same device, agree to a pause at once."""
        verb, _, target = offer.partition(" ")
        kind = next((kind for kind in get_args(OfferKind) if kind == verb), None)
        game = self.live.game
        if kind is None or (target and target not in game.seats):
            raise Unreadable("web.error.unreadable")
        await self.live.submit(requests.Ask(seat, kind, target), received)
        for other in self.mine if kind == "pause" else ():
            open_offer = self.live.state.offer
            if open_offer is not None and seat_status(self.live, other).asked:
                await self.live.submit(requests.Reply(other, open_offer.number, agree=True))
