"""Puts a server together: handlers, headers, limits, and the services that live as long as it does."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache, partial
from typing import Any, Final

from litestar import Litestar, Request, Response, Router
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.types import Scope

from gaslamp.server.api import errors as api_errors
from gaslamp.server.api.router import API, PATH, schema
from gaslamp.server.http import errors, headers
from gaslamp.server.http.pages import COMPRESSED, PAGES
from gaslamp.server.http.posts import POSTS
from gaslamp.server.http.rules import RULES
from gaslamp.server.http.throttle import Throttle
from gaslamp.server.lessons.pages import LESSONS
from gaslamp.server.lessons.socket import lesson_socket
from gaslamp.server.ops.limits import LONGEST
from gaslamp.server.ops.metrics import Metrics
from gaslamp.server.ops.services import Services, backend, running
from gaslamp.server.ops.settings import Settings
from gaslamp.server.wire.socket import table_socket
from gaslamp.storage.database import Backend

_PAGES: Final = (*PAGES, *RULES, *LESSONS, *POSTS)


class App:
    """The handlers on a database, and the services they ask, which live as long as the server runs."""

    services: Services

    def __init__(self, settings: Settings, opened: Backend, now: Callable[[], float]) -> None:
        self.metrics = Metrics()
        self.now = now
        self._running = partial(running, settings, opened, now, self.metrics)
        self._opened = opened
        self._throttled = Throttle(_handlers())
        self._lifetime = Litestar(lifespan=[self._live], openapi_config=None, logging_config=None)

    @asynccontextmanager
    async def _live(self, _: Litestar) -> AsyncIterator[None]:
        async with self._running() as self.services:
            yield
        self._opened.close()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._lifetime(scope, receive, send)
        else:
            scope.setdefault("state", {}).update(services=self.services, received=self.now())
            await self._throttled(scope, receive, send)


def make_app(settings: Settings, opened: Backend | None = None, now: Callable[[], float] = time.time) -> App:
    """The application on a database, which is opened here unless it is open already."""
    if opened is None:
        opened = backend(settings)
        opened.open()
    return App(settings, opened, now)


@cache
def _handlers() -> Litestar:
    """All handlers: they know no server, so that they are put together once however many a process runs."""
    return Litestar(
        [Router("/", route_handlers=[*_PAGES, table_socket, lesson_socket], include_in_schema=False), API],
        dependencies={"services": Provide(_services, sync_to_thread=False)},
        exception_handlers=dict.fromkeys(errors.HANDLERS, _tell),
        before_send=[headers.before_send],
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, exclude=["^/api/", *COMPRESSED]),
        request_max_body_size=LONGEST,
        openapi_config=schema(),
        logging_config=None,
    )


def _tell(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Tell what went wrong, to programs as data even where there is no such address of theirs."""
    answer = api_errors.answer if request.scope["path"].startswith(f"{PATH}/") else errors.answer
    return answer(request, error)


def _services(scope: Scope) -> Services:
    found: Services = scope["state"]["services"]
    return found
