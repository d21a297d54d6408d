"""Atom feed of a person: the games that wait for a move. It says only in which title it is the person's turn."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final

from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromQuery

from gaslamp.core.messages import Message, message
from gaslamp.server.http import request_info, sharing, templates
from gaslamp.server.http.pages import ListsDep
from gaslamp.server.http.posts import BrowserVisitor, Json, check_origin, decode, json_response
from gaslamp.server.http.request_info import AnyRequest
from gaslamp.server.ops.services import LobbyDep
from gaslamp.server.ops.settings import Settings
from gaslamp.server.people.record import Shared
from gaslamp.service.lobby.lists import MyGame
from gaslamp.service.people.secret_links import SecretLinks

FeedsDep = NamedDependency[SecretLinks]


@get("/feed")
async def feed(
    request: AnyRequest,
    lists: ListsDep,
    feeds: FeedsDep,
    settings: NamedDependency[Settings],
    key: FromQuery[str] = "",
) -> Response[str]:
    """Return the feed with a key. Cookies are ignored: a feed reader has none."""
    owner = await feeds.owner(key)
    if owner is None:
        raise NotFoundException
    games = [game for game in await lists.mine(owner) if game.turn]
    entries = [{"id": _entry_id(key, game), "title": _title(game), "at": _time(game.at)} for game in games]
    newest = _time(max((game.at for game in games), default=0))
    base, language = sharing.reach(request, settings).base, request_info.language(request)
    id = sha256(key.encode()).hexdigest()[:32]
    shown = {"title": message("web.feed.title"), "entries": entries, "newest": newest, "base": base, "id": id}
    content = templates.render("people/feed.xml", language, **shown)
    headers = {"ETag": f'"{sha256(content.encode()).hexdigest()[:32]}"', "Cache-Control": "private, no-cache"}
    if headers["ETag"] in request.headers.get("if-none-match", ""):
        return Response("", status_code=304, headers=headers)
    return Response(content, media_type="application/atom+xml; charset=utf-8", headers=headers)


@post("/feed", status_code=200)
async def replace(request: AnyRequest, lobby: LobbyDep, feeds: FeedsDep) -> Json:
    """Give the visitor's feed a new address, or withdraw it."""
    body, visitor = await decode(request, Shared), BrowserVisitor(request, lobby)
    key = await feeds.replace(await visitor.settle(), shared=body.shared)
    return json_response({"link": path(key) if key is not None else ""}, visitor.cookies)


def path(key: str) -> str:
    return f"/feed?key={key}"


def _title(game: MyGame) -> Message:
    return message("web.feed.turn", title=message(f"{game.title}.title"))


def _entry_id(key: str, game: MyGame) -> str:
    """Return an id that is new with each turn and does not contain the game's id."""
    return sha256(f"{key} {game.id} {game.at}".encode()).hexdigest()[:32]


def _time(at: int) -> str:
    return datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


FEED: Final[list[Any]] = [feed, Router("/", route_handlers=[replace], before_request=check_origin)]
