"""The command `gaslamp serve`: open the database and a port, open the browser, run uvicorn."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Final, cast

import uvicorn

from gaslamp import locale, titles
from gaslamp.bots import levels
from gaslamp.core.errors import GaslampError
from gaslamp.core.messages import Message, message
from gaslamp.game import lesson
from gaslamp.server.http import sharing
from gaslamp.server.http.app import App, make_app
from gaslamp.server.http.middleware import HeadMiddleware, RequestIdMiddleware
from gaslamp.server.http.protocols import (
    BACKLOG,
    ConnectionLimit,
    HttpConnection,
    SocketConnection,
    connections_for,
    raise_file_limit,
)
from gaslamp.server.ops import gc_tuning, logs
from gaslamp.server.ops.limits import LONGEST, SEND_TIMEOUT
from gaslamp.server.ops.metrics import exposed
from gaslamp.server.ops.services import backend
from gaslamp.server.ops.settings import Settings
from gaslamp.web import rulebook

_PORTS: Final = 50  # ports that are tried
_SWITCH_INTERVAL: Final = 0.001  # seconds; the database thread interrupts the event loop briefly
_SEND_BUFFER: Final = 65536  # bytes; a larger one would hold outdated frames


class Server(uvicorn.Server):
    def __init__(self, app: App, ready: Callable[[], None] = lambda: None) -> None:
        super().__init__(configure(app))
        self._app = app
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.runtime.end_streams()
        await super().shutdown(sockets)


def serve(settings: Settings, say: Callable[[Message], None], *, browser: bool, log: bool) -> None:
    """Run a server until it is interrupted. Raises GaslampError if it cannot start."""
    logs.configure(settings.log_format, all_events=log)
    sys.setswitchinterval(_SWITCH_INTERVAL)
    titles.check()
    locale.check()
    rulebook.check()
    lesson.check()
    for title in titles.titles():
        levels.of_title(title)  # raises BrokenTitle
    database = backend(settings)
    database.open()
    try:
        listening = listen(settings)
        app = make_app(settings, database)
        gc_tuning.freeze_startup()

        def ready() -> None:
            address = _address(settings, listening)
            say(message("serve.ready", address=address))
            if not settings.local:
                say(message("serve.open_to_all", host=settings.host))
            nearby = sharing.address_in_network(settings, listening.getsockname()[1])
            if nearby is not None:
                say(message("serve.network", address=nearby))
            if browser and has_display():
                webbrowser.open(address)

        with listening, exposed(app.metrics, settings.metrics), suppress(KeyboardInterrupt):
            Server(app, ready).run(sockets=[listening])
    finally:
        database.close()


def configure(app: App) -> uvicorn.Config:
    proxied = "FORWARDED_ALLOW_IPS" in os.environ
    most = connections_for(raise_file_limit())
    limit = ConnectionLimit(most, None) if proxied else ConnectionLimit(most)
    return uvicorn.Config(
        RequestIdMiddleware(HeadMiddleware(app), app.metrics),
        loop="auto",  # uvloop where it is installed: the extra `fast`
        http=cast("type[HttpConnection]", partial(HttpConnection, limit)),
        log_config=None,  # see logs.configure
        access_log=False,  # RequestIdMiddleware logs without queries
        log_level="warning",
        ws=cast("type[SocketConnection]", partial(SocketConnection, limit, app.metrics.cut_off, app.now)),
        ws_max_size=LONGEST,
        ws_per_message_deflate=False,
        ws_ping_interval=SEND_TIMEOUT / 2,
        ws_ping_timeout=SEND_TIMEOUT / 2,
        server_header=False,
        proxy_headers=proxied,
        backlog=BACKLOG,
        timeout_graceful_shutdown=3,
    )


def listen(settings: Settings) -> socket.socket:
    """Listen on the port of the settings, or the next free one. Raises GaslampError."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    for port in range(settings.port, min(settings.port + _PORTS, 65536)) if settings.port else [0]:
        # With the protocol named, asyncio sets TCP_NODELAY.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":  # there it allows two servers on one port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        try:
            listening.bind((settings.host, port))
            listening.listen(BACKLOG)
        except PermissionError:
            listening.close()
        except OSError as error:
            listening.close()
            if isinstance(error, socket.gaierror) or error.errno not in _ADDRESS_IN_USE:
                raise GaslampError("serve.no_host", host=settings.host) from None
        else:
            return listening
    raise GaslampError("serve.no_port", port=settings.port)


_ADDRESS_IN_USE: Final = {48, 98, 10013, 10048}  # on macOS, Linux and Windows


def _address(settings: Settings, listening: socket.socket) -> str:
    host = settings.host if settings.host not in sharing.EVERYWHERE else "localhost"
    port = listening.getsockname()[1]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{settings.base_path}"


def has_display(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    if platform in {"win32", "darwin"}:
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))
