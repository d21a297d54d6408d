"""Parameters of API handlers: the game of the path, the seat of the query, the time of arrival."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from gaslamp.server.api.auth import account
from gaslamp.server.http.request_info import AnyRequest
from gaslamp.server.ops.services import LobbyDep
from gaslamp.service.lobby.lobby import Lobby
from gaslamp.service.lobby.membership import Membership

PlaceDep: TypeAlias = NamedDependency[Membership]
SeatQuery: TypeAlias = Annotated[
    str | None, QueryParameter(description="One of your seats; optional if you have only one, or watch.")
]


async def provide_place(request: AnyRequest, lobby: LobbyDep, id: FromPath[str]) -> Membership:
    return await find_place(lobby, id, account(request))


async def find_place(lobby: Lobby, id: str, account: str) -> Membership:
    """Return the account's place at a game, and count the account as present for a while. Raises Refusal."""
    place = await lobby.find(id, account)
    place.live.attendance.record_request(place.mine)
    await place.start_clocks()
    return place


def received_at(request: AnyRequest) -> float:
    """Return when the head of a request arrived, by the clock of the games."""
    at: float = request.scope["state"]["received"]
    return at
