"""Handlers for one game: state, actions, offers, chat, record."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final

from litestar import MediaType, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody

from gaslamp.core.errors import IllegalAction
from gaslamp.core.records import record
from gaslamp.game import requests
from gaslamp.game.requests import Request, is_resent
from gaslamp.locale import catalogue
from gaslamp.server.api.dependencies import PlaceDep, SeatQuery, received_at
from gaslamp.server.api.errors import refusals
from gaslamp.server.api.schemas import AtStep, ChatOut, GameOut, HintOut, Nonce, StateOut
from gaslamp.server.api.serializers import chat_out, game_out, state_out
from gaslamp.server.api.updates import NDJSON, Updates
from gaslamp.server.http import request_info
from gaslamp.server.http.request_info import AnyRequest
from gaslamp.server.ops.metrics import Metrics
from gaslamp.server.ops.services import LimitsDep, LobbyDep
from gaslamp.service.errors import Refusal
from gaslamp.service.games.assistance import Advice, hint_request
from gaslamp.service.lobby.lobby import Speaker
from gaslamp.service.lobby.membership import Membership
from gaslamp.service.lobby.requests import Say
from gaslamp.workers.shared import SharedJobs

_OK: Final = 200
_LINES: Final = ResponseSpec(StateOut, generate_examples=False, media_type=NDJSON, description="One state per line")


@get("/games/{id:str}/state", responses=refusals(404, 409), summary="View, legal actions and news of my seat")
async def state(place: PlaceDep, seat: SeatQuery = None) -> StateOut:
    return state_out(place, place.viewer(seat))


@get(
    "/games/{id:str}/updates", media_type=NDJSON, responses=refusals(404, 409) | {_OK: _LINES}, summary="Stream states"
)
async def updates(
    request: AnyRequest,
    place: PlaceDep,
    lobby: LobbyDep,
    limits: LimitsDep,
    metrics: NamedDependency[Metrics],
    stopping: NamedDependency[asyncio.Event],
    seat: SeatQuery = None,
) -> Updates:
    """Send a line now, after every step and change of status, and a blank line after 15 quiet seconds.

    The stream ends with the game.
    """
    return Updates(place, place.viewer(seat), request_info.address(request), lobby, limits, metrics, stopping)


@post("/games/{id:str}/play", status_code=_OK, responses=refusals(404, 409, body=True), summary="Play an action")
async def play(request: AnyRequest, place: PlaceDep, data: JSONBody[requests.Play], seat: SeatQuery = None) -> StateOut:
    """Play a legal action. A request that is sent twice is done once: the second time its step is stale.

    With `again` the second one is answered with the state.
    """
    return await _submit(request, place, data, seat)


@post("/games/{id:str}/undo", status_code=_OK, responses=refusals(404, 409, body=True), summary="Undo an action")
async def undo(request: AnyRequest, place: PlaceDep, data: JSONBody[AtStep], seat: SeatQuery = None) -> StateOut:
    """Undo the last action, while `may_undo` of the state is true."""
    return await _submit(request, place, requests.Undo(data.step), seat)


@post("/games/{id:str}/resign", status_code=_OK, responses=refusals(404, 409), summary="Resign for my whole side")
async def resign(request: AnyRequest, place: PlaceDep, seat: SeatQuery = None) -> StateOut:
    return await _submit(request, place, requests.Resign(), seat)


@post("/games/{id:str}/hint", status_code=_OK, responses=refusals(404, 409, 503, body=True), summary="Get a hint")
async def hint(
    request: AnyRequest,
    place: PlaceDep,
    limits: LimitsDep,
    jobs: NamedDependency[SharedJobs],
    data: JSONBody[AtStep],
    seat: SeatQuery = None,
) -> HintOut:
    """Return the action of the strongest bot, in games with hints. All players see that you got a hint."""
    acting, live = place.seat(seat), place.live
    if not limits.hints.try_acquire(request_info.address(request)):
        raise Refusal(429, "web.error.too_fast")
    update = live.update(acting)
    await live.announce_hint(acting, data.step, received_at(request))
    plan = live.plan(acting, update.step)
    advice: Advice | None = await jobs.wait(hint_request(live.id, live.game, acting, update, plan))
    if advice is None:
        raise Refusal(503, "web.hint.none")
    live.keep_plan(acting, update.step, advice.plan)
    reasons = map(catalogue(request_info.language(request)).say, advice.reasons)
    return HintOut(data.step, live.hint_level(acting) or "", advice.notation, tuple(reasons))


@post("/games/{id:str}/nonce", status_code=_OK, responses=refusals(404, 409, body=True), summary="Add a nonce")
async def nonce(place: PlaceDep, data: JSONBody[Nonce], seat: SeatQuery = None) -> GameOut:
    """Add the nonce of a seat to the draws, within 30 seconds of the commitment, if it promised one (`own_nonce`)."""
    viewer = place.viewer(seat)
    if viewer not in place.live.waiting_room.lacking:
        raise IllegalAction("error.stale")
    await place.live.add_nonces({viewer: data.nonce})
    return game_out(place)


@post("/games/{id:str}/ask", status_code=_OK, responses=refusals(404, 409, body=True), summary="Make an offer")
async def ask(request: AnyRequest, place: PlaceDep, data: JSONBody[requests.Ask], seat: SeatQuery = None) -> StateOut:
    """Offer a `pause`, an `undo` of the last activation, or to `hand_over SEAT`, which is deserted, to a bot."""
    acting = place.seat(seat)
    await place.ask(acting, data, received_at(request))
    return state_out(place, acting)


@post("/games/{id:str}/reply", status_code=_OK, responses=refusals(404, 409, body=True), summary="Reply to an offer")
async def reply(
    request: AnyRequest, place: PlaceDep, data: JSONBody[requests.Reply], seat: SeatQuery = None
) -> StateOut:
    """Accept or decline the offer of this number, or withdraw your own."""
    return await _submit(request, place, data, seat)


@post("/games/{id:str}/resume", status_code=_OK, responses=refusals(404, 409), summary="End a pause, without agreement")
async def resume(request: AnyRequest, place: PlaceDep, seat: SeatQuery = None) -> StateOut:
    return await _submit(request, place, requests.Resume(), seat)


@post(
    "/games/{id:str}/take_seat", status_code=_OK, responses=refusals(404, 409), summary="Take my seat back from a bot"
)
async def take_seat(request: AnyRequest, place: PlaceDep, seat: SeatQuery = None) -> StateOut:
    return await _submit(request, place, requests.TakeSeat(), seat)


@get("/games/{id:str}/chat", responses=refusals(404, 409), summary="The last hundred messages that I may read")
async def read_chat(place: PlaceDep, lobby: LobbyDep) -> ChatOut:
    return chat_out(place, await lobby.conversation(place))


@post("/games/{id:str}/chat", status_code=_OK, responses=refusals(404, 409, 503, body=True), summary="Write a message")
async def write_chat(
    request: AnyRequest,
    place: PlaceDep,
    lobby: LobbyDep,
    limits: LimitsDep,
    data: JSONBody[Say],
    seat: SeatQuery = None,
) -> ChatOut:
    """Write to the whole `table`, or to your own `side` if it has several players."""
    conversation = await lobby.conversation(place)
    allowed = partial(limits.account_chat.try_acquire, place.guest)
    speaker = Speaker(place.viewer(seat), request_info.address(request), allowed)
    await lobby.say(place, conversation, speaker, data)
    return chat_out(place, conversation)


@get(
    "/games/{id:str}/record",
    media_type=MediaType.TEXT,
    responses=refusals(404, 409),
    summary="Record of a finished game",
)
async def game_record(place: PlaceDep) -> Response[str]:
    return Response(record.write(place.live.record()), media_type=MediaType.TEXT)


async def _submit(request: AnyRequest, place: Membership, wanted: Request, seat: str | None) -> StateOut:
    """Apply a request of a seat, and return the new state of the seat. Raises IllegalAction."""
    acting = place.seat(seat)
    try:
        await place.live.submit(wanted, acting, received_at(request))
    except IllegalAction:
        if not is_resent(wanted):
            raise
    return state_out(place, acting)


TABLE: Final = [
    state, updates, play, undo, resign, hint, nonce, ask, reply, resume, take_seat, read_chat, write_chat, game_record,
]  # fmt: skip
