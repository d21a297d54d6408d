"""Who sits where at a game, as everybody there may know it: told once, to browsers in words and to programs as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from gaslamp.core.game import Seat, Side
from gaslamp.core.messages import Message, message
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.waiting_room import Share
from gaslamp.service.lobby import names
from gaslamp.service.lobby.members import Members

Who: TypeAlias = Literal["you", "guest", "program", "bot", "nobody"]


@dataclass(frozen=True, slots=True)
class Sitting:
    """A seat, and who has it, as one guest is told."""

    seat: Seat
    side: Side
    who: Who
    name: str  # of an opponent, or one that somebody gave themselves
    called: Message  # what all but themselves call them
    present: bool
    acting: bool  # it is this seat's turn
    awaited: bool  # it is taken by somebody else, who has not added to the draws yet
    adds: Share | None  # to the draws
    hints: int  # in so many turns this seat was given some
    lost: bool  # connected, but its heartbeat has stopped


def seating(live: LiveGame, members: Members, guest: str | None) -> tuple[Sitting, ...]:
    """Give every seat of a game to a guest; to a stranger who was invited, None."""
    game, bots, room = live.game, live.bots, live.waiting_room
    present, lost = live.attendance.present, live.attendance.lost
    lacking, shares = room.lacking, room.shares
    free, mine = members.open_seats, members.seats_of(guest)

    def sitting(seat: Seat) -> Sitting:
        if seat in bots:
            who, name, called = _bot(bots[seat])
        elif seat in free:
            who, name, called = _nobody()
        else:
            who, name = _person(members, seat, mine), members.names.get(seat, "")
            called = names.person(members, seat, guest)
        return Sitting(
            seat,
            game.side(seat),
            who,
            name,
            called,
            present=seat in present,
            acting=seat == live.to_move,
            awaited=seat in lacking and seat not in {*mine, *free},
            adds=shares.get(seat),
            hints=live.state.hints.get(seat, 0),
            lost=seat in lost,
        )

    return tuple(map(sitting, game.seats))


def _bot(name: str) -> tuple[Who, str, Message]:
    return "bot", name, message(f"web.bot.{name}")


def _nobody() -> tuple[Who, str, Message]:
    return "nobody", "", message("web.seat.free")


def _person(members: Members, seat: Seat, mine: tuple[Seat, ...]) -> Who:
    if seat in mine:
        return "you"
    return "program" if seat in members.programs else "guest"
