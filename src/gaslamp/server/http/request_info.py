"""What a request tells of who made it: the language, the address, and whether it comes from a page of ours."""

from __future__ import annotations

import re
from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.exceptions import InternalServerException

from gaslamp.core.errors import Unreadable
from gaslamp.locale import LANGUAGES
from gaslamp.server.ops import limits
from gaslamp.server.ops.settings import Settings, is_this_machine
from gaslamp.service.lobby import tokens

COOKIE: Final = "lang"
GUEST_COOKIE: Final = "guest"
_A_YEAR: Final = 365 * 24 * 3600
_GZIP: Final = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


def language(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the language of a visitor: of the page that opened a socket, the chosen one, or the browser's first.

    A socket names the language of its page in the query: not every browser sends Accept-Language with it.
    """
    page = connection.query_params.get(COOKIE, "") if connection.scope["type"] == ScopeType.WEBSOCKET else ""
    chosen = page if page in LANGUAGES else connection.cookies.get(COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    wanted = []
    for part in connection.headers.get("accept-language", "")[:200].split(","):
        tag, _, quality = part.strip().partition(";q=")
        try:
            wanted.append((-float(quality or 1), tag[:2].lower()))
        except ValueError:
            continue
    return next((tag for _, tag in sorted(wanted, key=lambda pair: pair[0]) if tag in LANGUAGES), LANGUAGES[0])


def accepts_gzip(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Return whether the Accept-Encoding header allows gzip."""
    return _GZIP.search(connection.headers.get("accept-encoding", "")) is not None


def language_cookie(chosen: str, *, secure: bool) -> Cookie:
    """The cookie that keeps a choice of language."""
    return Cookie(key=COOKIE, value=chosen, max_age=_A_YEAR, httponly=True, samesite="lax", secure=secure)


async def body(request: Request[Any, Any, Any]) -> bytes:
    """The body of a request; who goes away in the middle of it is refused, which nobody hears."""
    try:
        return await request.body()
    except InternalServerException:
        raise Unreadable("web.error.unreadable") from None


def address(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where a visitor comes from, as far as limits go."""
    return limits.household(connection.client.host if connection.client else "")


def is_secure(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Whether a visitor comes over TLS."""
    return str(connection.scope.get("scheme", "")) in {"https", "wss"}


def from_our_page(connection: ASGIConnection[Any, Any, Any, Any], settings: Settings) -> bool:
    """Whether a browser sent this from one of our pages; anything else has no business changing things."""
    host = connection.headers.get("host", "")
    try:
        origin = urlsplit(connection.headers.get("origin", ""))
    except ValueError:
        return False
    same = bool(host) and origin.scheme in {"http", "https"} and origin.netloc == host
    return same and knows_our_name(connection, settings)


def knows_our_name(connection: ASGIConnection[Any, Any, Any, Any], settings: Settings) -> bool:
    """Whether we are called by a name of ours, by pages, sockets and programs alike.

    A server for this machine alone wants one of this machine: another may be a stranger's that was pointed here.
    """
    return not settings.private or is_this_machine(connection.headers.get("host", ""))


def claimed_guest(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """Return the guest id of a request's cookie, not checked; None without one."""
    return tokens.guest_id(connection.cookies.get(GUEST_COOKIE, ""))


def guest_cookie(token: str, *, secure: bool) -> Cookie:
    return Cookie(key=GUEST_COOKIE, value=token, max_age=_A_YEAR, httponly=True, samesite="lax", secure=secure)
