"""The router of the API, and the OpenAPI document generated from it."""

from __future__ import annotations

from typing import Final

from litestar import Router
from litestar.di import Provide
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from gaslamp.server.api.auth import check_request
from gaslamp.server.api.dependencies import provide_place
from gaslamp.server.api.errors import HANDLERS
from gaslamp.server.api.games import GAMES
from gaslamp.server.api.puzzles import PUZZLES
from gaslamp.server.api.reviews import REVIEWS
from gaslamp.server.api.table import TABLE
from gaslamp.server.http.request_info import AnyRequest

PATH: Final = "/api"

API: Final = Router(
    f"{PATH}/v1",
    route_handlers=[*GAMES, *TABLE, *REVIEWS, *PUZZLES],
    dependencies={"place": Provide(provide_place)},
    before_request=check_request,
    exception_handlers=HANDLERS,
    security=[{"token": []}],
)


def openapi_config() -> OpenAPIConfig:
    """Publish the document as JSON only: viewers load scripts from other sites, which our headers forbid."""
    return OpenAPIConfig(
        title="Gaslamp",
        version="1",
        description="The tables of a Gaslamp server, for programs. docs/protocol.md explains the course of a game.",
        openapi_router=Router(PATH, route_handlers=[], before_request=_only_document, include_in_schema=False),
        render_plugins=[JsonRenderPlugin()],
        use_handler_docstrings=True,
        components=Components(
            security_schemes={"token": SecurityScheme(type="http", scheme="bearer", description="From POST /accounts.")}
        ),
    )


async def _only_document(request: AnyRequest) -> None:
    """Raise 404 where Litestar would show a page of its own: at all other paths below /api."""
    if "path" in request.path_params:
        raise NotFoundException
