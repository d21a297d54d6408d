"""Accounts of programs: guests with a name, known by a token that is told once."""

from __future__ import annotations

from litestar import get, post
from litestar.params import JSONBody

from gaslamp.server.api.door import OPEN, SELDOM, AnyRequest, account
from gaslamp.server.api.errors import refusals
from gaslamp.server.api.shapes import AccountTold, NewAccount, NewAccountTold
from gaslamp.server.ops.services import Shared


@post("/accounts", opt=OPEN | SELDOM, security=[{}], responses=refusals(503, body=True), summary="Make an account")
async def new_account(services: Shared, data: JSONBody[NewAccount]) -> NewAccountTold:
    """Make an account. Only a hash of its token is kept: who loses it makes another account."""
    _, token = await services.lobby.add_guest(data.name)
    return NewAccountTold(data.name, token)


@get("/accounts/me", responses=refusals(), summary="Who am I?")
async def me(request: AnyRequest, services: Shared) -> AccountTold:
    """Tell whose token this is."""
    return AccountTold(await services.lobby.program(account(request)) or "")


ACCOUNTS = [new_account, me]
