"""The place of somebody at a game they belong to: the game, its people, which seats are theirs, and how it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from gaslamp.core.errors import IllegalAction, Unreadable
from gaslamp.core.game import SPECTATOR, Seat, Viewer
from gaslamp.game import requests
from gaslamp.game.entries import OfferKind
from gaslamp.service.errors import Refusal
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.lobby import chat, seating
from gaslamp.service.lobby.members import Members
from gaslamp.service.lobby.seating import Sitting
from gaslamp.service.lobby.shapes import Room

Phase: TypeAlias = Literal["waiting", "playing", "over"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a guest is at a game, at one moment."""

    live: LiveGame
    members: Members
    guest: str

    @property
    def mine(self) -> tuple[Seat, ...]:
        """The seats of this guest."""
        return self.members.seats_of(self.guest)

    @property
    def both_sides(self) -> bool:
        """Whether this guest has seats of several sides."""
        game = self.live.game
        return len({game.side(seat) for seat in self.mine}) > 1

    @property
    def seats(self) -> tuple[Sitting, ...]:
        """Who sits where."""
        return seating.seating(self.live, self.members, self.guest)

    @property
    def waits(self) -> bool:
        """Whether there is nothing to play yet: somebody is still to come, or to add to the draws."""
        return bool(self.members.open_seats) or self.live.waiting

    @property
    def phase(self) -> Phase:
        """Whether the game is still to begin, goes on or is over."""
        if self.live.outcome is not None or self.live.closed:
            return "over"
        return "waiting" if self.waits else "playing"

    @property
    def shown(self) -> bool:
        """Whether there is a table to be seen."""
        return self.phase != "waiting" and not self.live.closed

    @property
    def rooms(self) -> tuple[Room, ...]:
        """The rooms of the chat that this guest may read; where no table is to be seen there are none."""
        return chat.rooms(self.live.game, self.members, self.mine) if self.shown else ()

    def viewer(self, wanted: str | None) -> Viewer:
        """Whose eyes look: those of the seat that is named, of the only one there is, or a spectator's."""
        own = self.mine or (SPECTATOR,)
        if wanted is None and len(own) > 1:
            raise Refusal(400, "web.error.which_seat", seats=", ".join(own))
        if wanted is not None and wanted not in own:
            raise Refusal(403, "web.error.foreign_seat")
        return wanted or own[0]

    def seat(self, wanted: str | None) -> Seat:
        """The seat that acts."""
        viewer = self.viewer(wanted)
        self.check_plays()
        if self.phase == "waiting":
            raise IllegalAction("web.error.waiting")
        return viewer

    def check_plays(self) -> None:
        """Refuse who only watches."""
        if not self.mine:
            raise Refusal(403, "web.error.watching")

    async def assemble(self) -> None:
        """Let the clocks begin, if everybody is there who has to be."""
        if self.phase == "playing":
            await self.live.time.assemble()

    async def ask(self, seat: Seat, what: str, received: float | None = None) -> None:
        """Ask the others for something; at one device they agree to a pause at once."""
        verb, _, target = what.partition(" ")
        kind = next((kind for kind in get_args(OfferKind) if kind == verb), None)
        game = self.live.game
        if kind is None or (target and target not in game.seats):
            raise Unreadable("web.error.unreadable")
        await self.live.submit(requests.Ask(seat, kind, target), received)
        for other in self.mine if kind == "pause" else ():
            status = self.live.status(other)
            if status.offer is not None and status.asked:
                await self.live.submit(requests.Reply(other, status.offer.number, agree=True))
