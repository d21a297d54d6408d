"""Requests to switch notices of turns on and off for a browser."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import Router, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from msgspec import Meta, Struct

from gaslamp.server.http import request_info
from gaslamp.server.http.posts import BrowserVisitor, Json, check_origin, decode, json_response
from gaslamp.server.http.request_info import AnyRequest
from gaslamp.server.ops.services import LobbyDep
from gaslamp.service.people.notices import TurnNotices
from gaslamp.service.people.web_push import Subscription

NoticesDep = NamedDependency[TurnNotices]


class Withdrawn(Struct, frozen=True, forbid_unknown_fields=True):
    endpoint: Annotated[str, Meta(max_length=1024)]


@post("/notices", status_code=200)
async def subscribe(request: AnyRequest, lobby: LobbyDep, notices: NoticesDep) -> Json:
    """Send notices to the visitor's browser. A new visitor becomes a guest."""
    if notices.key is None:
        raise NotFoundException
    body, visitor = await decode(request, Subscription), BrowserVisitor(request, lobby)
    guest, session = await visitor.settle(), request_info.identity(request).session
    await notices.subscribe(guest, session, body, request_info.language(request))
    return json_response({}, visitor.cookies)


@post("/notices/withdraw", status_code=200)
async def withdraw(request: AnyRequest, notices: NoticesDep) -> Json:
    body, guest = await decode(request, Withdrawn), request_info.claimed_guest(request)
    if guest is not None:
        await notices.withdraw(guest, body.endpoint)
    return json_response({})


NOTICES: Final[list[Any]] = [Router("/", route_handlers=[subscribe, withdraw], before_request=check_origin)]
