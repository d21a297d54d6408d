"""What a browser asks for by POST: a new game, a seat by invitation, a place to watch from, another language."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from litestar import MediaType, Request, Response, post
from litestar.datastructures import Cookie
from litestar.params import FromPath
from msgspec import Meta, Struct

from gaslamp import titles
from gaslamp.core.errors import Unreadable
from gaslamp.locale import LANGUAGES
from gaslamp.server import guests, visitor
from gaslamp.server.errors import Refusal
from gaslamp.server.people import Kind
from gaslamp.server.services import Services, Shared
from gaslamp.table import bots

Word = Annotated[str, Meta(max_length=80)]
AnyRequest = Request[Any, Any, Any]
Json = Response[Any]
S = TypeVar("S", bound=Struct)


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be played, on which side, against whom."""

    title: Word
    side: Word
    opponent: Word
    options: dict[Word, Word] = {}


class Invited(Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a link."""

    secret: Annotated[str, Meta(max_length=200)]


class Chosen(Struct, frozen=True, forbid_unknown_fields=True):
    """A language."""

    language: Literal["en", "fr", "es", "ru"]


@post("/games", status_code=201)
async def new_game(request: AnyRequest, services: Shared) -> Json:
    """Begin a game; the links are told once, here."""
    wanted = await _read(request, services, NewGame)
    meta = titles.meta(wanted.title)
    if wanted.side not in {*meta.seats, "either"}:
        raise Unreadable("error.seat", seat=wanted.side, known=", ".join(meta.seats))
    mine = secrets.choice(meta.seats) if wanted.side == "either" else wanted.side
    kind, _, bot = wanted.opponent.partition(":")
    if kind not in {"bot", "friend", "same_device"} or (kind == "bot") != bool(bot):
        raise Unreadable("web.error.unreadable")
    if bot:
        bots.check(bot)
    others = [seat for seat in meta.seats if seat != mine]
    guest, cookies = await _guest(request, services)
    id = await services.house.create(wanted.title, wanted.options, dict.fromkeys(others, bot) if bot else {})
    links: dict[Kind, str] = {"watch": guests.new_secret()}
    seats: dict[str, str | None] = {mine: guest}
    if kind == "friend":
        links["join"] = guests.new_secret()
        seats |= dict.fromkeys(others, None)
    if kind == "same_device":
        seats |= dict.fromkeys(others, guest)
    await services.people.sit(id, seats, links)
    told = {"table": f"/table/{id}", "invite": None} | {
        {"join": "invite", "watch": "watch"}[link]: f"/{link}/{id}#{secret}" for link, secret in links.items()
    }
    return _json(told, cookies, status=201)


@post("/games/{id:str}/join", status_code=200)
async def join(request: AnyRequest, services: Shared, id: FromPath[str]) -> Json:
    """Take the seat an invitation is for. Who sits at the table already just goes there."""
    wanted = await _read(request, services, Invited)
    company = await services.people.company(id)
    guest, cookies = await _guest(request, services)
    if not company.seats_of(guest):
        if not await services.people.opens(id, "join", wanted.secret):
            raise Refusal(403, "web.error.wrong_link")
        if not company.open_seats or not await services.people.join(id, company.open_seats[0], guest):
            raise Refusal(409, "web.error.seat_taken")
        live = await services.house.open(id)
        if live is not None:
            live.tell()
    return _json({"table": f"/table/{id}"}, cookies)


@post("/games/{id:str}/watch", status_code=200)
async def watch(request: AnyRequest, services: Shared, id: FromPath[str]) -> Json:
    """Watch a game by its link. Who sits at the table already just goes there."""
    wanted = await _read(request, services, Invited)
    company = await services.people.company(id)
    guest, cookies = await _guest(request, services)
    if not company.knows(guest):
        if not await services.people.opens(id, "watch", wanted.secret):
            raise Refusal(403, "web.error.wrong_link")
        await services.people.watch(id, guest)
    return _json({"table": f"/table/{id}"}, cookies)


@post("/language", status_code=200)
async def language(request: AnyRequest, services: Shared) -> Json:
    """Speak another language from now on."""
    wanted = await _read(request, services, Chosen)
    assert wanted.language in LANGUAGES
    cookie = visitor.language_cookie(wanted.language, secure=visitor.is_secure(request))
    return _json({"language": wanted.language}, [cookie])


async def _read(request: AnyRequest, services: Services, kind: type[S]) -> S:
    """Give what a page of ours sent; refuse whatever comes from elsewhere, too often, or is not exactly that."""
    if not visitor.from_our_page(request, local=services.settings.local):
        raise Refusal(403, "web.error.forbidden")
    if not services.posts.take(visitor.address(request)):
        raise Refusal(429, "web.error.too_fast")
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Unreadable("web.error.unreadable") from None


async def _guest(request: AnyRequest, services: Services) -> tuple[str, list[Cookie]]:
    """Give the guest who asks, and the cookie that makes a stranger one."""
    known = guests.claimed(request)
    if known is not None and await services.people.is_guest(known):
        return known, []
    token = guests.new_secret()
    return await services.people.welcome(token), [guests.cookie(token, secure=visitor.is_secure(request))]


def _json(told: Mapping[str, str | None], cookies: list[Cookie], status: int = 200) -> Json:
    return Response(dict(told), status_code=status, media_type=MediaType.JSON, cookies=cookies)


POSTS = [new_game, join, watch, language]
