"""ASGI middleware: request ids and access log, HEAD, rate limits by address; and the headers of every response."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from functools import partial
from typing import Any, Final, cast

import msgspec
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.types import ASGIApp, HTTPResponseBodyEvent, Message, Receive, Scope, Send

from gaslamp.core.messages import message as text_message
from gaslamp.locale import catalogue
from gaslamp.server.http import request_info
from gaslamp.server.ops.limits import DELAY, LONGEST_PATH, LONGEST_QUERY, Limits
from gaslamp.server.ops.metrics import Metrics

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
REQUEST_ID_HEADER: Final = "X-Request-Id"
RETRY_AFTER: Final = "5"  # seconds
_ACCESS: Final = logging.getLogger("gaslamp.access")
# The API has a rate of its own. Files of a page and the health check are cheap.
_UNCOUNTED: Final = re.compile(
    r"/(api|static|still)/|/(favicon\.svg|manifest\.webmanifest|sw\.js|offline)$|/healthz$|/rules/[^/]+/pictures/"
)


class RequestIdMiddleware:
    """Assigns an id to each request and socket, counts it and logs it, without query, cookies and body."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if str(scope["type"]) == "lifespan":
            await self._app(scope, receive, send)
            return
        id = secrets.token_hex(5)
        started = time.perf_counter()

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableScopeHeaders.from_message(message)[REQUEST_ID_HEADER] = id
                self._log(scope, message["status"], time.perf_counter() - started)
            await send(message)

        token = request_info.REQUEST_ID.set(id)
        try:
            await self._app(scope, receive, send if _is_socket(scope) else send_with_id)
        finally:
            request_info.REQUEST_ID.reset(token)

    def _log(self, scope: Scope, status: int, seconds: float) -> None:
        method, path = str(scope.get("method", "")), scope["path"][:LONGEST_PATH]
        self._metrics.answered(method, status, seconds)
        fields = {"method": method, "path": path, "status": status, "ms": round(seconds * 1000, 1)}
        _ACCESS.info("request", extra=fields)


class HeadMiddleware:
    """Handles HEAD as GET, and sends no body. A stream ends after its first part."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("method") != "HEAD":
            await self._app(scope, receive, send)
            return
        complete = False

        async def send_head(message: Message) -> None:
            nonlocal complete
            if message["type"] == "http.response.start":
                await send(message)
            elif not complete:
                complete = True
                empty: HTTPResponseBodyEvent = {"type": "http.response.body", "body": b"", "more_body": False}
                await send(empty)

        await self._app(cast("Scope", {**scope, "method": "GET"}), receive, send_head)


class RateLimitMiddleware:
    """Limits what one address may request: pages, requests at the same time, new sockets, long paths. Adds HEADERS.

    A rejection is delayed, so that a client that repeats its request at once does so once a second.
    """

    def __init__(self, app: ASGIApp, limits: Limits, metrics: Metrics) -> None:
        self._app = app
        self._limits = limits
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = request_info.address(ASGIConnection[Any, Any, Any, Any](scope))
        if not _is_socket(scope):
            send = partial(_send_with_headers, send)
        if len(scope["path"]) > LONGEST_PATH or len(scope["query_string"]) > LONGEST_QUERY:
            await _reject(scope, send, 414, "web.error.unreadable")
        elif _is_socket(scope):
            if self._limits.new_sockets.try_acquire(address):
                await self._app(scope, receive, send)
            else:
                self._metrics.cut_off("fast")
                await self._reject_later(address, scope, send)
        elif scope.get("method") != "GET":
            await self._wait(address)  # the semaphore is not held while the body is awaited
            await self._app(scope, receive, send)
        elif _UNCOUNTED.match(scope["path"]) or self._limits.pages.try_acquire(address):
            await self._handle_get(address, scope, receive, send)
        else:
            await self._reject_later(address, scope, send)

    async def _reject_later(self, address: str, scope: Scope, send: Send) -> None:
        await asyncio.sleep(DELAY)
        await self._wait(address)
        await _reject(scope, send, 429, "web.error.too_fast")

    async def _wait(self, address: str) -> None:
        await self._limits.requests.acquire(address)
        self._limits.requests.release(address)

    async def _handle_get(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Hold the semaphore of *address* until the response begins: a slow reader must not block other requests."""
        await self._limits.requests.acquire(address)
        held = True

        async def send_and_release(message: Message) -> None:
            nonlocal held
            if held:
                held = False
                self._limits.requests.release(address)
            await send(message)

        try:
            await self._app(scope, receive, send_and_release)
        finally:
            if held:
                self._limits.requests.release(address)


async def _send_with_headers(send: Send, message: Message) -> None:
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers[name] = value
        headers.setdefault("Cache-Control", "no-store")
    await send(message)


def _is_socket(scope: Scope) -> bool:
    return str(scope["type"]) == "websocket"


async def _reject(scope: Scope, send: Send, status: int, reason: str) -> None:
    """Send a short text in the client's language, as JSON to programs. It repeats nothing of the request."""
    if _is_socket(scope):
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
        return
    language = request_info.language(ASGIConnection[Any, Any, Any, Any](scope))
    text = catalogue(language).say(text_message(reason))
    if scope["path"].startswith("/api/"):
        body, media_type = msgspec.json.encode({"error": reason, "message": text}), "application/json"
    else:
        body, media_type = f"{text}\n".encode(), "text/plain; charset=utf-8"
    headers = {"Content-Type": media_type, "Content-Length": str(len(body))}
    if status == 429:
        headers["Retry-After"] = RETRY_AFTER
    encoded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": encoded})
    await send({"type": "http.response.body", "body": body, "more_body": False})
