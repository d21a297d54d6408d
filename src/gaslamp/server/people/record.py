"""A player's results and ratings: a private page, and the same for others by a secret link."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from litestar import Router, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromQuery
from msgspec import Struct

from gaslamp.bots import levels
from gaslamp.server.http import request_info, sharing
from gaslamp.server.http.pages import ListsDep, Page, page
from gaslamp.server.http.posts import BrowserVisitor, Json, check_origin, decode, json_response
from gaslamp.server.http.request_info import AnyRequest
from gaslamp.server.ops.services import LobbyDep, PeopleDep
from gaslamp.server.ops.settings import Settings
from gaslamp.service.games.reviews import Reviews
from gaslamp.service.lobby.lists import Lists
from gaslamp.service.people.record import results
from gaslamp.service.people.secret_links import SecretLinks
from gaslamp.service.ratings import Rating, Ratings

RecordsDep = NamedDependency[SecretLinks]
RatingsDep = NamedDependency[Ratings]
ReviewsDep = NamedDependency[Reviews]

_MOST: Final = 2000  # games that are counted
_POOLS: Final = (".people", ".bots")  # of games; puzzles have pools of their own


class Shared(Struct, frozen=True, forbid_unknown_fields=True):
    shared: bool


@get("/record")
async def record_page(
    request: AnyRequest,
    lists: ListsDep,
    records: RecordsDep,
    ratings: RatingsDep,
    reviews: ReviewsDep,
    settings: NamedDependency[Settings],
) -> Page:
    guest = request_info.claimed_guest(request)
    key = await records.key(guest)
    base = sharing.reach(request, settings).base
    link = f"{base}{_path(key)}" if key is not None else None
    shown = await _shown(guest, lists, ratings, reviews)
    return page(request, "people/record.html", mine=True, called=None, link=link, **shown)


@get("/record/shared")
async def shared_record(
    request: AnyRequest,
    people: PeopleDep,
    lists: ListsDep,
    records: RecordsDep,
    ratings: RatingsDep,
    reviews: ReviewsDep,
    key: FromQuery[str] = "",
) -> Page:
    """Return a record by its key. It names no opponents but bots."""
    owner = await records.owner(key)
    if owner is None:
        raise NotFoundException
    shown = await _shown(owner, lists, ratings, reviews)
    return page(request, "people/record.html", mine=False, called=await people.name(owner), link=None, **shown)


@post("/record", status_code=200)
async def share(request: AnyRequest, lobby: LobbyDep, records: RecordsDep) -> Json:
    """Share one's record under a new link, or withdraw the link."""
    body, visitor = await decode(request, Shared), BrowserVisitor(request, lobby)
    key = await records.replace(await visitor.settle(), shared=body.shared)
    return json_response({"link": _path(key) if key is not None else ""}, visitor.cookies)


async def _shown(guest: str | None, lists: Lists, ratings: Ratings, reviews: Reviews) -> dict[str, Any]:
    games = [game for game in await lists.mine(guest, _MOST) if game.over]
    mine = {pool: rating for pool, rating in (await ratings.of(guest)).items() if pool.endswith(_POOLS)}
    against_bots = any(pool.endswith(".bots") for pool in mine)
    bots = {name: await ratings.of_bot(name) for name in levels.NAMES} if against_bots else {}
    sides = [
        {
            "title": side.partition(".")[0],
            "side": side.partition(".")[2],
            "people": mine.get(f"{side}.people"),
            "bots": mine.get(f"{side}.bots"),
            "levels": _levels(bots, side) if f"{side}.bots" in mine else [],
        }
        for side in sorted({pool.rpartition(".")[0] for pool in mine})
    ]
    return {"results": results(games, await reviews.summaries([game.id for game in games])), "ratings": sides}


def _levels(bots: Mapping[str, Mapping[str, Rating]], side: str) -> list[tuple[str, Rating]]:
    """Return the ratings of the bot levels on the other side of a title."""
    title = side.partition(".")[0]
    return [
        (name, rating)
        for name, pools in bots.items()
        for pool, rating in pools.items()
        if pool.startswith(f"{title}.") and pool != f"{side}.bots"
    ]


def _path(key: str | None) -> str:
    return f"/record/shared?key={key}"


RECORD: Final[list[Any]] = [
    record_page,
    shared_record,
    Router("/", route_handlers=[share], before_request=check_origin),
]
