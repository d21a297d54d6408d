"""The API as a whole: its address, its door, its errors, and the schema that is made of it."""

from __future__ import annotations

from typing import Final

from litestar import Router
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from gaslamp.server.api import door
from gaslamp.server.api.accounts import ACCOUNTS
from gaslamp.server.api.agreements import AGREEMENTS
from gaslamp.server.api.chat import CHAT
from gaslamp.server.api.door import AnyRequest
from gaslamp.server.api.errors import HANDLERS
from gaslamp.server.api.games import GAMES
from gaslamp.server.api.table import TABLE

PATH: Final = "/api"

API: Final = Router(
    f"{PATH}/v1",
    route_handlers=[*ACCOUNTS, *GAMES, *TABLE, *AGREEMENTS, *CHAT],
    before_request=door.admit,
    exception_handlers=HANDLERS,
    security=[{"token": []}],
)


def schema() -> OpenAPIConfig:
    """The schema of a server as a file alone: pages that show it want scripts from elsewhere, which we forbid."""
    return OpenAPIConfig(
        title="Gaslamp",
        version="1",
        description="The tables of a Gaslamp server, for programs. docs/protocol.md tells how a game goes.",
        openapi_router=Router(PATH, route_handlers=[], before_request=_refuse_others, include_in_schema=False),
        render_plugins=[JsonRenderPlugin()],
        use_handler_docstrings=True,
        components=Components(
            security_schemes={"token": SecurityScheme(type="http", scheme="bearer", description="Of POST /accounts.")}
        ),
    )


async def _refuse_others(request: AnyRequest) -> None:
    """Keep the framework from showing a page of its own at every other address beside the schema."""
    if "path" in request.path_params:
        raise NotFoundException
