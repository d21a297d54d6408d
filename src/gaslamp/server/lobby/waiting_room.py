"""The room before the game: who sits where, and which seats a friend with an invitation can choose from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gaslamp.core.game import Seat
from gaslamp.core.messages import Message, message
from gaslamp.live.game import LiveGame
from gaslamp.live.sealing import PATIENCE
from gaslamp.server.http import templates
from gaslamp.server.lobby import names
from gaslamp.server.lobby.members import Members
from gaslamp.server.lobby.open_games import clock, options_chosen
from gaslamp.server.wire.frames import WaitingFrame
from gaslamp.table.timing import SECOND


@dataclass(frozen=True, slots=True)
class Place:
    """A seat as those see it who wait, or are about to sit down."""

    seat: Seat
    name: Message
    side: Message | None  # where a side has more seats than one
    who: Message
    free: bool
    awaited: bool = False  # it is taken, by somebody who has not come to the table yet


def places(live: LiveGame, members: Members, mine: Sequence[Seat]) -> tuple[Place, ...]:
    """Give every seat of a game, and who has it."""
    game, me = live.game, members.seats[mine[0]] if mine else None

    def who(seat: Seat) -> Message:
        if seat in live.saved.bots:
            return message(f"web.bot.{live.saved.bots[seat]}")
        if seat in members.open_seats:
            return message("web.seat.free")
        return message("web.seat.you") if seat in mine else names.person(members, seat, me)

    return tuple(
        Place(
            seat,
            game.face.name(seat),
            game.face.name(game.side(seat)) if len(game.allies(seat)) > 1 else None,
            who(seat),
            free=seat in members.open_seats,
            awaited=seat in live.lacking and seat not in {*mine, *members.open_seats},
        )
        for seat in game.seats
    )


def waiting_frame(live: LiveGame, members: Members, mine: Sequence[Seat], base: str, language: str) -> WaitingFrame:
    """Give what is shown until everybody has come, and ask for nonces; while only those are awaited, show nothing."""
    asked = tuple(seat for seat in mine if seat in live.lacking)
    house = tuple(seat for seat in live.game.seats if seat in live.saved.bots)
    found = places(live, members, mine)
    if not members.open_seats:
        coming = [place.who for place in found if place.awaited]
        html = _coming(live, found, coming, mine, base, language) if coming else ""
        return WaitingFrame(html, live.commitment, asked, house)
    free = sum(place.free for place in found)
    seat = mine[0] if mine else None
    html = templates.render(
        "waiting/waiting.html",
        language,
        title=live.game.title,
        seat=seat,
        clock=clock(live.saved.clock) if live.saved.clock else None,
        places=found,
        free=free,
    )
    return WaitingFrame(html, live.commitment, asked, house)


def _coming(
    live: LiveGame,
    found: Sequence[Place],
    coming: Sequence[Message],
    mine: Sequence[Seat],
    base: str,
    language: str,
) -> str:
    """Say who has a seat and is still to come to the table, and how they find it."""
    return templates.render(
        "waiting/coming.html",
        language,
        title=live.game.title,
        seat=mine[0] if mine else None,
        clock=clock(live.saved.clock) if live.saved.clock else None,
        places=found,
        coming=coming,
        rematch=live.saved.rematch_of is not None,
        table=f"{base}/table/{live.saved.id}",
        asked=tuple(place.name for place in found if place.awaited),
        seconds=PATIENCE // SECOND,
    )


def invitation(live: LiveGame, members: Members, host: str | None, called: str | None, language: str) -> str:
    """Give what somebody who is invited wants to know, and the free seats as a form; nothing where none is free."""
    if not members.open_seats:
        return ""
    seats = members.seats_of(host)
    return templates.render(
        "door/invitation.html",
        language,
        title=live.game.title,
        host=names.person(members, seats[0]) if seats and seats[0] in members.names else None,
        clock=clock(live.saved.clock),
        options=options_chosen(live.game),
        places=places(live, members, ()),
        called=called,
        longest_name=names.LONGEST,
    )
