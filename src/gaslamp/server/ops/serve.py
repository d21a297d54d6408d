"""The command `gaslamp serve`: takes the database and a port, says where it is, opens the browser, and serves."""

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
from gaslamp.server.http.connections import BACKLOG, Connections, allowed_files, most_connections
from gaslamp.server.http.heads import Headed
from gaslamp.server.http.protocols import HttpConnection, SocketConnection
from gaslamp.server.http.requests import Numbered
from gaslamp.server.ops import gc_tuning, logs
from gaslamp.server.ops.limits import LONGEST, PATIENCE
from gaslamp.server.ops.metrics import exposed
from gaslamp.server.ops.services import backend
from gaslamp.server.ops.settings import Settings
from gaslamp.web import rulebook

_PORTS: Final = 50  # so many are tried
_TURN: Final = 0.001  # seconds; who has written entries waits so long at most before it can tell, else five times that
_BUFFER: Final = 65536  # bytes that wait for a slow reader; more would be a queue of what is no longer true


class Server(uvicorn.Server):
    """A server that says when it can be reached, and lets streams end when it is stopped."""

    def __init__(self, app: App, ready: Callable[[], None] = lambda: None) -> None:
        super().__init__(configure(app))
        self._app = app
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.services.end_streams()
        await super().shutdown(sockets)


def serve(settings: Settings, say: Callable[[Message], None], *, browser: bool, log: bool) -> None:
    """Serve until somebody stops it."""
    logs.begin(settings.log_format, all_events=log)
    sys.setswitchinterval(_TURN)
    titles.check()
    locale.check()
    rulebook.check()
    lesson.check()
    for title in titles.titles():
        levels.of_title(title)  # raises BrokenTitle
    kept = backend(settings)
    kept.open()
    try:
        listening = listen(settings)
        app = make_app(settings, kept)
        gc_tuning.spare_what_stays()

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
        kept.close()


def configure(app: App) -> uvicorn.Config:
    """How we want to be served."""
    proxied = "FORWARDED_ALLOW_IPS" in os.environ
    most = most_connections(allowed_files())
    held = Connections(most, None) if proxied else Connections(most)
    return uvicorn.Config(
        Numbered(Headed(app), app.metrics),
        loop="auto",  # uvloop where it is installed: the extra `fast`
        http=cast("type[HttpConnection]", partial(HttpConnection, held)),
        log_config=None,  # what it has to say goes into our log
        access_log=False,  # ours has no queries in it
        log_level="warning",
        ws=cast("type[SocketConnection]", partial(SocketConnection, held, app.metrics.cut_off, app.now)),
        ws_max_size=LONGEST,
        ws_per_message_deflate=False,
        ws_ping_interval=PATIENCE / 2,  # who answers nothing is gone by then
        ws_ping_timeout=PATIENCE / 2,
        server_header=False,
        proxy_headers=proxied,
        backlog=BACKLOG,
        timeout_graceful_shutdown=3,
    )


def listen(settings: Settings) -> socket.socket:
    """Take the port that was asked for, or the next that is free."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    for port in range(settings.port, min(settings.port + _PORTS, 65536)) if settings.port else [0]:
        # Were TCP not named, the event loop would not know, and what is told second would wait for word of the first.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":  # there it would mean something else
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER)
        try:
            listening.bind((settings.host, port))
            listening.listen(BACKLOG)
        except PermissionError:
            listening.close()
        except OSError as error:
            listening.close()
            if isinstance(error, socket.gaierror) or error.errno not in _TAKEN:
                raise GaslampError("serve.no_host", host=settings.host) from None
        else:
            return listening
    raise GaslampError("serve.no_port", port=settings.port)


_TAKEN: Final = {48, 98, 10013, 10048}  # "address in use" on macOS, Linux and Windows


def _address(settings: Settings, listening: socket.socket) -> str:
    host = settings.host if settings.host not in sharing.EVERYWHERE else "localhost"
    port = listening.getsockname()[1]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def has_display(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Whether there is a screen to open a browser on."""
    if platform in {"win32", "darwin"}:
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))
