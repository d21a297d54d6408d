"""The ASGI application: handlers, dependencies, middleware, lifespan."""

from __future__ import annotations

import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import fields
from functools import cache, partial
from typing import Any, Final

from litestar import Litestar, Response, Router
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.types import Scope

from gaslamp.server.http import errors, templates
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
from gaslamp.server.people.account import ACCOUNT
from gaslamp.server.people.feed import FEED
from gaslamp.server.people.notices import NOTICES
from gaslamp.server.people.record import RECORD
from gaslamp.server.people.settings import SETTINGS
from gaslamp.server.wire.connection import table_socket
from gaslamp.storage.database import Backend
from gaslamp.workers.pool import Pool

_SOLO: Final = sys.platform == "emscripten"  # the browser edition, which no program can reach
if not _SOLO:
    from gaslamp.server.api import errors as api_errors
    from gaslamp.server.api.router import API, PATH, openapi_config


class App:
    runtime: Runtime
    _handle: RateLimitMiddleware

    def __init__(self, settings: Settings, opened: Backend, now: Callable[[], float], pool: Pool | None = None) -> None:
        self.metrics = Metrics()
        self.now = now
        self._running = partial(running, settings, opened, now, self.metrics, pool)
        self._backend = opened
        self._base = settings.base_path
        templates.set_root(self._base)
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
        elif scope["path"] == self._base.rstrip("/") and scope["type"] == "http":
            await send({"type": "http.response.start", "status": 308, "headers": [(b"location", self._base.encode())]})
            await send({"type": "http.response.body", "body": b""})
        else:
            scope.setdefault("state", {}).update(runtime=self.runtime, received=self.now())
            await self._handle(self._below_base(scope), receive, send)

    def _below_base(self, scope: Any) -> Any:
        """Remove the base path, unless a proxy has removed it."""
        if self._base == "/" or not scope["path"].startswith(self._base):
            return scope
        cut = len(self._base) - 1
        return scope | {"path": scope["path"][cut:], "raw_path": scope["raw_path"][cut:]}


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
            *ACCOUNT,
            *FEED,
            *NOTICES,
            DEAL_FORMS,
            POSTS,
            table_socket,
        ],
        guards=[_identify],
        include_in_schema=False,
    )
    return Litestar(
        [pages, Router("/", route_handlers=FILES, include_in_schema=False), *([] if _SOLO else [API])],
        dependencies={field.name: _dependency(field.name) for field in fields(Runtime)},
        exception_handlers=dict.fromkeys(errors.HANDLERS, _respond_to_error),
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, exclude=["^/api/", *COMPRESSED]),
        request_max_body_size=LONGEST,
        openapi_config=None if _SOLO else openapi_config(),
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
    api = not _SOLO and request.scope["path"].startswith(f"{PATH}/")
    return api_errors.respond(request, error) if api else errors.respond(request, error)
