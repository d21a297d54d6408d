"""A short id for every request and every socket: it stands in the answer, in what people can quote, and in the log."""

from __future__ import annotations

import logging
import secrets
import time
from contextvars import ContextVar
from typing import Final

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from gaslamp.server.ops.limits import LONGEST_PATH
from gaslamp.server.ops.metrics import Metrics

HEADER: Final = "X-Request-Id"
_ACCESS: Final = logging.getLogger("gaslamp.access")
_CURRENT: Final[ContextVar[str]] = ContextVar("request", default="")


def current() -> str:
    """The id of the request or socket that is being served, nothing outside of any."""
    return _CURRENT.get()


class Numbered:
    """An application whose requests have ids, are counted and are noted: never a query, a cookie or a body."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if str(scope["type"]) == "lifespan":
            await self._app(scope, receive, send)
            return
        id = secrets.token_hex(5)
        began = time.perf_counter()

        async def sending(message: Message) -> None:
            if message["type"] in {"http.response.start", "websocket.accept"}:
                message["headers"] = [*message.get("headers", ()), (HEADER.lower().encode(), id.encode())]
            if message["type"] == "http.response.start":
                self._note(scope, message["status"], time.perf_counter() - began)
            await send(message)

        before = _CURRENT.set(id)
        try:
            await self._app(scope, receive, sending)
        finally:
            _CURRENT.reset(before)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        method = str(scope.get("method", ""))
        self._metrics.answered(method, status, seconds)
        told = {
            "method": method,
            "path": scope["path"][:LONGEST_PATH],
            "status": status,
            "ms": round(seconds * 1000, 1),
        }
        _ACCESS.info("request", extra=told)
