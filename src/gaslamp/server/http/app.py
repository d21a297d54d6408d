"""The ASGI application: handlers, dependencies, middleware, lifespan."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import fields
from functools import cache, partial
from typing import Any

from litestar import Litestar, Response, Router
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.types import Scope

from gaslamp.server.api import errors as api_errors
from gaslamp.server.api.router import API, PATH, openapi_config
from gaslamp.server.http import errors
from gaslamp.server.http.deals import DEAL_FORMS, DEALS
from gaslamp.server.http.learn import LESSONS, RULES
from gaslamp.server.http.middleware import RateLimitMiddleware
from gaslamp.server.http.pages import COMPRESSED, FILES, PAGES
from gaslamp.server.http.posts import POSTS
from gaslamp.server.http.puzzles import PUZZLES
from gaslamp.server.http.request_info import AnyConnection, AnyRequest, identify
from gaslamp.server.http.reviews import REVIEWS
from gaslamp.server.ops.limits import LONGEST
from gaslamp.server.ops.metrics import Metrics
from gaslamp.server.ops.services import Runtime, backend, running
from gaslamp.server.ops.settings import Settings
from gaslamp.server.people.record import RECORD
from gaslamp.server.people.settings import SETTINGS
from gaslamp.server.wire.connection import table_socket
from gaslamp.storage.database import Backend
from gaslamp.workers.pool import Pool


class App:
    runtime: Runtime
    _handle: RateLimitMiddleware

    def __init__(self, settings: Settings, opened: Backend, now: Callable[[], float], pool: Pool | None = None) -> None:
        self.metrics = Metrics()
        self.now = now
        self._running = partial(running, settings, opened, now, self.metrics, pool)
        self._backend = opened
        self._lifespan = Litestar(lifespan=[self._live], openapi_config=None, logging_config=None)

    @asynccontextmanager
    async def _live(self, _: Litestar) -> AsyncIterator[None]:
        async with self._running() as self.runtime:
            self._handle = RateLimitMiddleware(_handlers(), self.runtime.limits, self.metrics)
            yield
        self._backend.close()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(scope, receive, send)
        else:
            scope.setdefault("state", {}).update(runtime=self.runtime, received=self.now())
            await self._handle(scope, receive, send)


def make_app(settings: Settings, opened: Backend | None = None, now: Callable[[], float] = time.time) -> App:
    if opened is None:
        opened = backend(settings)
        opened.open()
    return App(settings, opened, now)


@cache
def _handlers() -> Litestar:
    """Return the handlers, which are shared by all applications of the process (tests run many)."""
    pages = Router(
        "/",
        route_handlers=[
            *PAGES,
            *RULES,
            *LESSONS,
            *REVIEWS,
            *PUZZLES,
            *DEALS,
            *SETTINGS,
            *RECORD,
            DEAL_FORMS,
            POSTS,
            table_socket,
        ],
        guards=[_identify],
        include_in_schema=False,
    )
    return Litestar(
        [pages, Router("/", route_handlers=FILES, include_in_schema=False), API],
        dependencies={field.name: _dependency(field.name) for field in fields(Runtime)},
        exception_handlers=dict.fromkeys(errors.HANDLERS, _respond_to_error),
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, exclude=["^/api/", *COMPRESSED]),
        request_max_body_size=LONGEST,
        openapi_config=openapi_config(),
        logging_config=None,
    )


async def _identify(connection: AnyConnection, _: Any) -> None:
    if connection.scope["type"] == ScopeType.HTTP:  # sockets are identified after they were accepted
        await identify(connection)


def _dependency(name: str) -> Provide:
    def provide(scope: Scope) -> Any:
        return getattr(scope["state"]["runtime"], name)

    return Provide(provide, sync_to_thread=False)


def _respond_to_error(request: AnyRequest, error: Exception) -> Response[Any]:
    respond = api_errors.respond if request.scope["path"].startswith(f"{PATH}/") else errors.respond
    return respond(request, error)
