"""What a browser asks for by POST: a new game, a seat by invitation, a place to watch from, another language.

What is done then is the affair of the lobby: programs ask it for the same by their own door.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from litestar import MediaType, Request, Response, post
from litestar.datastructures import Cookie
from litestar.params import FromPath
from msgspec import Meta, Struct

from gaslamp.core.errors import Unreadable
from gaslamp.locale import LANGUAGES
from gaslamp.server.http import request_info, sharing, templates, waiting_page
from gaslamp.server.ops.services import Services, Shared
from gaslamp.service.errors import Refusal
from gaslamp.service.lobby.requests import Invitation, JoinGame, NewGame, TakeOpenSeat

AnyRequest = Request[Any, Any, Any]
Json = Response[Any]
S = TypeVar("S", bound=Struct)


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    """What a guest wants to be called; nothing: by no name."""

    name: Annotated[str, Meta(max_length=200)]


class Chosen(Struct, frozen=True, forbid_unknown_fields=True):
    """A language."""

    language: Literal["en", "fr", "es", "ru"]


class Browser:
    """Whoever uses a browser: the guest their cookie says they are, or a stranger, who is given one if need be."""

    def __init__(self, request: AnyRequest, services: Services) -> None:
        self._services = services
        self._secure = request_info.is_secure(request)
        self.claimed = request_info.claimed_guest(request)
        self.address = request_info.address(request)
        self.cookies: list[Cookie] = []

    async def settle(self) -> str:
        if self.claimed is not None and await self._services.lobby.is_guest(self.claimed):
            return self.claimed
        guest, token = await self._services.lobby.add_guest()
        self.cookies.append(request_info.guest_cookie(token, secure=self._secure))
        return guest


@post("/games", status_code=201)
async def new_game(request: AnyRequest, services: Shared) -> Json:
    """Begin a game; the links are told once, here."""
    wanted, browser = await _read(request, services, NewGame), Browser(request, services)
    made = await services.lobby.create(wanted, browser)
    told = {"table": f"/table/{made.id}", "invite": made.link("join"), "watch": made.link("watch")}
    return _json(told, browser.cookies, status=201)


@post("/games/{id:str}/seats", status_code=200)
async def seats(request: AnyRequest, services: Shared, id: FromPath[str]) -> Json:
    """Tell who holds an invitation what is played, how, with whom, and what they need to sit down in a free seat."""
    wanted, me = await _read(request, services, Invitation), request_info.claimed_guest(request)
    if await services.lobby.plays(id, me):
        return _json({"html": ""}, [])
    live, members = await services.lobby.invited(id, wanted.secret, None)
    if live.state.closed:
        return _json({"html": ""}, [])
    host, called = await services.lobby.host(id), await services.lobby.name(me)
    told = {
        "html": waiting_page.invitation(live, members, host, called, request_info.language(request)),
        "commitment": live.waiting_room.commitment,
        "house": [*live.waiting_room.bots],
    }
    return _json(told, [])


@post("/games/{id:str}/share", status_code=200)
async def share(request: AnyRequest, services: Shared, id: FromPath[str]) -> Json:
    """Give who holds an invitation the whole link as others can open it, its code, and a word on who can."""
    wanted = await _read(request, services, Invitation)
    await services.lobby.check_link(id, "join", wanted.secret, None)
    reach = sharing.reach(request, services.settings)
    link = f"{reach.base}/join/{id}#{wanted.secret}"
    html = templates.render("waiting/share.html", request_info.language(request), code=sharing.code(link), reach=reach)
    return _json({"link": link, "html": html}, [])


@post("/games/{id:str}/join", status_code=200)
async def join(request: AnyRequest, services: Shared, id: FromPath[str]) -> Json:
    """Take a seat an invitation is for. Who sits at the table already just goes there."""
    wanted, browser = await _read(request, services, JoinGame), Browser(request, services)
    await services.lobby.join(id, wanted.secret, browser, wanted.seat, wanted.nonce)
    return _json({"table": f"/table/{id}"}, browser.cookies)


@post("/games/{id:str}/sit", status_code=200)
async def sit(request: AnyRequest, services: Shared, id: FromPath[str]) -> Json:
    """Take a free seat of an open game. Who sits at the table already just goes there."""
    wanted, browser = await _read(request, services, TakeOpenSeat), Browser(request, services)
    await services.lobby.take_open_seat(id, browser, wanted.seat, wanted.nonce)
    return _json({"table": f"/table/{id}"}, browser.cookies)


@post("/games/{id:str}/watch", status_code=200)
async def watch(request: AnyRequest, services: Shared, id: FromPath[str]) -> Json:
    """Watch a game by its link. Who sits at the table already just goes there."""
    wanted, browser = await _read(request, services, Invitation), Browser(request, services)
    await services.lobby.watch(id, wanted.secret, browser)
    return _json({"table": f"/table/{id}"}, browser.cookies)


@post("/name", status_code=200)
async def name(request: AnyRequest, services: Shared) -> Json:
    """Be called by another name at every table, as soon as somebody comes to it."""
    wanted, browser = await _read(request, services, Named), Browser(request, services)
    kept = await services.lobby.rename(browser, wanted.name)
    return _json({"name": kept or ""}, browser.cookies)


@post("/language", status_code=200)
async def language(request: AnyRequest, services: Shared) -> Json:
    """Speak another language from now on."""
    wanted = await _read(request, services, Chosen)
    assert wanted.language in LANGUAGES
    cookie = request_info.language_cookie(wanted.language, secure=request_info.is_secure(request))
    return _json({"language": wanted.language}, [cookie])


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


def _json(told: Mapping[str, str | Sequence[str] | None], cookies: list[Cookie], status: int = 200) -> Json:
    return Response(dict(told), status_code=status, media_type=MediaType.JSON, cookies=cookies)


POSTS = [new_game, seats, share, join, sit, watch, name, language]
