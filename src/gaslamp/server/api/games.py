"""Handlers for accounts, titles and lists of games, and for creating and joining games."""

from __future__ import annotations

from typing import Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.server.api.auth import CREATES, NO_TOKEN, account, visitor
from gaslamp.server.api.dependencies import PlaceDep, find_place
from gaslamp.server.api.errors import refusals
from gaslamp.server.api.schemas import (
    AccountOut,
    GameOut,
    GamesOut,
    LostGameOut,
    NewAccount,
    NewAccountOut,
    NewGameOut,
    OpenGameOut,
    OpenGamesOut,
    TitlesOut,
)
from gaslamp.server.api.serializers import (
    game_out,
    invitation_out,
    link_out,
    my_game_out,
    open_game_out,
    title_out,
)
from gaslamp.server.http.request_info import AnyRequest
from gaslamp.server.ops.services import LobbyDep, PeopleDep
from gaslamp.service.lobby.lists import Lists
from gaslamp.service.lobby.lobby import Lobby
from gaslamp.service.lobby.public_games import PublicGames
from gaslamp.service.lobby.requests import Invitation, JoinGame, NewGame, TakeOpenSeat


@post(
    "/accounts", opt=NO_TOKEN | CREATES, security=[{}], responses=refusals(503, body=True), summary="Create an account"
)
async def new_account(lobby: LobbyDep, data: JSONBody[NewAccount]) -> NewAccountOut:
    """Create an account. Only a hash of its token is stored: a lost token cannot be replaced."""
    _, token = await lobby.add_guest(data.name)
    return NewAccountOut(data.name, token)


@get("/accounts/me", responses=refusals(), summary="My account")
async def me(request: AnyRequest, people: PeopleDep) -> AccountOut:
    return AccountOut(await people.program(account(request)) or "")


@get("/titles", opt=NO_TOKEN, security=[{}], responses=refusals(), summary="Titles, with options, seats and bots")
async def all_titles() -> TitlesOut:
    return TitlesOut(tuple(map(title_out, titles.titles())), levels.known_names())


@post("/games", opt=CREATES, responses=refusals(409, 503, body=True), summary="Create a game")
async def new_game(request: AnyRequest, lobby: LobbyDep, data: JSONBody[NewGame]) -> NewGameOut:
    """Create a game and take a side or seat; the other seats are for a `friend`, `bot:NAME`, or you (`same_device`)."""
    created = await lobby.create(data, visitor(request))
    watch = link_out(created, "watch")
    assert watch is not None
    return NewGameOut(created.id, created.mine, link_out(created, "join"), watch)


@get("/games", responses=refusals(), summary="My games")
async def my_games(request: AnyRequest, lists: NamedDependency[Lists]) -> GamesOut:
    """List your newest games. For games that cannot be opened, only the reason is listed."""
    entries = await lists.mine(account(request))
    lost = tuple(LostGameOut(entry.id, entry.lost.id) for entry in entries if entry.lost is not None)
    return GamesOut(tuple(my_game_out(entry, entry.agreed) for entry in entries if entry.agreed is not None), lost)


@get("/open", responses=refusals(), summary="Open games")
async def list_open(request: AnyRequest, public_games: NamedDependency[PublicGames]) -> OpenGamesOut:
    """List the games with a free public seat. Games with a total time are listed while a player is present."""
    return OpenGamesOut(tuple(map(open_game_out, await public_games.open(account(request)))))


@get("/games/{id:str}", responses=refusals(404, 409), summary="One game")
async def one_game(place: PlaceDep) -> GameOut:
    return game_out(place)


@post("/games/{id:str}/invitation", status_code=200, responses=refusals(404, 409, body=True), summary="Preview a game")
async def invitation(
    request: AnyRequest, lobby: LobbyDep, id: FromPath[str], data: JSONBody[Invitation]
) -> OpenGameOut:
    """Return the game of an invitation, with the commitment that a nonce depends on."""
    live, members = await lobby.invited(id, data.secret, account(request))
    return invitation_out(live, members.open_seats)


@post("/games/{id:str}/join", status_code=200, opt=CREATES, responses=refusals(404, 409, body=True), summary="Join")
async def join(request: AnyRequest, lobby: LobbyDep, id: FromPath[str], data: JSONBody[JoinGame]) -> GameOut:
    """Take a free seat with the secret of an invitation. Has no effect if you have a seat already."""
    await lobby.join(id, data.secret, visitor(request), data.seat, data.nonce)
    return await _game(request, lobby, id)


@post("/games/{id:str}/sit", status_code=200, opt=CREATES, responses=refusals(404, 409, body=True), summary="Sit down")
async def sit(request: AnyRequest, lobby: LobbyDep, id: FromPath[str], data: JSONBody[TakeOpenSeat]) -> GameOut:
    """Take a free seat of an open game. Has no effect if you have a seat already."""
    await lobby.take_open_seat(id, visitor(request), data.seat, data.nonce)
    return await _game(request, lobby, id)


@post("/games/{id:str}/watch", status_code=200, opt=CREATES, responses=refusals(404, 409, body=True), summary="Watch")
async def watch(request: AnyRequest, lobby: LobbyDep, id: FromPath[str], data: JSONBody[Invitation]) -> GameOut:
    """Watch with the secret of a link. Has no effect if you have a seat."""
    await lobby.watch(id, data.secret, visitor(request))
    return await _game(request, lobby, id)


@post("/games/{id:str}/abort", status_code=200, responses=refusals(404, 409), summary="Close a game")
async def abort(request: AnyRequest, lobby: LobbyDep, place: PlaceDep) -> GameOut:
    """Close a game before a player has finished an activation. Only its host may."""
    await lobby.close(place)
    return await _game(request, lobby, place.live.id)


@post("/games/{id:str}/rematch", status_code=200, opt=CREATES, responses=refusals(404, 409, 503), summary="Rematch")
async def rematch(request: AnyRequest, lobby: LobbyDep, place: PlaceDep) -> GameOut:
    """Return the rematch of a finished game, with the sides swapped. The first request creates it."""
    place.check_plays()
    return await _game(request, lobby, await lobby.rematch(place))


async def _game(request: AnyRequest, lobby: Lobby, id: str) -> GameOut:
    return game_out(await find_place(lobby, id, account(request)))


GAMES: Final = [
    new_account, me, all_titles, new_game, my_games, list_open, one_game, invitation, join, sit, watch, abort, rematch,
]  # fmt: skip
