"""Fragments of the waiting room and of invitations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gaslamp.core.messages import Message, message
from gaslamp.game.clock import SECOND
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
    seat: str
    name: Message
    side: Message | None  # None if the side has only this seat
    who: Message
    free: bool
    awaited: bool  # taken by a player who has not connected yet


def waiting(place: Membership, base: str, language: str) -> str:
    """Render the waiting room; empty if only nonces of this guest are missing."""
    live, mine = place.live, place.mine
    seats = _seats(live, place.seats)
    awaited = [seat for seat in seats if seat.awaited]
    context = {
        "title": live.title,
        "seat": mine[0] if mine else None,
        "clock": clock(live.clock_agreed) if live.clock_agreed else None,
        "places": seats,
        "options": terms(live.game, hints=live.hints_agreed),
    }
    if place.members.open_seats:
        return templates.render("waiting/waiting.html", language, **context, free=sum(seat.free for seat in seats))
    if not awaited:
        return ""
    return templates.render(
        "waiting/coming.html",
        language,
        **context,
        coming=[seat.who for seat in awaited],
        rematch=live.rematch_of is not None,
        table=f"{base}/table/{live.id}",
        asked=tuple(seat.name for seat in awaited),
        seconds=NONCE_WAIT // SECOND,
    )


def closing(language: str) -> str:
    return templates.render("waiting/closing.html", language)


def closed(language: str) -> str:
    return templates.render("waiting/closed.html", language)


def invitation(live: LiveGame, members: Members, host: str | None, name: str | None, language: str) -> str:
    """Render the terms of a game and its free seats as a form; empty if no seat is free."""
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
        called=name,
        longest_name=names.LONGEST,
    )


def _seats(live: LiveGame, sittings: Sequence[SeatInfo]) -> tuple[Seat, ...]:
    game = live.game
    return tuple(
        Seat(
            sitting.seat,
            presentation(game).name(sitting.seat),
            presentation(game).name(sitting.side) if len(game.allies(sitting.seat)) > 1 else None,
            message("web.seat.you") if sitting.who == "you" else sitting.called,
            free=sitting.who == "nobody",
            awaited=sitting.awaited,
        )
        for sitting in sittings
    )
