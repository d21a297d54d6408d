"""The status of a table as programs get it: the same that browsers get, as data instead of sentences."""

from __future__ import annotations

from gaslamp.live.game.live_game import LiveGame
from gaslamp.live.game.seat_status import SeatStatus
from gaslamp.server.api.shapes import ClockTold, GoneTold, OfferTold, StatusTold
from gaslamp.server.wire import status as shown


def clock(live: LiveGame, seen: SeatStatus) -> ClockTold | None:
    """Give the clocks of a game, if time was agreed on."""
    clock = seen.clock
    if clock is None:
        return None
    return ClockTold(
        agreed=live.clock_agreed,
        now=live.time.now,
        since=clock.since if clock.runs else 0,
        due=clock.due,
        begun=seen.begun,
        paused=seen.paused,
        clocks=shown.clocks(clock),
    )


def status(live: LiveGame, seen: SeatStatus) -> StatusTold:
    """Give the status of a game as a viewer sees it."""
    offer, game = seen.offer, live.game
    return StatusTold(
        offer=OfferTold(offer.number, offer.what, offer.by, seen.asked) if offer else None,
        may=seen.may_ask,
        gone=tuple(GoneTold(seat, since) for seat, since in seen.gone),
        handed=seen.handed,
        present=tuple(seat for seat in game.seats if seat in live.attendance.present),
    )
