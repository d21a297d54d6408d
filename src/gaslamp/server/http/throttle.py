"""ASGI middleware that limits what one address may request: pages, requests at the same time, new sockets, long paths.

A rejected request is answered after a delay, so that a client which repeats it at once does so once a second.
"""

from __future__ import annotations

import asyncio
import re
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from gaslamp.core.messages import message
from gaslamp.locale import catalogue
from gaslamp.server.http import request_info
from gaslamp.server.http.headers import HEADERS
from gaslamp.server.ops.limits import DELAY, LONGEST_PATH, LONGEST_QUERY
from gaslamp.server.ops.services import Services

RETRY_AFTER: Final = "5"  # seconds
# The API has a rate of its own. Files of a page and the health check are cheap.
_UNCOUNTED: Final = re.compile(r"/(api|static|still)/|/favicon\.svg$|/healthz$|/rules/[^/]+/pictures/")


class Throttle:
    """Passes requests on to an application unless their address has made too many."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        services: Services = scope["state"]["services"]
        address = request_info.address(ASGIConnection[Any, Any, Any, Any](scope))
        if len(scope["path"]) > LONGEST_PATH or len(scope["query_string"]) > LONGEST_QUERY:
            await _reject(scope, send, 414, "web.error.unreadable")
        elif _is_socket(scope):
            if services.arrivals.take(address):
                await self._app(scope, receive, send)
            else:
                services.metrics.cut_off("fast")
                await asyncio.sleep(DELAY)
                await self._turn(services, address)
                await _reject(scope, send, 429, "web.error.too_fast")
        elif scope.get("method") != "GET":
            await self._turn(services, address)  # the place is not held while the body is awaited
            await self._app(scope, receive, send)
        elif _UNCOUNTED.match(scope["path"]) or services.pages.take(address):
            await self._in_turn(services, address, scope, receive, send)
        else:
            await asyncio.sleep(DELAY)
            await self._turn(services, address)
            await _reject(scope, send, 429, "web.error.too_fast")

    async def _turn(self, services: Services, address: str) -> None:
        """Wait until requests of other addresses had a turn."""
        await services.requests.enter(address)
        services.requests.leave(address)

    async def _in_turn(self, services: Services, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a GET when its address has a free place. A slow reader does not hold the place."""
        await services.requests.enter(address)
        held = True

        async def sending(message: Message) -> None:
            nonlocal held
            if held:
                held = False
                services.requests.leave(address)
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            if held:
                services.requests.leave(address)


def _is_socket(scope: Scope) -> bool:
    return str(scope["type"]) == "websocket"


async def _reject(scope: Scope, send: Send, status: int, reason: str) -> None:
    """Send a short text in the visitor's language. Nothing of the request is repeated in it."""
    if _is_socket(scope):
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
        return
    language = request_info.language(ASGIConnection[Any, Any, Any, Any](scope))
    body = f"{catalogue(language).say(message(reason))}\n".encode()
    headers = {**HEADERS, "Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8"}
    headers["Content-Length"] = str(len(body))
    if status == 429:
        headers["Retry-After"] = RETRY_AFTER
    encoded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": encoded})
    await send({"type": "http.response.body", "body": body, "more_body": False})
