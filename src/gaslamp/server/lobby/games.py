"""What a browser asks for by POST: a new game, a seat by invitation, a place to watch from, another language.

What is done then is done for a guest, whoever that is: programs ask for the same by their own door.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from litestar import MediaType, Request, Response, post
from litestar.datastructures import Cookie
from litestar.params import FromPath
from msgspec import Meta, Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from gaslamp import titles
from gaslamp.core.errors import Unreadable
from gaslamp.core.game import Game, Seat
from gaslamp.live import bot_runner
from gaslamp.locale import LANGUAGES
from gaslamp.server.http import request_info, templates
from gaslamp.server.http.errors import Refusal
from gaslamp.server.lobby import members, names, open_games, sharing, tokens, waiting_room
from gaslamp.server.lobby.members import Kind
from gaslamp.server.lobby.open_games import MOST_A_DAY
from gaslamp.server.ops.services import Services, Shared
from gaslamp.server.wire.frames import Hash, Word
from gaslamp.storage.writer import Work

AnyRequest = Request[Any, Any, Any]
Json = Response[Any]
S = TypeVar("S", bound=Struct)

_BOT: Final = "bot:"  # before the name of an opponent


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be played, on which side or in which seat, against whom, and who else sits on the same side."""

    title: Word
    side: Word
    opponent: Word
    allies: Word = "friend"
    options: dict[Word, Word] = {}
    own_nonce: bool = False  # ask me at the table, when I know the commitment, for a nonce of each seat of mine
    clock: Word = ""
    open: bool = False  # anybody may take a seat that is kept for a friend


class Free(Struct, frozen=True, forbid_unknown_fields=True):
    """A free seat of an open game."""

    seat: Word
    nonce: Hash | None = None  # what I add to the draws, made when I knew the commitment


