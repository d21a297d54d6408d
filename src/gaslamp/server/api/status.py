"""The affairs of a table as programs get them: the same that browsers get, as data instead of sentences."""

from __future__ import annotations

from gaslamp.core.game import Viewer
from gaslamp.server import affairs as shown
from gaslamp.server.api.shapes import AffairsTold, ClockTold, GoneTold, OfferTold
from gaslamp.table.live import LiveGame


def clock(live: LiveGame) -> ClockTold | None:
    """Give the clocks of a game, if time was agreed on."""
    clock = live.affairs.clock
    if clock is None:
        return None
    return ClockTold(
        agreed=live.saved.clock,
        now=live.now,
        since=clock.since if clock.runs else 0,
        due=clock.due,
        begun=live.affairs.begun,
        paused=live.affairs.paused,
        clocks=shown.clocks(clock),
    )


def affairs(live: LiveGame, viewer: Viewer, *, hotseat: bool) -> AffairsTold:
    """Give the affairs of a game to a viewer."""
    offer = live.affairs.offer
    gone = shown.gone(live, viewer, hotseat=hotseat)
    return AffairsTold(
        offer=OfferTold(offer.number, offer.what, offer.by, live.agreements.awaits(viewer)) if offer else None,
        may=shown.may_ask(live, viewer, hotseat=hotseat),
        gone=tuple(GoneTold(seat, since) for seat, since in gone),
        handed=tuple(seat for seat in live.game.seats if seat in live.affairs.handed),
        present=tuple(seat for seat in live.game.seats if seat in live.present),
    )
