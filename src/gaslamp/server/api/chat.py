"""The chat for programs: the same rooms, and the same patience, as for people."""

from __future__ import annotations

from functools import partial

from litestar import get, post
from litestar.params import FromPath, JSONBody

from gaslamp.server.api.door import AnyRequest
from gaslamp.server.api.errors import refusals
from gaslamp.server.api.found import found
from gaslamp.server.api.shapes import ChatTold, SaidTold, Say
from gaslamp.server.api.table import MySeat
from gaslamp.server.http import request_info
from gaslamp.server.ops.services import Shared
from gaslamp.service.lobby.chat import SHOWN, Conversation
from gaslamp.service.lobby.lobby import Speaker
from gaslamp.service.lobby.membership import Membership


@get("/games/{id:str}/chat", responses=refusals(404, 409), summary="What was said")
async def heard(request: AnyRequest, services: Shared, id: FromPath[str]) -> ChatTold:
    """Give the last hundred messages of the rooms one may read."""
    place = await found(request, services, id)
    return _told(place, await services.lobby.conversation(place))


@post("/games/{id:str}/chat", status_code=200, responses=refusals(404, 409, 503, body=True), summary="Say something")
async def say(
    request: AnyRequest, services: Shared, id: FromPath[str], data: JSONBody[Say], seat: MySeat = None
) -> ChatTold:
    """Write to all at the `table`, or to one's own `side` where it has several players."""
    place = await found(request, services, id)
    conversation = await services.lobby.conversation(place)
    slowed = partial(services.speeches.take, place.guest)
    speaker = Speaker(place.viewer(seat), request_info.address(request), slowed)
    await services.lobby.say(place, conversation, speaker, data.say, data.room)
    return _told(place, conversation)


def _told(place: Membership, conversation: Conversation) -> ChatTold:
    """What was said to whom may read it."""
    rooms = place.rooms
    said = conversation.visible(place.mine, rooms)[-SHOWN:]
    lines = tuple(SaidTold(one.room, one.seat, one.seat in place.mine, one.text) for one in said)
    return ChatTold(rooms, write=bool(rooms and place.mine), said=lines)


CHAT = [heard, say]
