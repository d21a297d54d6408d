"""Checks of every API request before its handler runs: host, rate limit, token, body.

Cookies are ignored, and bodies must have the content type of JSON: so no web page can send a request with a user's
credentials.
"""

from __future__ import annotations

from typing import Final

import msgspec

from gaslamp.core.errors import Unreadable
from gaslamp.server.http import request_info
from gaslamp.server.http.request_info import AnyRequest
from gaslamp.server.ops.services import Runtime
from gaslamp.service.errors import Refusal
from gaslamp.service.lobby import tokens
from gaslamp.service.lobby.members import People
from gaslamp.service.lobby.tokens import KnownVisitor

# Options of handlers.
NO_TOKEN: Final = {"no_token": True}
CREATES: Final = {"creates": True}  # limited like the POST requests of browsers

_BEARER: Final = "Bearer "


async def check_request(request: AnyRequest) -> None:
    """Set `request.auth` to the account id. Raises Refusal or Unreadable."""
    runtime: Runtime = request.scope["state"]["runtime"]
    options = request.route_handler.opt
    if not request_info.is_allowed_host(request, runtime.settings):
        raise Refusal(403, "web.error.forbidden")
    buckets = runtime.limits.posts if options.get("creates") else runtime.limits.frames
    if not buckets.try_acquire(request_info.address(request)):
        raise Refusal(429, "web.error.too_fast")
    if not options.get("no_token"):
        request.scope["auth"] = await _authenticate(request, runtime.people)
    await _check_body(request)


def account(request: AnyRequest) -> str:
    id: str = request.auth
    return id


def visitor(request: AnyRequest) -> KnownVisitor:
    return KnownVisitor(account(request), request_info.address(request))


async def _authenticate(request: AnyRequest, people: People) -> str:
    header = request.headers.get("authorization", "")
    token = header.removeprefix(_BEARER) if header.startswith(_BEARER) else ""
    id = tokens.guest_id(token)
    if id is None or await people.program(id) is None:
        raise Refusal(401, "web.error.token")
    return id


async def _check_body(request: AnyRequest) -> None:
    """Decode the body strictly. Litestar alone would convert 1 to "1"."""
    field = request.route_handler.parsed_data_field
    if field is None:
        return
    if request.content_type[0] != "application/json":
        raise Refusal(415, "web.error.not_json")
    try:
        msgspec.json.decode(await request_info.body(request), type=field.annotation)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Unreadable("web.error.unreadable") from None