class Invited(Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a link."""

    secret: Annotated[str, Meta(max_length=200)]


class Sitting(Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of an invitation, and the seat that is wanted: the first free one if none is named."""

    secret: Annotated[str, Meta(max_length=200)]
    seat: Word | None = None
    nonce: Hash | None = None  # what I add to the draws, made when I knew the commitment


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    """What a guest wants to be called; nothing: by no name."""

    name: Annotated[str, Meta(max_length=200)]


class Chosen(Struct, frozen=True, forbid_unknown_fields=True):
    """A language."""

    language: Literal["en", "fr", "es", "ru"]


@dataclass(frozen=True, slots=True)
class Plan:
    """Where the one who begins a game sits, and who is to have every other seat."""

    mine: Seat
    others: Mapping[Seat, str]

    @property
    def machines(self) -> dict[Seat, str]:
        """Give the opponents of the house, by their seats."""
        return {seat: kind.removeprefix(_BOT) for seat, kind in self.others.items() if kind.startswith(_BOT)}

    def seats(self, guest: str) -> dict[Seat, str | None]:
        """Give the seats that are for people, and who of them is here already."""
        shared = {seat: guest if kind == "same_device" else None for seat, kind in self.others.items()}
        return {self.mine: guest} | {seat: sitting for seat, sitting in shared.items() if seat not in self.machines}


@dataclass(frozen=True, slots=True)
class Begun:
    """A new game, and the secrets of its links, told only now."""

    id: str
    secrets: Mapping[Kind, str]

    def link(self, kind: Kind) -> str | None:
        """Give the address of a page that hands in a secret, if there is one."""
        return f"/{kind}/{self.id}#{self.secrets[kind]}" if kind in self.secrets else None


def plan(wanted: NewGame) -> Plan:
    """Tell who is to sit where, or refuse a game that cannot be."""
    game = titles.game(wanted.title, wanted.options)
    mine = _my_seat(game, wanted.side)
    return Plan(mine, _others(game, mine, wanted))


async def begin(services: Services, wanted: NewGame, planned: Plan, guest: str, address: str) -> Begun:
    """Begin a game for a guest who comes from an address."""
    if await services.open_games.made_today(guest) >= MOST_A_DAY:
        raise Refusal(429, "web.error.too_many_games")
    if not wanted.open:
        return await _make(services, wanted, planned, guest)
    async with services.open_games.counting:
        if await services.open_games.has_enough(guest, address):
            raise Refusal(409, "web.error.too_many_open")
        begun = await _make(services, wanted, planned, guest)
        services.open_games.remember(begun.id, address)
    return begun


async def _make(services: Services, wanted: NewGame, planned: Plan, guest: str) -> Begun:
    """Keep a new game with its people, its links and who made it: all of it, or nothing."""
    seats = planned.seats(guest)
    free = [seat for seat, sitting in seats.items() if sitting is None]
    awaited = [seat for seat in seats if seat not in free] if wanted.own_nonce else []
    links: dict[Kind, str] = {"watch": tokens.new_secret()}
    if free:
        links["join"] = tokens.new_secret()

    def beside(id: str) -> Work[None]:
        async def work(connection: AsyncConnection) -> None:
            await members.seat(connection, id, seats, links)
            await open_games.add(connection, id, guest, listed=wanted.open)

        return work

    options, machines = wanted.options, planned.machines
    id = await services.live_games.create(wanted.title, options, machines, awaited, wanted.clock, free, beside)
    return Begun(id, links)


async def check_link(services: Services, id: str, kind: Kind, secret: str, guest: str | None) -> None:
    """Refuse who does not have the secret of a link, unless they are already where it leads."""
    members = await services.people.members(id)
    there = members.knows(guest) if kind == "watch" else bool(members.seats_of(guest))
    if not there and not await services.people.opens(id, kind, secret):
        raise Refusal(403, "web.error.wrong_link")


async def check_open(services: Services, id: str, guest: str | None) -> None:
    """Refuse who wants a seat of a game that is not open to anybody, unless they sit there already."""
    members = await services.people.members(id)
    free = bool(members.open_seats) and await services.open_games.is_open(id)
    if not free and not members.seats_of(guest):
        raise Refusal(409, "web.error.seat_taken")


async def take_seat(services: Services, id: str, guest: str, seat: Seat | None, nonce: str | None) -> None:
    """Give a guest who may have it a seat, the first free one if none is named; who sits there already stays."""
    members = await services.people.members(id)
    if members.seats_of(guest):
        return
    live = await services.live_games.open(id)
    if live is not None and live.status.closed:
        raise Refusal(409, "error.closed")
    free = [seat for seat in live.game.seats if seat in members.open_seats] if live else []
    if live is None or not free:
        raise Refusal(409, "web.error.seat_taken")
    seat = seat or free[0]
    if seat not in live.game.seats:
        raise Unreadable("web.error.unreadable")
    if not await services.people.join(id, seat, guest, nonce):
        others = (await services.people.members(id)).open_seats
        raise Refusal(409, "web.error.choose_another" if others else "web.error.seat_taken")
    await live.begin()
    live.announce()


async def look_on(services: Services, id: str, guest: str) -> None:
    """Let a guest who may do so watch; who sits at the table already stays there."""
    if not (await services.people.members(id)).knows(guest):
        await services.people.watch(id, guest)


@post("/games", status_code=201)
async def new_game(request: AnyRequest, services: Shared) -> Json:
    """Begin a game; the links are told once, here."""
    wanted = await _read(request, services, NewGame)
    planned = plan(wanted)
    guest, cookies = await _guest(request, services)
    begun = await begin(services, wanted, planned, guest, request_info.address(request))
    told = {"table": f"/table/{begun.id}", "invite": begun.link("join"), "watch": begun.link("watch")}
    return _json(told, cookies, status=201)


@post("/games/{id:str}/seats", status_code=200)
async def seats(request: AnyRequest, services: Shared, id: FromPath[str]) -> Json:
    """Tell who holds an invitation what is played, how, with whom, and what they need to sit down in a free seat."""
    wanted = await _read(request, services, Invited)
    members, me = await services.people.members(id), tokens.claimed(request)
    if members.seats_of(me):
        return _json({"html": ""}, [])
    await check_link(services, id, "join", wanted.secret, None)
    live = await services.live_games.open(id)
    if live is None or live.status.closed:
        return _json({"html": ""}, [])
    host, called = await services.open_games.host(id), await services.people.name(me) if me else None
    told = {
        "html": waiting_room.invitation(live, members, host, called, request_info.language(request)),
        "commitment": live.commitment,
        "house": [seat for seat in live.game.seats if seat in live.saved.bots],
    }
    return _json(told, [])


@post("/games/{id:str}/share", status_code=200)
async def share(request: AnyRequest, services: Shared, id: FromPath[str]) -> Json:
    """Give who holds an invitation the whole link as others can open it, its code, and a word on who can."""
    wanted = await _read(request, services, Invited)
    await check_link(services, id, "join", wanted.secret, None)
    reach = sharing.reach(request, services.settings)
    link = f"{reach.base}/join/{id}#{wanted.secret}"
    html = templates.render("waiting/share.html", request_info.language(request), code=sharing.code(link), reach=reach)
    return _json({"link": link, "html": html}, [])


@post("/games/{id:str}/join", status_code=200)
async def join(request: AnyRequest, services: Shared, id: FromPath[str]) -> Json:
    """Take a seat an invitation is for. Who sits at the table already just goes there."""
    wanted = await _read(request, services, Sitting)
    await check_link(services, id, "join", wanted.secret, tokens.claimed(request))
    guest, cookies = await _guest(request, services)
    await take_seat(services, id, guest, wanted.seat, wanted.nonce)
    return _json({"table": f"/table/{id}"}, cookies)


@post("/games/{id:str}/sit", status_code=200)
async def sit(request: AnyRequest, services: Shared, id: FromPath[str]) -> Json:
    """Take a free seat of an open game. Who sits at the table already just goes there."""
    wanted = await _read(request, services, Free)
    await check_open(services, id, tokens.claimed(request))
    guest, cookies = await _guest(request, services)
    await take_seat(services, id, guest, wanted.seat, wanted.nonce)
    return _json({"table": f"/table/{id}"}, cookies)


@post("/games/{id:str}/watch", status_code=200)
async def watch(request: AnyRequest, services: Shared, id: FromPath[str]) -> Json:
    """Watch a game by its link. Who sits at the table already just goes there."""
    wanted = await _read(request, services, Invited)
    await check_link(services, id, "watch", wanted.secret, tokens.claimed(request))
    guest, cookies = await _guest(request, services)
    await look_on(services, id, guest)
    return _json({"table": f"/table/{id}"}, cookies)


@post("/name", status_code=200)
async def name(request: AnyRequest, services: Shared) -> Json:
    """Be called by another name at every table, as soon as somebody comes to it."""
    wanted = names.clean((await _read(request, services, Named)).name)
    if wanted is None and tokens.claimed(request) is None:
        return _json({"name": ""}, [])
    guest, cookies = await _guest(request, services)
    await services.people.rename(guest, wanted)
    return _json({"name": wanted or ""}, cookies)


@post("/language", status_code=200)
async def language(request: AnyRequest, services: Shared) -> Json:
    """Speak another language from now on."""
    wanted = await _read(request, services, Chosen)
    assert wanted.language in LANGUAGES
    cookie = request_info.language_cookie(wanted.language, secure=request_info.is_secure(request))
    return _json({"language": wanted.language}, [cookie])


def _my_seat(game: Game[Any, Any], wanted: str) -> Seat:
    """Give the seat that is wanted: by its own name, the first one of a side, or any."""
    side = secrets.choice(game.sides) if wanted == "either" else wanted
    for seat in game.seats:
        if side in {seat, game.side(seat)}:
            return seat
    raise Unreadable("error.seat", seat=wanted, known=", ".join(dict.fromkeys([*game.sides, *game.seats])))


def _others(game: Game[Any, Any], mine: Seat, wanted: NewGame) -> dict[Seat, str]:
    """Tell of every other seat who is to have it: a friend, an opponent of the house, or the same device."""
    for kind in (wanted.opponent, wanted.allies):
        if not kind.startswith(_BOT) and kind not in {"friend", "same_device"}:
            raise Unreadable("web.error.unreadable")
    shared = wanted.opponent == "same_device"
    allies = "same_device" if shared else wanted.allies
    side = game.allies(mine)
    others = {seat: allies if seat in side else wanted.opponent for seat in game.seats if seat != mine}
    for seat, kind in others.items():
        if kind.startswith(_BOT):
            bot_runner.check(game, seat, kind.removeprefix(_BOT))
    return others


async def _read(request: AnyRequest, services: Services, kind: type[S]) -> S:
    """Give what a page of ours sent; refuse whatever comes from elsewhere, too often, or is not exactly that."""
    if not request_info.from_our_page(request, services.settings):
        raise Refusal(403, "web.error.forbidden")
    if not services.posts.take(request_info.address(request)):
        raise Refusal(429, "web.error.too_fast")
    try:
        return msgspec.json.decode(await request_info.body(request), type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Unreadable("web.error.unreadable") from None


async def _guest(request: AnyRequest, services: Services) -> tuple[str, list[Cookie]]:
    """Give the guest who asks, and the cookie that makes a stranger one."""
    known = tokens.claimed(request)
    if known is not None and await services.people.is_guest(known):
        return known, []
    services.live_games.check_room()
    token = tokens.new_secret()
    return await services.people.welcome(token), [tokens.cookie(token, secure=request_info.is_secure(request))]


def _json(told: Mapping[str, str | Sequence[str] | None], cookies: list[Cookie], status: int = 200) -> Json:
    return Response(dict(told), status_code=status, media_type=MediaType.JSON, cookies=cookies)


POSTS = [new_game, seats, share, join, sit, watch, name, language]
