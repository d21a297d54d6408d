"""Seats: assigned when a game is created, and described to its members."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.core.errors import Unreadable
from gaslamp.core.game import Game, Seat, Side
from gaslamp.core.messages import Message, message
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.waiting_room import Share
from gaslamp.service.lobby import names
from gaslamp.service.lobby.members import Members
from gaslamp.service.lobby.requests import NewGame

Occupant: TypeAlias = Literal["you", "guest", "program", "bot", "nobody"]

_BOT: Final = "bot:"  # prefix of a level


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A seat as described to one guest. Pages, sockets and the API use it."""

    seat: Seat
    side: Side
    who: Occupant
    name: str  # the level of a bot, or the player's own name
    called: Message  # the occupant's name for the other players
    present: bool
    acting: bool  # it is to move
    awaited: bool  # taken by another guest whose nonce is missing
    adds: Share | None  # to the draws
    hints: int  # turns with a hint
    lost: bool  # connected, but its heartbeat has stopped


def seat_infos(live: LiveGame, members: Members, guest: str | None) -> tuple[SeatInfo, ...]:
    """Describe every seat to *guest*; None for a visitor with an invitation."""
    state, game, room = live.state, live.game, live.waiting_room
    present, lost = live.attendance.present, live.attendance.lost
    lacking, shares = room.lacking, room.shares
    free, mine = members.open_seats, members.seats_of(guest)

    def occupant(seat: Seat) -> tuple[Occupant, str, Message]:
        if seat in state.bots:
            level = state.bots[seat]
            return "bot", level, message(f"web.bot.{level}" if level in levels.NAMES else "web.home.machine")
        if seat in free:
            return "nobody", "", message("web.seat.free")
        kind: Occupant = "you" if seat in mine else "program" if seat in members.programs else "guest"
        return kind, members.names.get(seat, ""), names.person(members, seat, guest)

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


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """The seats of a new game: the creator's, and what the others are for ("friend", "same_device", "bot:level")."""

    mine: Seat
    others: Mapping[Seat, str]

    @property
    def bots(self) -> dict[Seat, str]:
        return {seat: kind.removeprefix(_BOT) for seat, kind in self.others.items() if kind.startswith(_BOT)}

    def players(self, guest: str) -> dict[Seat, str | None]:
        """Return the seats of players: *guest* for the creator's device, None for free seats."""
        bots = self.bots
        others = {seat: guest if kind == "same_device" else None for seat, kind in self.others.items()}
        return {self.mine: guest} | {seat: player for seat, player in others.items() if seat not in bots}


def plan_seats(request: NewGame) -> SeatPlan:
    """Assign the seats of a new game. Raises Unreadable for unknown seats or kinds of opponents."""
    game = titles.game(request.title, request.options)
    mine = _creators_seat(game, request.side)
    for kind in (request.opponent, request.allies):
        if not kind.startswith(_BOT) and kind not in {"friend", "same_device"}:
            raise Unreadable("web.error.unreadable")
    allies = "same_device" if request.opponent == "same_device" else request.allies
    side = game.allies(mine)
    others = {seat: allies if seat in side else request.opponent for seat in game.seats if seat != mine}
    plan = SeatPlan(mine, others)
    for seat, level in plan.bots.items():
        levels.check(game, seat, level)
    return plan


def _creators_seat(game: Game[Any, Any], choice: str) -> Seat:
    """Return the seat named *choice*, or the first one of that side; "either" for a random side."""
    side = secrets.choice(game.sides) if choice == "either" else choice
    for seat in game.seats:
        if side in {seat, game.side(seat)}:
            return seat
    raise Unreadable("error.seat", seat=choice, known=", ".join(dict.fromkeys([*game.sides, *game.seats])))
