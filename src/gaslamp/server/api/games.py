"""What can be played, beginning a game, taking a seat, watching, and one's own games."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from litestar import get, post
from litestar.params import FromPath, JSONBody

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.core.game import Game, Seat
from gaslamp.server.api.door import OPEN, SELDOM, AnyRequest, account, known
from gaslamp.server.api.errors import refusals
from gaslamp.server.api.found import summary
from gaslamp.server.api.shapes import (
    BotTold,
    FreeGameTold,
    GamesTold,
    GameTold,
    Invitation,
    JoinGame,
    LinkTold,
    LostTold,
    MyGameTold,
    NewGame,
    NewGameTold,
    OpenGamesTold,
    OptionTold,
    SeatsByOption,
    TakeOpenSeat,
    TitlesTold,
    TitleTold,
)
from gaslamp.server.ops.services import Shared
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.lobby.lists import MyGame, OpenGame
from gaslamp.service.lobby.lobby import CreatedGame
from gaslamp.service.lobby.members import Kind


@get("/titles", opt=OPEN, security=[{}], responses=refusals(), summary="What can be played?")
async def all_titles() -> TitlesTold:
    """Tell the titles, their options and seats, and the opponents of the house."""
    return TitlesTold(tuple(map(_title, titles.titles())), levels.known_names())


@post("/games", opt=SELDOM, responses=refusals(409, 503, body=True), summary="Begin a game")
async def new_game(request: AnyRequest, services: Shared, data: JSONBody[NewGame]) -> NewGameTold:
    """Begin a game on a side or in a seat; the other seats are a `friend`'s, `bot:NAME`, or yours (`same_device`)."""
    made = await services.lobby.create(data, known(request))
    watch = _link(made, "watch")
    assert watch is not None
    return NewGameTold(made.id, made.mine, _link(made, "join"), watch)


@get("/games", responses=refusals(), summary="My games")
async def my_games(request: AnyRequest, services: Shared) -> GamesTold:
    """Give one's newest games, of those that cannot be opened any more only why; no game is opened for it."""
    games = await services.lobby.my_games(account(request))
    lost = tuple(LostTold(game.id, game.lost.id) for game in games if game.lost is not None)
    return GamesTold(tuple(_my_game(game, game.agreed) for game in games if game.agreed is not None), lost)


@get("/open", responses=refusals(), summary="Games that anybody may join")
async def list_open(request: AnyRequest, services: Shared) -> OpenGamesTold:
    """Give the games with a free seat for anybody; one with a total on its clocks only while somebody is there."""
    found = await services.lobby.open_games(account(request))
    return OpenGamesTold(tuple(map(_open_game, found)))


@get("/games/{id:str}", responses=refusals(404, 409), summary="One game")
async def one_game(request: AnyRequest, services: Shared, id: FromPath[str]) -> GameTold:
    """Tell what is played, who sits where, and whether it is one's turn."""
    return await summary(request, services, id)


@post("/games/{id:str}/invitation", status_code=200, responses=refusals(404, 409, body=True), summary="Look first")
async def invitation(
    request: AnyRequest, services: Shared, id: FromPath[str], data: JSONBody[Invitation]
) -> FreeGameTold:
    """Tell who holds an invitation what they are invited to, and the commitment, without which no nonce is of use."""
    live, members = await services.lobby.invited(id, data.secret, account(request))
    return _free(live, members.open_seats)


@post("/games/{id:str}/join", status_code=200, opt=SELDOM, responses=refusals(404, 409, body=True), summary="Sit down")
async def join(request: AnyRequest, services: Shared, id: FromPath[str], data: JSONBody[JoinGame]) -> GameTold:
    """Take a free seat by the secret of an invitation; who sits there already stays."""
    await services.lobby.join(id, data.secret, known(request), data.seat, data.nonce)
    return await summary(request, services, id)


@post("/games/{id:str}/sit", status_code=200, opt=SELDOM, responses=refusals(404, 409, body=True), summary="Join in")
async def sit(request: AnyRequest, services: Shared, id: FromPath[str], data: JSONBody[TakeOpenSeat]) -> GameTold:
    """Take a free seat of an open game; who sits there already stays."""
    await services.lobby.take_open_seat(id, known(request), data.seat, data.nonce)
    return await summary(request, services, id)


@post("/games/{id:str}/watch", status_code=200, opt=SELDOM, responses=refusals(404, 409, body=True), summary="Watch")
async def watch(request: AnyRequest, services: Shared, id: FromPath[str], data: JSONBody[Invitation]) -> GameTold:
    """Watch by the secret of a link; who sits there already stays."""
    await services.lobby.watch(id, data.secret, known(request))
    return await summary(request, services, id)


def _my_game(game: MyGame, agreed: Game[Any, Any]) -> MyGameTold:
    return MyGameTold(game.id, agreed.title, agreed.options, game.phase, game.mine, game.turn, game.outcome)


def _open_game(game: OpenGame) -> FreeGameTold:
    agreed = game.agreed.options, game.time
    return FreeGameTold(game.id, game.title, *agreed, game.seats, game.bots, game.commitment, game.hints)


def _free(live: LiveGame, free: Collection[Seat]) -> FreeGameTold:
    game, room = live.game, live.waiting_room
    seats, house = tuple(seat for seat in game.seats if seat in free), tuple(room.bots)
    agreed = game.options, live.clock_agreed
    return FreeGameTold(live.id, game.title, *agreed, seats, house, room.commitment, live.hints_agreed)


def _title(id: str) -> TitleTold:
    meta = titles.meta(id)
    options = [
        OptionTold(option.id, option.choices, option.default, option.requires, option.requires_one, option.default_when)
        for option in meta.options
    ]
    by = SeatsByOption(*meta.seats_by) if meta.seats_by else None
    opponents = [
        BotTold(name, meta.sides if level.sides is None else level.sides, level.options)
        for name, level in levels.of_title(id).items()
    ]
    return TitleTold(id, meta.rules_version, meta.sides, meta.seats, by, tuple(options), tuple(opponents))


def _link(made: CreatedGame, kind: Kind) -> LinkTold | None:
    page = made.link(kind)
    return LinkTold(made.secrets[kind], page) if page is not None else None


GAMES = [all_titles, new_game, my_games, list_open, one_game, invitation, join, sit, watch]
