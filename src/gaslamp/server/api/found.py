"""The game that a request of a program is about: one that its account belongs to."""

from __future__ import annotations

from collections.abc import Callable

from gaslamp.core.game import Seat
from gaslamp.game.requests import Request
from gaslamp.server.api import told
from gaslamp.server.api.door import AnyRequest, account, received
from gaslamp.server.api.shapes import GameTold, StateTold
from gaslamp.server.ops.services import Services
from gaslamp.service.lobby.membership import Membership


async def found(request: AnyRequest, services: Services, id: str) -> Membership:
    """The place of whoever asks; for a while they count as there."""
    place = await services.lobby.find(id, account(request))
    place.live.attendance.record_request(place.mine)
    await place.start_clocks()
    return place


async def summary(request: AnyRequest, services: Services, id: str) -> GameTold:
    """A game of whoever asks."""
    return told.summary(await found(request, services, id))


async def submitted(
    request: AnyRequest, services: Services, id: str, seat: str | None, wanted: Callable[[Seat], Request]
) -> StateTold:
    """Do what is wanted of a game in one of the seats of whoever asks, and give what that seat sees then."""
    place = await found(request, services, id)
    mine = place.seat(seat)
    await place.live.submit(wanted(mine), received(request))
    return told.state(place, mine)
