"""Who may come in: every request of a program passes here before its handler sees it.

No cookie is looked at, so that no page in somebody's browser can ask for anything in their name. Bodies must call
themselves JSON: a strange page cannot send that without our consent, which it never gets.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Request

from gaslamp.core.errors import Unreadable
from gaslamp.server.http import request_info
from gaslamp.server.ops.services import Services
from gaslamp.service.errors import Refusal
from gaslamp.service.lobby import tokens
from gaslamp.service.lobby.tokens import KnownVisitor

AnyRequest = Request[Any, Any, Any]

OPEN: Final = {"open": True}  # no token is asked for
SELDOM: Final = {"seldom": True}  # rationed as what browsers post: it makes something that stays

_BEARER: Final = "Bearer "


async def admit(request: AnyRequest) -> None:
    """Let a request in, or refuse it: by the name it calls us, by its number, by its token, by its body."""
    services: Services = request.scope["state"]["services"]
    asked = request.route_handler.opt
    if not request_info.knows_our_name(request, services.settings):
        raise Refusal(403, "web.error.forbidden")
    bucket = services.posts if asked.get("seldom") else services.frames
    if not bucket.take(request_info.address(request)):
        raise Refusal(429, "web.error.too_fast")
    if not asked.get("open"):
        request.scope["auth"] = await _account(request, services)
    await _check_body(request)


def received(request: AnyRequest) -> float:
    """When the head of a request was received, by the clock of the games."""
    at: float = request.scope["state"]["received"]
    return at


def account(request: AnyRequest) -> str:
    """The account of a request that was let in."""
    known: str = request.auth
    return known


def known(request: AnyRequest) -> KnownVisitor:
    """Who makes a request that was let in, as the lobby knows its visitors."""
    return KnownVisitor(account(request), request_info.address(request))


async def _account(request: AnyRequest, services: Services) -> str:
    given = request.headers.get("authorization", "")
    token = given.removeprefix(_BEARER) if given.startswith(_BEARER) else ""
    id = tokens.guest_id(token)
    if id is None or await services.lobby.program(id) is None:
        raise Refusal(401, "web.error.token")
    return id


async def _check_body(request: AnyRequest) -> None:
    """Refuse a body that is not exactly what the handler wants; the framework alone would take a 1 for a "1"."""
    wanted = request.route_handler.parsed_data_field
    if wanted is None:
        return
    if request.content_type[0] != "application/json":
        raise Refusal(415, "web.error.not_json")
    try:
        msgspec.json.decode(await request_info.body(request), type=wanted.annotation)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Unreadable("web.error.unreadable") from None
