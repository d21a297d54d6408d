"""Runs the ASGI application for one visitor: requests and sockets are function calls, and cookies are kept here."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import unquote, urlsplit

from gaslamp.server.http.app import App
from gaslamp.server.http.middleware import HeadMiddleware, RequestIdMiddleware

_HOST: Final = b"localhost"
_FRAMED: Final = ("frame-ancestors 'none'", "frame-ancestors 'self'")  # pages are shown in a frame of the shell
_OURS: Final = [(b"host", _HOST), (b"origin", b"http://" + _HOST)]
_DROPPED: Final = frozenset({"set-cookie", "content-length"})


class Reply(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


class CookieJar:
    """The visitor's cookies, in a file. A service worker cannot set cookies."""

    def __init__(self, file: Path) -> None:
        self._file = file
        with suppress(OSError, ValueError):
            self._cookies = {str(name): str(value) for name, value in json.loads(file.read_text()).items()}
            return
        self._cookies = {}

    def header(self) -> bytes:
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items()).encode()

    def store(self, header: str) -> None:
        cookies: SimpleCookie = SimpleCookie()
        with suppress(CookieError):
            cookies.load(header)
        self._cookies |= {name: morsel.value for name, morsel in cookies.items()}
        self._file.write_text(json.dumps(self._cookies))


class Socket:
    """One WebSocket of a page. *send* gets its frames, and None once it is closed."""

    def __init__(self, send: Callable[[str | None], None]) -> None:
        self._send = send
        self._received: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._received.put_nowait({"type": "websocket.connect"})
        self.task: asyncio.Task[None] | None = None

    def receive(self, text: str | None) -> None:
        """Pass on a frame of the page; None if the page closed the socket."""
        if text is None:
            self._received.put_nowait({"type": "websocket.disconnect", "code": 1001})
        else:
            self._received.put_nowait({"type": "websocket.receive", "text": text})

    async def run(self, app: Any, scope: Mapping[str, Any]) -> None:
        try:
            await app(scope, self._received.get, self._answer)
        finally:
            self._send(None)

    async def _answer(self, event: Mapping[str, Any]) -> None:
        if event["type"] == "websocket.send":
            self._send(event.get("text") or event.get("bytes", b"").decode())
        elif event["type"] == "websocket.close":
            self._send(None)


class Host:
    def __init__(self, app: App, jar: CookieJar) -> None:
        self._lifespan_app = app
        self._app = RequestIdMiddleware(HeadMiddleware(app), app.metrics)
        self._jar = jar
        self._to_lifespan: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._sockets: set[Socket] = set()
        self._running: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the application. Raises RuntimeError if it cannot start."""
        answers: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
        scope = {"type": "lifespan", "asgi": {"version": "3.0"}}
        self._running = asyncio.create_task(self._lifespan_app(scope, self._to_lifespan.get, answers.put))
        self._to_lifespan.put_nowait({"type": "lifespan.startup"})
        answer = await answers.get()
        if answer["type"] != "lifespan.startup.complete":
            raise RuntimeError(answer.get("message", ""))

    async def stop(self) -> None:
        """Flush what is waiting to be saved."""
        for socket in tuple(self._sockets):
            socket.receive(None)
        if self._running is not None:
            self._to_lifespan.put_nowait({"type": "lifespan.shutdown"})
            await self._running

    async def request(self, method: str, url: str, headers: Mapping[str, str], body: bytes) -> Reply:
        scope = self._scope("http", url, headers) | {"method": method, "http_version": "1.1", "scheme": "http"}
        parts: list[bytes] = []
        started: dict[str, Any] = {"status": 500, "headers": []}
        pending = [{"type": "http.request", "body": body, "more_body": False}]
        disconnected: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

        async def receive() -> dict[str, Any]:
            return pending.pop() if pending else await disconnected

        async def send(event: Any) -> None:
            if event["type"] == "http.response.start":
                started.update(event)
            else:
                parts.append(event.get("body", b""))

        await self._app(scope, receive, send)  # type: ignore[arg-type]
        return Reply(started["status"], self._answer_headers(started["headers"]), b"".join(parts))

    def connect(self, url: str, language: str, send: Callable[[str | None], None]) -> Socket:
        socket = Socket(send)
        scope = self._scope("websocket", url, {"accept-language": language}) | {"scheme": "ws", "subprotocols": []}
        self._sockets.add(socket)
        socket.task = asyncio.create_task(socket.run(self._app, scope))
        socket.task.add_done_callback(lambda _: self._sockets.discard(socket))
        return socket

    def _scope(self, kind: str, url: str, headers: Mapping[str, str]) -> dict[str, Any]:
        parts = urlsplit(url)
        sent = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        cookie = self._jar.header()
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "path": unquote(parts.path),
            "raw_path": parts.path.encode(),
            "query_string": parts.query.encode(),
            "root_path": "",
            "headers": [*sent, *_OURS, *([(b"cookie", cookie)] if cookie else [])],
            "client": ("127.0.0.1", 0),
            "server": ("localhost", None),
            "state": {},
        }

    def _answer_headers(self, headers: Any) -> dict[str, str]:
        kept: dict[str, str] = {}
        for name, value in ((raw[0].decode().lower(), raw[1].decode()) for raw in headers):
            if name == "set-cookie":
                self._jar.store(value)
            if name not in _DROPPED:
                kept[name] = value.replace(*_FRAMED)
        return kept
