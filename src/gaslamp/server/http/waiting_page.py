"""Fragments of the waiting room and of invitations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gaslamp.core.game import Game
from gaslamp.game.clock import SECOND
from gaslamp.server.http import templates
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.waiting_room import NONCE_WAIT
from gaslamp.service.lobby import names
from gaslamp.service.lobby.membership import Members, Membership, SeatInfo, seat_infos
from gaslamp.service.lobby.open_games import clock, terms
from gaslamp.ui.presentation import presentation


def waiting(place: Membership, base: str, language: str) -> str:
    """Render the waiting room; empty if only nonces of this guest are missing."""
    live, mine = place.live, place.mine
    seats = place.seats
    awaited = [seat for seat in seats if seat.awaited]
    context = {
        "title": live.title,
        "seat": mine[0] if mine else None,
        "clock": clock(live.clock_agreed) if live.clock_agreed else None,
        "options": terms(live.game, hints=live.hints_agreed, practice=live.is_practice),
        **_places(live.game, seats),
    }
    if place.members.open_seats:
        return templates.render("waiting/waiting.html", language, **context, free=len(place.members.open_seats))
    if not awaited:
        return ""
    return templates.render(
        "waiting/coming.html",
        language,
        **context,
        coming=[seat.called for seat in awaited],
        rematch=live.rematch_of is not None,
        table=f"{base}/table/{live.id}",
        asked=tuple(presentation(live.game).name(seat.seat) for seat in awaited),
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
    game, seats = live.game, seat_infos(live, members, None)
    hosts = [seat for seat in seats if seat.seat in members.seats_of(host) and seat.name]
    return templates.render(
        "door/invitation.html",
        language,
        title=game.title,
        host=hosts[0].called if hosts else None,
        clock=clock(live.clock_agreed),
        options=terms(game, hints=live.hints_agreed, practice=live.is_practice),
        **_places(game, seats),
        called=name,
        longest_name=names.LONGEST,
    )


def _places(game: Game[Any, Any], seats: Sequence[SeatInfo]) -> dict[str, Any]:
    return {"places": seats, "shared": {seat.side for seat in seats if len(game.allies(seat.seat)) > 1}}
