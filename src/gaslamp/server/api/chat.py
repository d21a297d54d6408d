"""The chat for programs: the same rooms, and the same patience, as for people."""

from __future__ import annotations

from functools import partial

from litestar import get, post
from litestar.params import FromPath, JSONBody

from gaslamp.server.api import place
from gaslamp.server.api.door import AnyRequest, account
from gaslamp.server.api.errors import refusals
from gaslamp.server.api.place import Place
from gaslamp.server.api.shapes import ChatTold, SaidTold, Say
from gaslamp.server.api.table import MySeat
from gaslamp.server.http import request_info
from gaslamp.server.lobby import chat, deeds
from gaslamp.server.lobby.chat import Conversation
from gaslamp.server.lobby.deeds import Speaker
from gaslamp.server.ops.services import Shared


@get("/games/{id:str}/chat", responses=refusals(404, 409), summary="What was said")
async def heard(request: AnyRequest, services: Shared, id: FromPath[str]) -> ChatTold:
    """Give the last hundred messages of the rooms one may read."""
    found = await place.find(services, id, account(request))
    return _told(found, await services.chat.open(id, found.live.game))


@post("/games/{id:str}/chat", status_code=200, responses=refusals(404, 409, 503, body=True), summary="Say something")
async def say(
    request: AnyRequest, services: Shared, id: FromPath[str], data: JSONBody[Say], seat: MySeat = None
) -> ChatTold:
    """Write to all at the `table`, or to one's own `side` where it has several players."""
    found = await place.find(services, id, account(request))
    conversation = await services.chat.open(id, found.live.game)
    slowed = partial(services.speeches.take, found.account)
    speaker = Speaker(found.viewer(seat), found.mine, request_info.address(request), slowed)
    await deeds.say(services, found.live, found.members, conversation, speaker, data.say, data.room)
    return _told(found, conversation)


def _told(found: Place, conversation: Conversation) -> ChatTold:
    """Give what was said to whom may read it; where there is no table to be seen there is no chat either."""
    seen = found.phase != "waiting" and not found.live.closed
    rooms = chat.rooms(found.live.game, found.members, found.mine) if seen else ()
    said = conversation.heard(found.mine, rooms)[-chat.SHOWN :]
    lines = tuple(SaidTold(one.room, one.seat, one.seat in found.mine, one.text) for one in said)
    return ChatTold(rooms, write=bool(rooms and found.mine), said=lines)


CHAT = [heard, say]
