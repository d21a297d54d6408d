"""The room before the game: who sits where, and which seats a friend with an invitation can choose from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gaslamp.core.game import Seat
from gaslamp.core.messages import Message, message
from gaslamp.server import names, templates
from gaslamp.server.frames import WaitingFrame
from gaslamp.server.openings import clock
from gaslamp.server.people import Company
from gaslamp.table.live import LiveGame
from gaslamp.table.sealing import PATIENCE
from gaslamp.table.timing import SECOND


@dataclass(frozen=True, slots=True)
class Place:
    """A seat as those see it who wait, or are about to sit down."""

    seat: Seat
    name: Message
    side: Message | None  # where a side has more seats than one
    who: Message
    free: bool


def places(live: LiveGame, company: Company, mine: Sequence[Seat]) -> tuple[Place, ...]:
    """Give every seat of a game, and who has it."""
    game, me = live.game, company.seats[mine[0]] if mine else None

    def who(seat: Seat) -> Message:
        if seat in live.saved.bots:
            return message(f"web.bot.{live.saved.bots[seat]}")
        if seat in company.open_seats:
            return message("web.seat.free")
        return message("web.seat.you") if seat in mine else names.person(company, seat, me)

    return tuple(
        Place(
            seat,
            message(f"{game.title}.seat.{seat}"),
            message(f"{game.title}.seat.{game.side(seat)}") if len(game.allies(seat)) > 1 else None,
            who(seat),
            free=seat in company.open_seats,
        )
        for seat in game.seats
    )


def waiting_frame(live: LiveGame, company: Company, mine: Sequence[Seat], language: str) -> WaitingFrame:
    """Give what is shown until everybody has come, and ask for nonces; while one's own is awaited, show nothing."""
    asked = tuple(seat for seat in mine if seat in live.lacking)
    house = tuple(seat for seat in live.game.seats if seat in live.saved.bots)
    if not company.open_seats:
        return WaitingFrame(_asking(live, language) if not asked else "", live.commitment, asked, house)
    found = places(live, company, mine)
    free = sum(place.free for place in found)
    seat = mine[0] if mine else None
    html = templates.render(
        "waiting.html",
        language,
        title=live.game.title,
        seat=seat,
        clock=clock(live.saved.clock) if live.saved.clock else None,
        places=found,
        free=free,
    )
    return WaitingFrame(html, live.commitment, asked, house)


def _asking(live: LiveGame, language: str) -> str:
    """Say for whose nonce the deal waits, and how long at most."""
    seats = tuple(message(f"{live.game.title}.seat.{seat}") for seat in live.lacking)
    return templates.render("asking.html", language, seats=seats, seconds=PATIENCE // SECOND)


def seats_to_choose(live: LiveGame, company: Company, language: str) -> str:
    """Give the seats as a form for somebody who is invited; nothing where there is nothing to choose."""
    if len(company.open_seats) < 2:
        return ""
    return templates.render("seats.html", language, places=places(live, company, ()))
