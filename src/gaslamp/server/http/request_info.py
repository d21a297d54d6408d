"""What a request contains besides its body: id, language, address, origin, guest cookie."""

from __future__ import annotations

import re
from contextvars import ContextVar
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.exceptions import InternalServerException

from gaslamp.core.errors import Unreadable
from gaslamp.locale import LANGUAGES
from gaslamp.server.ops.limits import rate_limit_key
from gaslamp.server.ops.settings import Settings, is_this_machine
from gaslamp.service.lobby import tokens
from gaslamp.service.people.identity import UNKNOWN, Identity
from gaslamp.service.people.settings import Preferences

AnyConnection: TypeAlias = ASGIConnection[Any, Any, Any, Any]
AnyRequest: TypeAlias = Request[Any, Any, Any]

COOKIE: Final = "lang"
GUEST_COOKIE: Final = "guest"
SESSION_COOKIE: Final = "session"  # of an account on this device
REQUEST_ID: Final[ContextVar[str]] = ContextVar("request", default="")
_A_YEAR: Final = 365 * 24 * 3600
_GZIP: Final = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


def request_id() -> str:
    """Return the id of the current request or socket; empty outside of any."""
    return REQUEST_ID.get()


def language(connection: AnyConnection) -> str:
    """Return the language of the page that opened a socket, that of the settings or the cookie, or the browser's first.

    A socket names the language of its page in the query: not every browser sends Accept-Language with it.
    """
    page = connection.query_params.get(COOKIE, "") if connection.scope["type"] == ScopeType.WEBSOCKET else ""
    chosen = page if page in LANGUAGES else preferences(connection).language or connection.cookies.get(COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    accepted = []
    for part in connection.headers.get("accept-language", "")[:200].split(","):
        tag, _, quality = part.strip().partition(";q=")
        try:
            accepted.append((-float(quality or 1), tag[:2].lower()))
        except ValueError:
            continue
    return next((tag for _, tag in sorted(accepted, key=lambda pair: pair[0]) if tag in LANGUAGES), LANGUAGES[0])


def accepts_gzip(connection: AnyConnection) -> bool:
    return _GZIP.search(connection.headers.get("accept-encoding", "")) is not None


async def body(request: AnyRequest) -> bytes:
    """Return the body. Raises Unreadable if the client disconnects meanwhile."""
    try:
        return await request.body()
    except InternalServerException:
        raise Unreadable("web.error.unreadable") from None


def address(connection: AnyConnection) -> str:
    return rate_limit_key(connection.client.host if connection.client else "")


def is_secure(connection: AnyConnection) -> bool:
    return str(connection.scope.get("scheme", "")) in {"https", "wss"}


def from_our_page(connection: AnyConnection, settings: Settings) -> bool:
    """True if Origin and Host are the same: required of every POST and socket of a browser."""
    host = connection.headers.get("host", "")
    try:
        origin = urlsplit(connection.headers.get("origin", ""))
    except ValueError:
        return False
    same = bool(host) and origin.scheme in {"http", "https"} and origin.netloc == host
    return same and is_allowed_host(connection, settings)


def is_allowed_host(connection: AnyConnection, settings: Settings) -> bool:
    """True unless a private server gets a Host that is not a loopback name: protects against DNS rebinding."""
    return not settings.private or is_this_machine(connection.headers.get("host", ""))


async def identify(connection: AnyConnection) -> None:
    """Identify the sender of a request, for `claimed_guest`, `preferences` and `language`."""
    state: Any = connection.scope["state"]
    header, identities = state["runtime"].settings.trusted_header, state["runtime"].identities
    external = connection.headers.get(header, "").strip() if header else ""
    if external:
        state["identity"] = await identities.find_external(external)
        return
    guest, session = (tokens.guest_id(connection.cookies.get(name, "")) for name in (GUEST_COOKIE, SESSION_COOKIE))
    state["identity"] = await identities.find(guest, session)


def identity(connection: AnyConnection) -> Identity:
    identified: Identity = connection.scope["state"]["identity"]
    return identified


def claimed_guest(connection: AnyConnection) -> str | None:
    """Return the guest id of a request; None for a new visitor. Raises KeyError if it was not identified."""
    return identity(connection).guest


def preferences(connection: AnyConnection) -> Preferences:
    identified: Identity = connection.scope["state"].get("identity", UNKNOWN)
    return identified.preferences


def language_cookie(connection: AnyConnection, chosen: str) -> Cookie:
    return _cookie(connection, COOKIE, chosen)


def guest_cookie(connection: AnyConnection, token: str) -> Cookie:
    """Return the cookie of a guest; with an empty token, one that deletes it."""
    return _cookie(connection, GUEST_COOKIE, token)


def session_cookie(connection: AnyConnection, token: str) -> Cookie:
    """Return the cookie of a session; with an empty token, one that deletes it."""
    return _cookie(connection, SESSION_COOKIE, token)


def _cookie(connection: AnyConnection, key: str, value: str) -> Cookie:
    path, age = connection.scope["state"]["runtime"].settings.base_path, _A_YEAR if value else 0
    secure = is_secure(connection)
    return Cookie(key=key, value=value, path=path, max_age=age, httponly=True, samesite="lax", secure=secure)
