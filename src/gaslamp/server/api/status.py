"""The status of a table as programs get them: the same that browsers get, as data instead of sentences."""

from __future__ import annotations

from gaslamp.core.game import Viewer
from gaslamp.live.game.live_game import LiveGame
from gaslamp.server.api.shapes import ClockTold, GoneTold, OfferTold, StatusTold
from gaslamp.server.wire import status as shown


def clock(live: LiveGame) -> ClockTold | None:
    """Give the clocks of a game, if time was agreed on."""
    clock = live.status.clock
    if clock is None:
        return None
    return ClockTold(
        agreed=live.saved.clock,
        now=live.now,
        since=clock.since if clock.runs else 0,
        due=clock.due,
        begun=live.status.begun,
        paused=live.status.paused,
        clocks=shown.clocks(clock),
    )


def status(live: LiveGame, viewer: Viewer, *, hotseat: bool) -> StatusTold:
    """Give the status of a game to a viewer."""
    offer = live.status.offer
    gone = shown.gone(live, viewer, hotseat=hotseat)
    return StatusTold(
        offer=OfferTold(offer.number, offer.what, offer.by, live.agreements.awaits(viewer)) if offer else None,
        may=shown.may_ask(live, viewer, hotseat=hotseat),
        gone=tuple(GoneTold(seat, since) for seat, since in gone),
        handed=tuple(seat for seat in live.game.seats if seat in live.status.handed),
        present=tuple(seat for seat in live.game.seats if seat in live.present),
    )
