"""Pages, files, and the health check."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import partial
from typing import Any, Final

from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.core.records import record
from gaslamp.game.clock import DAYS, INCREMENTS, MINUTES, PRESETS
from gaslamp.review.review import has_evaluator
from gaslamp.server.http import assets, request_info, templates
from gaslamp.server.http.request_info import AnyRequest
from gaslamp.server.ops.limits import LONGEST_ID
from gaslamp.server.ops.services import Health, LobbyDep, PeopleDep
from gaslamp.service.errors import Refusal
from gaslamp.service.lobby import chat, names, open_games
from gaslamp.service.lobby.lists import Lists, MyGame
from gaslamp.service.lobby.members import People
from gaslamp.service.lobby.public_games import PublicGames
from gaslamp.service.people.settings import DEFAULTS, Preferences
from gaslamp.web.rulebook import section_ids

Page = Response[str]
ListsDep = NamedDependency[Lists]
PublicDep = NamedDependency[PublicGames]

_FIRST_LEVEL: Final = "constable"
_REVALIDATED: Final = "no-cache"
_IMMUTABLE: Final = "public, max-age=31536000, immutable"
# Paths whose handlers compress their responses.
COMPRESSED: Final = ("^/$", "^/learn", "^/rules/[^/]+$", "^/static/", "^/still/", "^/favicon", "^/manifest", "^/sw")


@get("/")
async def home(request: AnyRequest, people: PeopleDep, lists: ListsDep, public_games: PublicDep) -> Response[bytes]:
    played = await people.titles_of(request_info.claimed_guest(request))
    games, language = await _games(request, people, lists, public_games), request_info.language(request)
    preferences = request_info.preferences(request)
    make = partial(_home, language, played, games, preferences)
    if preferences != DEFAULTS or played or games["called"] or games["running"] or games["finished"]:
        content = templates.as_asset(make)
    else:  # a visitor without games and name: only the open games differ
        opened = tuple((game.id, game.seats, templates.age(game.created)) for game in games["opened"])
        watched = tuple((game.id, game.round, templates.age(game.at)) for game in games["watchable"])
        content = await templates.SAME_FOR_ALL.get(("home", language, titles.titles(), opened, watched), make)
    return templates.respond(request, content)


def _home(language: str, played: Collection[str], games: dict[str, Any], preferences: Preferences) -> str:
    entries = [
        {
            "id": meta.title,
            "sides": meta.sides,
            "default_side": meta.default_side,
            "hides": meta.hides,
            "seat_count": meta.seats_by[0] if meta.seats_by else None,
            "aid": meta.aid,
            "first": meta.title not in played,
            "options": meta.options,
            "sections": section_ids(meta.title),
            "levels": levels.of_title(meta.title),
            "usual_level": _usual_level(meta.title, games["running"], games["finished"]),
            "picture": f"still/{assets.picture_name(meta.title)}",
        }
        for meta in map(titles.meta, titles.titles())
    ]
    clocks = {
        "presets": PRESETS,
        "minutes": MINUTES,
        "increments": INCREMENTS,
        "days": DAYS,
    }
    return templates.render("home/home.html", language, titles=entries, clocks=clocks, preferences=preferences, **games)


def _usual_level(title: str, running: Sequence[MyGame], finished: Sequence[MyGame]) -> str:
    """Return the level to preselect: the easy one until a game is finished, then the last choice."""
    if not finished:
        return _FIRST_LEVEL
    games = sorted([*running, *finished], key=lambda game: (game.title == title, game.started), reverse=True)
    return next((level for game in games for level in game.bots.values()), _FIRST_LEVEL)


@get("/lists")
async def games(request: AnyRequest, people: PeopleDep, lists: ListsDep, public_games: PublicDep) -> Page:
    return page(request, "home/lists.html", **await _games(request, people, lists, public_games))


@get("/table/{id:str}")
async def table(request: AnyRequest, lobby: LobbyDep, id: FromPath[str]) -> Page:
    place = await lobby.find(id, request_info.claimed_guest(request))
    game, mine = place.live.game, place.mine
    allied = bool(mine) and not set(game.allies(mine[0])) <= set(mine)
    gives_up = game.side(mine[0]) if allied else None
    return page(
        request,
        "table/table.html",
        game=id,
        title=game.title,
        longest=chat.LONGEST,
        phrases=chat.PHRASES,
        gives_up=gives_up,
        rules=bool(section_ids(game.title)),
        terms=open_games.terms(game, hints=place.live.hints_agreed, practice=place.live.is_practice),
        sides=game.sides,
        mine=game.side(mine[0]) if mine and not place.both_sides else "",
        reviewed=has_evaluator(game.title),
        play_on=f"/games/{id}/practice",
        make_puzzle=f"/games/{id}/puzzle",
        practice=place.live.is_practice,
        sealed=place.live.withheld,
    )


@get("/join/{id:str}")
async def join(request: AnyRequest, id: FromPath[str]) -> Page:
    return page(request, "door/join.html", game=_game_id(id))


@get("/watch/{id:str}")
async def watch(request: AnyRequest, id: FromPath[str]) -> Page:
    return page(request, "door/watch.html", game=_game_id(id))


@get("/games/{id:str}/record")
async def game_record(request: AnyRequest, lobby: LobbyDep, id: FromPath[str]) -> Response[str]:
    live = (await lobby.find(id, request_info.claimed_guest(request))).live
    if live.state.outcome is None:
        raise Refusal(403, "error.not_over")
    headers = {"Content-Disposition": f'attachment; filename="{live.title}-{id}.record"'}
    return Response(record.write(live.record()), media_type=MediaType.TEXT, headers=headers)


@get("/static/{edition:str}/{path:path}")
async def static(request: AnyRequest, edition: FromPath[str], path: FromPath[str]) -> Response[bytes]:
    return _asset(request, assets.static().get(path.lstrip("/")) if edition == assets.edition() else None)


@get("/still/{name:str}")
async def still(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    return _asset(request, assets.boards().get(name))


@get("/favicon.svg")
async def favicon(request: AnyRequest) -> Response[bytes]:
    return _asset(request, assets.static().get("favicon.svg"))


@get("/manifest.webmanifest")
async def manifest(request: AnyRequest) -> Response[bytes]:
    return templates.respond(request, assets.manifest(), {"Cache-Control": _REVALIDATED})


@get("/sw.js")
async def service_worker(request: AnyRequest) -> Response[bytes]:
    return templates.respond(request, assets.service_worker(), {"Cache-Control": _REVALIDATED})


@get("/offline")
async def offline(request: AnyRequest) -> Page:
    """Return the page that the service worker stores, and shows while the server is out of reach."""
    return page(request, "offline.html")


@get("/healthz", media_type=MediaType.TEXT)
async def healthz(health: NamedDependency[Health]) -> Response[str]:
    failing, degraded = await health.failing(), health.degraded()
    text = f"failing: {' '.join(failing)}" if failing else f"degraded: {' '.join(degraded)}" if degraded else "ok"
    return Response(f"{text}\n", status_code=503 if failing else 200, media_type=MediaType.TEXT)


async def _games(request: AnyRequest, people: People, lists: Lists, public_games: PublicGames) -> dict[str, Any]:
    guest = request_info.claimed_guest(request)
    mine = await lists.mine(guest)
    return {
        "called": await people.name(guest),
        "longest_name": names.LONGEST,
        "running": [game for game in mine if not game.over],
        "finished": [game for game in mine if game.over],
        "opened": await public_games.open(guest),
        "reviewed": [title for title in titles.titles() if has_evaluator(title)],
        "watchable": await public_games.watchable(guest),
    }


def _game_id(id: str) -> str:
    """Return an id that a game may have. Raises NotFoundException: nothing else is repeated on a page."""
    if len(id) > LONGEST_ID or not re.fullmatch(r"[\w-]+", id, re.ASCII):
        raise NotFoundException
    return id


def page(request: AnyRequest, name: str, **context: Any) -> Page:
    language, preferences = request_info.language(request), request_info.preferences(request)
    return Response(templates.render(name, language, preferences=preferences, **context), media_type=MediaType.HTML)


def _asset(request: AnyRequest, asset: assets.Asset | None) -> Response[bytes]:
    if asset is None:
        raise NotFoundException
    return templates.respond(request, asset, {"Cache-Control": _IMMUTABLE})


PAGES: Final = [
    home,
    games,
    table,
    join,
    watch,
    game_record,
]
FILES: Final = [static, still, favicon, manifest, service_worker, offline, healthz]  # for all visitors alike
