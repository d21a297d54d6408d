"""At the table: what one's seat sees, what it does, the stream of what it is told, and the record at the end."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from litestar import MediaType, Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter

from gaslamp.core.errors import IllegalAction
from gaslamp.core.records import record
from gaslamp.game import requests
from gaslamp.locale import catalogue
from gaslamp.server.api import told
from gaslamp.server.api.door import AnyRequest, received
from gaslamp.server.api.errors import refusals
from gaslamp.server.api.found import found, submitted
from gaslamp.server.api.shapes import GameTold, Hint, HintTold, Nonce, Play, StateTold, Undo
from gaslamp.server.api.updates import NDJSON, Updates
from gaslamp.server.http import request_info
from gaslamp.server.ops.services import Shared
from gaslamp.service.errors import Refusal
from gaslamp.service.games.assistance import Advice, hint_request

MySeat: TypeAlias = Annotated[
    str | None, QueryParameter(description="One of your seats; needless if you have only one, or watch.")
]


@get("/games/{id:str}/state", responses=refusals(404, 409), summary="What my seat sees")
async def state(request: AnyRequest, services: Shared, id: FromPath[str], seat: MySeat = None) -> StateTold:
    """Give the view, the legal actions and the news of a seat."""
    place = await found(request, services, id)
    return told.state(place, place.viewer(seat))


@get(
    "/games/{id:str}/updates",
    media_type=NDJSON,
    responses=refusals(404, 409)
    | {200: ResponseSpec(StateTold, generate_examples=False, media_type=NDJSON, description="Lines of this")},
    summary="What my seat sees, from now on",
)
async def updates(request: AnyRequest, services: Shared, id: FromPath[str], seat: MySeat = None) -> Updates:
    """Give a line now, at every step and change of status, a blank one after 15 quiet seconds; the last ends it."""
    place = await found(request, services, id)
    return Updates(services, place, place.viewer(seat), request_info.address(request))


@post("/games/{id:str}/play", status_code=200, responses=refusals(404, 409, body=True), summary="Play an action")
async def play(
    request: AnyRequest, services: Shared, id: FromPath[str], data: JSONBody[Play], seat: MySeat = None
) -> StateTold:
    """Play one of the legal actions. Sent twice it is done once: the second time its step is stale."""
    return await submitted(request, services, id, seat, lambda mine: requests.Play(mine, data.action, data.step))


@post("/games/{id:str}/undo", status_code=200, responses=refusals(404, 409, body=True), summary="Take an action back")
async def undo(
    request: AnyRequest, services: Shared, id: FromPath[str], data: JSONBody[Undo], seat: MySeat = None
) -> StateTold:
    """Take back the last action, while the state says that one may."""
    return await submitted(request, services, id, seat, lambda mine: requests.Undo(mine, data.step))


@post("/games/{id:str}/resign", status_code=200, responses=refusals(404, 409), summary="Give up")
async def resign(request: AnyRequest, services: Shared, id: FromPath[str], seat: MySeat = None) -> StateTold:
    """Give the game up, for one's whole side."""
    return await submitted(request, services, id, seat, requests.Resign)


@post("/games/{id:str}/hint", status_code=200, responses=refusals(404, 409, 503, body=True), summary="Ask for advice")
async def hint(
    request: AnyRequest, services: Shared, id: FromPath[str], data: JSONBody[Hint], seat: MySeat = None
) -> HintTold:
    """Tell what the strongest bot would do in one's place, where hints were agreed on; all are told that one asked."""
    place = await found(request, services, id)
    mine, live = place.seat(seat), place.live
    if not services.hints.take(request_info.address(request)):
        raise Refusal(429, "web.error.too_fast")
    update = live.update(mine)
    await live.announce_hint(mine, data.step, received(request))
    advice: Advice | None = await services.jobs.wait(hint_request(live.id, live.game, mine, update))
    if advice is None:
        raise Refusal(503, "web.hint.none")
    words = catalogue(request_info.language(request))
    return HintTold(data.step, live.hint_level(mine) or "", advice.notation, tuple(map(words.say, advice.reasons)))


@post("/games/{id:str}/nonce", status_code=200, responses=refusals(404, 409, body=True), summary="Bring a nonce")
async def nonce(
    request: AnyRequest, services: Shared, id: FromPath[str], data: JSONBody[Nonce], seat: MySeat = None
) -> GameTold:
    """Add to the draws what a seat promised to (`own_nonce`), when the commitment is known: within 30 seconds."""
    place = await found(request, services, id)
    mine = place.viewer(seat)
    if mine not in place.live.waiting_room.lacking:
        raise IllegalAction("error.stale")
    await place.live.add_nonces({mine: data.nonce})
    return told.summary(place)


@get(
    "/games/{id:str}/record",
    media_type=MediaType.TEXT,
    responses=refusals(404, 409),
    summary="The record of a finished game",
)
async def game_record(request: AnyRequest, services: Shared, id: FromPath[str]) -> Response[str]:
    """Give the whole game on paper, when it is over."""
    place = await found(request, services, id)
    return Response(record.write(place.live.record()), media_type=MediaType.TEXT)


TABLE = [state, updates, play, undo, resign, hint, nonce, game_record]
