"""The account page, and the requests to open an account, sign in and out, recover, export and delete."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final

from litestar import MediaType, Router, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.response import Stream
from msgspec import Meta, Struct

from gaslamp.server.http import request_info
from gaslamp.server.http.pages import Page, page
from gaslamp.server.http.posts import BrowserVisitor, Json, check_origin, decode, json_response
from gaslamp.server.http.request_info import AnyRequest
from gaslamp.server.ops.services import LimitsDep, LobbyDep, PeopleDep
from gaslamp.service.errors import Refusal
from gaslamp.service.lobby import names
from gaslamp.service.people.accounts import LONGEST, SHORTEST, Accounts
from gaslamp.service.people.leaving import Leaving

AccountsDep = NamedDependency[Accounts]
LeavingDep = NamedDependency[Leaving]

_Name = Annotated[str, Meta(max_length=64)]
_Passphrase = Annotated[str, Meta(max_length=LONGEST)]

_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = ("Android", "iPhone", "iPad", "Windows", "Mac", "Linux")


class NameAndPassphrase(Struct, frozen=True, forbid_unknown_fields=True):
    name: _Name
    passphrase: _Passphrase


class CodeAndPassphrase(Struct, frozen=True, forbid_unknown_fields=True):
    code: _Name
    passphrase: _Passphrase


class NewPassphrase(Struct, frozen=True, forbid_unknown_fields=True):
    old: _Passphrase
    passphrase: _Passphrase


class SignOut(Struct, frozen=True, forbid_unknown_fields=True):
    device: _Name  # a key of the list; "here" or "all"


class Confirmed(Struct, frozen=True, forbid_unknown_fields=True):
    passphrase: _Passphrase  # empty without an account


@get("/account")
async def account_page(request: AnyRequest, people: PeopleDep, accounts: AccountsDep) -> Page:
    identity = request_info.identity(request)
    name = await accounts.name(identity.guest)
    return page(
        request,
        "people/account.html",
        login=name,
        external=identity.external,
        called=await people.name(identity.guest),
        known=identity.guest is not None,
        devices=await accounts.devices(identity.guest, identity.session) if identity.guest and name else [],
        longest_name=names.LONGEST,
        least=SHORTEST,
        most=LONGEST,
    )


@post("/account", status_code=201)
async def create(request: AnyRequest, lobby: LobbyDep, accounts: AccountsDep, limits: LimitsDep) -> Json:
    """Give the visitor an account. The recovery code is in this answer only."""
    body, visitor = await decode(request, NameAndPassphrase), BrowserVisitor(request, lobby)
    _check_external(request)
    _limit(limits.accounts.try_acquire(visitor.address))
    made = await accounts.create(await visitor.settle(), body.name, body.passphrase, _device(request))
    return json_response({"name": made.name, "code": made.code}, _signed_in(request, made.session), status=201)


@post("/account/sign-in", status_code=200)
async def sign_in(request: AnyRequest, accounts: AccountsDep, limits: LimitsDep) -> Json:
    body = await decode(request, NameAndPassphrase)
    _check_external(request)
    _limit(limits.sign_ins.try_acquire(request_info.address(request)))
    _limit(limits.account_sign_ins.try_acquire(body.name.strip().casefold()))
    session = await accounts.sign_in(body.name, body.passphrase, _device(request))
    return json_response({}, [request_info.session_cookie(request, session)])


@post("/account/recover", status_code=200)
async def recover(request: AnyRequest, accounts: AccountsDep, limits: LimitsDep) -> Json:
    """Set a new passphrase by the recovery code. The new code is in this answer only."""
    body = await decode(request, CodeAndPassphrase)
    _check_external(request)
    _limit(limits.sign_ins.try_acquire(request_info.address(request)))
    made = await accounts.recover(body.code, body.passphrase, _device(request))
    return json_response({"name": made.name, "code": made.code}, [request_info.session_cookie(request, made.session)])


@post("/account/passphrase", status_code=200)
async def change_passphrase(request: AnyRequest, accounts: AccountsDep, limits: LimitsDep) -> Json:
    body, guest = await decode(request, NewPassphrase), _guest(request)
    _limit(limits.account_sign_ins.try_acquire(guest))
    await accounts.change_passphrase(guest, body.old, body.passphrase)
    return json_response({})


@post("/account/sign-out", status_code=200)
async def sign_out(request: AnyRequest, accounts: AccountsDep) -> Json:
    body, identity = await decode(request, SignOut), request_info.identity(request)
    here = identity.session[:16] if identity.session else ""
    if identity.guest is None or identity.session is None:
        return json_response({}, [request_info.session_cookie(request, "")])
    key = here if body.device == "here" else body.device
    await accounts.sign_out(identity.guest, None if key == "all" else key)
    return json_response({}, [request_info.session_cookie(request, "")] if key in {here, "all"} else [])


@post("/account/export", status_code=200)
async def export(request: AnyRequest, leaving: LeavingDep, limits: LimitsDep) -> Stream:
    """Return everything that belongs to the visitor as one JSON file."""
    guest = _guest(request)
    _limit(limits.exports.try_acquire(request_info.address(request)))
    headers = {"Content-Disposition": 'attachment; filename="gaslamp.json"'}
    return Stream(leaving.export(guest), media_type=MediaType.JSON, headers=headers)


@post("/account/delete", status_code=200)
async def delete(request: AnyRequest, accounts: AccountsDep, leaving: LeavingDep, limits: LimitsDep) -> Json:
    """Delete the visitor. An account needs its passphrase."""
    body, guest = await decode(request, Confirmed), _guest(request)
    if await accounts.name(guest) is not None:
        _limit(limits.account_sign_ins.try_acquire(guest))
        await accounts.check(guest, body.passphrase)
    await leaving.delete(guest)
    return json_response({}, _signed_in(request, ""))


def _guest(request: AnyRequest) -> str:
    guest = request_info.claimed_guest(request)
    if guest is None:
        raise Refusal(403, "web.account.nobody")
    return guest


def _limit(acquired: bool) -> None:  # noqa: FBT001 - the result of a rate limit
    if not acquired:
        raise Refusal(429, "web.account.too_many")


def _check_external(request: AnyRequest) -> None:
    """Raise Refusal if a trusted proxy signs people in: then there are no passphrases."""
    if request_info.identity(request).external is not None:
        raise Refusal(403, "web.error.forbidden")


def _signed_in(request: AnyRequest, session: str) -> list[Cookie]:
    """Return the cookies of a new account: the guest's token is no longer valid."""
    return [request_info.session_cookie(request, session), request_info.guest_cookie(request, "")]


def _device(request: AnyRequest) -> str:
    """Return browser and system from a User-Agent, such as "Firefox, Linux"; empty for others."""
    agent = request.headers.get("user-agent", "")[:300]
    browser = next((name for sign, name in _BROWSERS if re.search(rf"\b{sign}", agent)), "")
    system = next((name for name in _SYSTEMS if name in agent), "")
    return ", ".join(filter(None, (browser, system)))


ACCOUNT: Final[list[Any]] = [
    account_page,
    Router(
        "/",
        route_handlers=[create, sign_in, recover, change_passphrase, sign_out, export, delete],
        before_request=check_origin,
    ),
]
