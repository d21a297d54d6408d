"""POST requests of browsers: create, join, watch and share games, choose a name and a language."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from litestar import MediaType, Response, Router, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec import Meta, Struct

from gaslamp.core.errors import Unreadable
from gaslamp.server.http import request_info, sharing, templates, waiting_page
from gaslamp.server.http.request_info import AnyRequest
from gaslamp.server.ops.services import LobbyDep, PeopleDep, Runtime, ServicesDep
from gaslamp.server.ops.settings import Settings
from gaslamp.service.errors import Refusal
from gaslamp.service.lobby.lobby import CreatedGame, Lobby
from gaslamp.service.lobby.members import People
from gaslamp.service.lobby.pairing import Pairing
from gaslamp.service.lobby.practice import Practice
from gaslamp.service.lobby.public_games import PublicGames
from gaslamp.service.lobby.requests import Invitation, JoinGame, MakePuzzle, NewGame, PairRequest, PlayOn, TakeOpenSeat
from gaslamp.service.people.identity import Identities
from gaslamp.service.people.settings import Changes

Json = Response[Any]
S = TypeVar("S", bound=Struct)


class ChosenName(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=200)]  # empty for no name


class ChosenLanguage(Struct, frozen=True, forbid_unknown_fields=True):
    language: Literal["en", "fr", "es", "ru"]


class BrowserVisitor:
    """The guest of a cookie, or a new guest, whose cookie is sent with the response."""

    def __init__(self, request: AnyRequest, lobby: Lobby) -> None:
        self._lobby = lobby
        self._people: People = request.scope["state"]["runtime"].people
        self._request = request
        self.claimed = request_info.claimed_guest(request)
        self._external = request_info.identity(request).external
        self.address = request_info.address(request)
        self.cookies: list[Cookie] = []

    async def settle(self) -> str:
        if self.claimed is not None and await self._people.is_guest(self.claimed):
            return self.claimed
        if self._external is not None:
            return await self._lobby.add_external(self._external)
        guest, token = await self._lobby.add_guest()
        self.cookies.append(request_info.guest_cookie(self._request, token))
        return guest


async def check_origin(request: AnyRequest) -> None:
    """Raise Refusal if the request is not from a page of this server, or exceeds the rate limit."""
    runtime: Runtime = request.scope["state"]["runtime"]
    if not request_info.from_our_page(request, runtime.settings):
        raise Refusal(403, "web.error.forbidden")
    if not runtime.limits.posts.try_acquire(request_info.address(request)):
        raise Refusal(429, "web.error.too_fast")


@post("/games", status_code=201)
async def new_game(request: AnyRequest, lobby: LobbyDep) -> Json:
    body, visitor = await decode(request, NewGame), BrowserVisitor(request, lobby)
    created = await lobby.create(body, visitor)
    links = {"table": f"/table/{created.id}", "invite": created.link("join"), "watch": created.link("watch")}
    return json_response(links, visitor.cookies, status=201)


@post("/pair", status_code=200)
async def pair(request: AnyRequest, lobby: LobbyDep, pairing: NamedDependency[Pairing]) -> Json:
    """Return a free seat of a matching open game, or the table of a new one."""
    body, visitor = await decode(request, PairRequest), BrowserVisitor(request, lobby)
    found = await pairing.find(body, visitor)
    if isinstance(found, CreatedGame):
        links = {"table": f"/table/{found.id}", "invite": found.link("join"), "watch": found.link("watch")}
        return json_response(links, visitor.cookies)
    game = found.game
    return json_response(
        {"open": game.id, "seat": found.seat, "commitment": game.commitment, "house": " ".join(game.bots)}
    )


@post("/games/{id:str}/seats", status_code=200)
async def seats(request: AnyRequest, lobby: LobbyDep, people: PeopleDep, id: FromPath[str]) -> Json:
    """Describe the game of an invitation, with its free seats as a form; empty if there is nothing to join."""
    body, guest = await decode(request, Invitation), request_info.claimed_guest(request)
    live, members = await lobby.invited(id, body.secret, guest)
    if members.seats_of(guest) or live.state.closed:
        return json_response({"html": ""})
    host, name = await lobby.host(id), await people.name(guest)
    html = waiting_page.invitation(live, members, host, name, request_info.language(request))
    room = live.waiting_room
    return json_response({"html": html, "commitment": room.commitment, "house": [*live.state.setup.bots]})


@post("/games/{id:str}/share", status_code=200)
async def share(request: AnyRequest, lobby: LobbyDep, settings: NamedDependency[Settings], id: FromPath[str]) -> Json:
    """Return the link of an invitation as others can open it, with its QR code."""
    body = await decode(request, Invitation)
    await lobby.check_link(id, "join", body.secret, None)
    return _link(request, settings, f"/join/{id}#{body.secret}")


@post("/games/{id:str}/publish", status_code=200)
async def publish(
    request: AnyRequest,
    lobby: LobbyDep,
    public_games: NamedDependency[PublicGames],
    settings: NamedDependency[Settings],
    id: FromPath[str],
) -> Json:
    """Share the replay and review of a finished game; return the link, with its QR code."""
    place = await lobby.find(id, request_info.claimed_guest(request))
    place.check_plays()
    await public_games.share(place.live)
    return _link(request, settings, f"/shared/{id}", brief=True)


@post("/games/{id:str}/join", status_code=200)
async def join(request: AnyRequest, lobby: LobbyDep, id: FromPath[str]) -> Json:
    body, visitor = await decode(request, JoinGame), BrowserVisitor(request, lobby)
    await lobby.join(id, body.secret, visitor, body.seat, body.nonce)
    return json_response({"table": f"/table/{id}"}, visitor.cookies)


@post("/games/{id:str}/sit", status_code=200)
async def sit(request: AnyRequest, lobby: LobbyDep, id: FromPath[str]) -> Json:
    body, visitor = await decode(request, TakeOpenSeat), BrowserVisitor(request, lobby)
    await lobby.take_open_seat(id, visitor, body.seat, body.nonce)
    return json_response({"table": f"/table/{id}"}, visitor.cookies)


@post("/games/{id:str}/watch", status_code=200)
async def watch(request: AnyRequest, lobby: LobbyDep, id: FromPath[str]) -> Json:
    body, visitor = await decode(request, Invitation), BrowserVisitor(request, lobby)
    await lobby.watch(id, body.secret, visitor)
    return json_response({"table": f"/table/{id}"}, visitor.cookies)


@post("/games/{id:str}/practice", status_code=201)
async def play_on(request: AnyRequest, lobby: LobbyDep, practice: NamedDependency[Practice], id: FromPath[str]) -> Json:
    body, visitor = await decode(request, PlayOn), BrowserVisitor(request, lobby)
    created = await practice.start((await lobby.find(id, visitor.claimed)).live, body, visitor)
    return json_response({"table": f"/table/{created.id}"}, visitor.cookies, status=201)


@post("/games/{id:str}/puzzle", status_code=201)
async def make_puzzle(request: AnyRequest, lobby: LobbyDep, services: ServicesDep, id: FromPath[str]) -> Json:
    """Make a puzzle of a moment of a finished game."""
    body, visitor = await decode(request, MakePuzzle), BrowserVisitor(request, lobby)
    live = (await lobby.find(id, visitor.claimed)).live
    if live.state.outcome is None:
        raise Refusal(403, "error.not_over")
    puzzle = await services.made_puzzles.make(live.record(), body.step, await visitor.settle())
    return json_response({"page": f"/puzzles/{puzzle.title}/{puzzle.id}"}, visitor.cookies, status=201)


@post("/puzzles/enter", status_code=200)
async def enter(request: AnyRequest, lobby: LobbyDep) -> Json:
    """Make the visitor a guest, so that results of puzzles can be stored."""
    visitor = BrowserVisitor(request, lobby)
    await visitor.settle()
    return json_response({}, visitor.cookies)


@post("/name", status_code=200)
async def name(request: AnyRequest, lobby: LobbyDep) -> Json:
    body, visitor = await decode(request, ChosenName), BrowserVisitor(request, lobby)
    return json_response({"name": await lobby.rename(visitor, body.name) or ""}, visitor.cookies)


@post("/language", status_code=200)
async def language(request: AnyRequest, identities: NamedDependency[Identities]) -> Json:
    """Choose a language for this device; a guest's is stored with the settings."""
    body, guest = await decode(request, ChosenLanguage), request_info.claimed_guest(request)
    if guest is not None:
        await identities.change_settings(guest, Changes(language=body.language))
    return json_response({"language": body.language}, [request_info.language_cookie(request, body.language)])


async def decode(request: AnyRequest, kind: type[S]) -> S:
    try:
        return msgspec.json.decode(await request_info.body(request), type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Unreadable("web.error.unreadable") from None


def json_response(content: dict[str, Any], cookies: list[Cookie] | None = None, status: int = 200) -> Json:
    return Response(content, status_code=status, media_type=MediaType.JSON, cookies=cookies or [])


def _link(request: AnyRequest, settings: Settings, path: str, *, brief: bool = False) -> Json:
    """Return a link as others can open it, with its QR code; *brief*: without advice on reaching a network."""
    reach = sharing.reach(request, settings)
    link = f"{reach.base}{path}"
    html = templates.render(
        "waiting/share.html", request_info.language(request), code=sharing.code(link), reach=reach, brief=brief
    )
    return json_response({"link": link, "html": html})


POSTS: Final = Router(
    "/",
    route_handlers=[
        new_game,
        pair,
        seats,
        share,
        publish,
        join,
        sit,
        watch,
        play_on,
        make_puzzle,
        enter,
        name,
        language,
    ],
    before_request=check_origin,
)
