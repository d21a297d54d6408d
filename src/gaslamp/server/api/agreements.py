"""What is agreed on besides the game: asking, answering, going on, a seat taken back, a game closed or played again."""

from __future__ import annotations

from litestar import post
from litestar.params import FromPath, JSONBody

from gaslamp.game import requests
from gaslamp.server.api import told
from gaslamp.server.api.door import SELDOM, AnyRequest, received
from gaslamp.server.api.errors import refusals
from gaslamp.server.api.found import found, submitted, summary
from gaslamp.server.api.shapes import Ask, GameTold, Reply, StateTold
from gaslamp.server.api.table import MySeat
from gaslamp.server.ops.services import Shared


@post("/games/{id:str}/ask", status_code=200, responses=refusals(404, 409, body=True), summary="Ask the others")
async def ask(
    request: AnyRequest, services: Shared, id: FromPath[str], data: JSONBody[Ask], seat: MySeat = None
) -> StateTold:
    """Ask for a `pause`, an `undo` of the last activation, or to `hand_over SEAT`, which is deserted, to a bot."""
    place = await found(request, services, id)
    mine = place.seat(seat)
    await place.ask(mine, data.ask, received(request))
    return told.state(place, mine)


@post("/games/{id:str}/reply", status_code=200, responses=refusals(404, 409, body=True), summary="Answer an offer")
async def reply(
    request: AnyRequest, services: Shared, id: FromPath[str], data: JSONBody[Reply], seat: MySeat = None
) -> StateTold:
    """Agree to the offer of this number, or do not; who made it withdraws it."""
    return await submitted(request, services, id, seat, lambda mine: requests.Reply(mine, data.reply, data.agree))


@post("/games/{id:str}/resume", status_code=200, responses=refusals(404, 409), summary="Go on after a pause")
async def resume(request: AnyRequest, services: Shared, id: FromPath[str], seat: MySeat = None) -> StateTold:
    """End a pause; nobody has to agree."""
    return await submitted(request, services, id, seat, requests.Resume)


@post("/games/{id:str}/take_seat", status_code=200, responses=refusals(404, 409), summary="Take my seat back")
async def take_seat(request: AnyRequest, services: Shared, id: FromPath[str], seat: MySeat = None) -> StateTold:
    """Take one's seat back from the bot it was handed to."""
    return await submitted(request, services, id, seat, requests.TakeSeat)


@post("/games/{id:str}/abort", status_code=200, responses=refusals(404, 409), summary="Close a game")
async def abort(request: AnyRequest, services: Shared, id: FromPath[str]) -> GameTold:
    """Close a game in which no player has finished anything yet; only who made it may."""
    await services.lobby.close(await found(request, services, id))
    return await summary(request, services, id)


@post("/games/{id:str}/rematch", status_code=200, opt=SELDOM, responses=refusals(404, 409, 503), summary="Play again")
async def rematch(request: AnyRequest, services: Shared, id: FromPath[str]) -> GameTold:
    """Give the game that follows a finished one with the sides swapped; whoever asks first makes it."""
    place = await found(request, services, id)
    place.check_plays()
    return await summary(request, services, await services.lobby.rematch(place))


AGREEMENTS = [ask, reply, resume, take_seat, abort, rematch]
