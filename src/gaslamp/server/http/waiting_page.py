"""The room before the game: who sits where, and which seats a friend with an invitation can choose from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gaslamp.core.messages import Message, message
from gaslamp.game.timing import SECOND
from gaslamp.server.http import templates
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.waiting_room import NONCE_WAIT
from gaslamp.service.lobby import names
from gaslamp.service.lobby.members import Members
from gaslamp.service.lobby.membership import Membership
from gaslamp.service.lobby.open_games import clock, terms
from gaslamp.service.lobby.seats import SeatInfo, seat_infos
from gaslamp.ui.presentation import presentation


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as those see it who wait, or are about to sit down."""

    seat: str
    name: Message
    side: Message | None  # where a side has more seats than one
    who: Message
    free: bool
    awaited: bool  # it is taken, by somebody who has not come to the table yet


def waiting(place: Membership, base: str, language: str) -> str:
    """What is shown until everybody has come; while nothing but nonces of one's own is awaited, nothing."""
    live, mine = place.live, place.mine
    seats = _seats(live, place.seats)
    coming = [seat for seat in seats if seat.awaited]
    told = {
        "title": live.title,
        "seat": mine[0] if mine else None,
        "clock": clock(live.clock_agreed) if live.clock_agreed else None,
        "places": seats,
        "options": terms(live.game, hints=live.hints_agreed),
    }
    if place.members.open_seats:
        return templates.render("waiting/waiting.html", language, **told, free=sum(seat.free for seat in seats))
    if not coming:
        return ""
    return templates.render(
        "waiting/coming.html",
        language,
        **told,
        coming=[seat.who for seat in coming],
        rematch=live.rematch_of is not None,
        table=f"{base}/table/{live.id}",
        asked=tuple(seat.name for seat in coming),
        seconds=NONCE_WAIT // SECOND,
    )


def closing(language: str) -> str:
    """The button that closes a game, for who made it."""
    return templates.render("waiting/closing.html", language)


def closed(language: str) -> str:
    """What is shown of a game that was closed before it began."""
    return templates.render("waiting/closed.html", language)


def invitation(live: LiveGame, members: Members, host: str | None, called: str | None, language: str) -> str:
    """What somebody who is invited wants to know, and the free seats as a form; nothing where none is free."""
    if not members.open_seats:
        return ""
    game, seats = live.game, members.seats_of(host)
    return templates.render(
        "door/invitation.html",
        language,
        title=game.title,
        host=names.person(members, seats[0]) if seats and seats[0] in members.names else None,
        clock=clock(live.clock_agreed),
        options=terms(game, hints=live.hints_agreed),
        places=_seats(live, seat_infos(live, members, None)),
        called=called,
        longest_name=names.LONGEST,
    )


def _seats(live: LiveGame, sitting: Sequence[SeatInfo]) -> tuple[Seat, ...]:
    """Say of every seat who has it."""
    game = live.game
    return tuple(
        Seat(
            one.seat,
            presentation(game).name(one.seat),
            presentation(game).name(one.side) if len(game.allies(one.seat)) > 1 else None,
            message("web.seat.you") if one.who == "you" else one.called,
            free=one.who == "nobody",
            awaited=one.awaited,
        )
        for one in sitting
    )
