"""Members of a game: which seats guests have, how seats are described to them, and what a member may do."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias
from unicodedata import bidirectional

from msgspec import Struct

from gaslamp.bots import levels
from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import SPECTATOR, Game, Seat, Side, Viewer
from gaslamp.core.messages import Message, message
from gaslamp.game import requests
from gaslamp.service.errors import Refusal
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.waiting_room import Share
from gaslamp.service.lobby.requests import Room

Occupant: TypeAlias = Literal["you", "guest", "program", "bot", "nobody"]
Phase: TypeAlias = Literal["waiting", "playing", "over"]
Result: TypeAlias = Literal["won", "lost", "told"]  # told: a spectator, or the guest played both sides


@dataclass(frozen=True, slots=True)
class Members:
    seats: Mapping[Seat, str | None]  # of players: guest id, None if free
    watchers: frozenset[str]
    names: Mapping[Seat, str] = field(default_factory=dict, repr=False)
    programs: frozenset[Seat] = frozenset()

    def seats_of(self, guest: str | None) -> tuple[Seat, ...]:
        return tuple(seat for seat, player in self.seats.items() if player is not None and player == guest)

    @property
    def open_seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, player in self.seats.items() if player is None)

    def knows(self, guest: str | None) -> bool:
        return guest is not None and (guest in self.watchers or bool(self.seats_of(guest)))

    def number(self, seat: Seat, me: str | None = None) -> int:
        """Return the number of a guest without a name; 0 if it is the only one besides *me*."""
        nameless = [guest for other, guest in self.seats.items() if guest is not None and other not in self.names]
        numbered = list(dict.fromkeys(nameless))
        return 1 + numbered.index(self.seats[seat] or "") if len({*numbered} - {me}) > 1 else 0


class SeatInfo(Struct, frozen=True):
    """A seat. Bots and programs have names, people if they chose one."""

    seat: Seat
    side: Side
    who: Occupant
    name: str  # the level of a bot, or the player's own name
    number: int  # of a guest without a name; 0 if there is only one
    present: bool
    acting: bool  # it is to move
    awaited: bool  # taken by another guest whose nonce is missing
    adds: Share | None  # contribution to the draws
    hints: int  # turns with a hint
    lost: bool  # connected, but its heartbeat has stopped

    @property
    def called(self) -> Message:
        match self.who:
            case "nobody":
                return message("web.seat.free")
            case "bot":
                return bot_name(self.name)
        return _person(self.name, self.number, program=self.who == "program")


def seat_infos(live: LiveGame, members: Members, guest: str | None) -> tuple[SeatInfo, ...]:
    state, game, room = live.state, live.game, live.waiting_room
    present, lost = live.attendance.present, live.attendance.lost
    lacking, shares = room.lacking, room.shares
    free, mine = members.open_seats, members.seats_of(guest)

    def occupant(seat: Seat) -> tuple[Occupant, str, int]:
        if seat in state.bots:
            return "bot", state.bots[seat], 0
        if seat in free:
            return "nobody", "", 0
        kind: Occupant = "you" if seat in mine else "program" if seat in members.programs else "guest"
        name = members.names.get(seat, "")
        return kind, name, 0 if name else members.number(seat, guest)

    return tuple(
        SeatInfo(
            seat,
            game.side(seat),
            *occupant(seat),
            present=seat in present,
            acting=seat == state.to_move,
            awaited=seat in lacking and seat not in {*mine, *free},
            adds=shares.get(seat),
            hints=state.hints.get(seat, 0),
            lost=seat in lost,
        )
        for seat in game.seats
    )


def bot_name(level: str) -> Message:
    return message(f"web.bot.{level}" if level in levels.NAMES else "web.home.machine")


def person(members: Members, seat: Seat, me: str | None = None) -> Message:
    """Return the name of a seat's player for the guest *me*; several guests without a name are numbered."""
    name = members.names.get(seat, "")
    return _person(name, 0 if name else members.number(seat, me), program=seat in members.programs)


def _person(name: str, number: int, *, program: bool) -> Message:
    if name:
        return _named(name, program=program)
    return message("web.seat.guest_number", number=number) if number else message("web.seat.guest")


def rooms(game: Game[Any, Any], members: Members, seats: Sequence[Seat]) -> tuple[Room, ...]:
    """Return the chat rooms that the guest with *seats* may read; a spectator has no seats.

    There is no chat while a seat is free, with a single guest, and at a device that both sides share.
    """
    players = set(members.seats.values())
    if members.open_seats or len(players) < 2 or len({game.side(seat) for seat in seats}) > 1:
        return ()
    allies = {members.seats[ally] for seat in seats for ally in game.allies(seat) if ally in members.seats}
    return ("table", "side") if len(allies) > 1 else ("table",)


def result(game: Game[Any, Any], winner: str | None, mine: Collection[Seat]) -> Result:
    sides = {game.side(seat) for seat in mine}
    if len(sides) != 1:
        return "told"
    return "won" if winner in sides else "lost"


@dataclass(frozen=True, slots=True)
class Membership:
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
        return rooms(self.live.game, self.members, self.mine) if self.has_table else ()

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

    async def ask(self, seat: Seat, wanted: requests.Ask, received: float | None = None) -> None:
        """Make an offer. The guest's other seats, at the same device, agree to a pause at once."""
        await self.live.submit(wanted, seat, received)
        for other in self.mine if wanted.offer == "pause" else ():
            open_offer = self.live.state.offer
            if open_offer is not None and self.live.status(other).asked:
                await self.live.submit(requests.Reply(open_offer.number, agree=True), other)


def speaker(members: Members, seat: Seat, label: Message) -> Message:
    """Return the author's name with the seat's *label*; the label alone for a nameless guest."""
    name = members.names.get(seat)
    if name is None:
        return label
    return message("web.chat.who", name=_named(name, program=seat in members.programs), seat=label)


def _named(name: str, *, program: bool) -> Message:
    """Wrap a right-to-left name in isolate characters, so that it does not reorder the sentence around it."""
    right_to_left = any(bidirectional(char) in {"R", "AL"} for char in name)
    shown = f"\u2068{name}\u2069" if right_to_left else name
    return message("web.seat.program" if program else "web.seat.named", name=shown)
