"""Guests: people without an account, and programs. Each is known by an unguessable token; only its hash is kept."""

from __future__ import annotations

import secrets
from hashlib import sha256
from hmac import compare_digest
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

COOKIE: Final = "guest"
_BYTES: Final = 32
_A_YEAR: Final = 365 * 24 * 3600


def new_secret() -> str:
    """A secret nobody can guess."""
    return secrets.token_urlsafe(_BYTES)


def digest(secret: str) -> str:
    """What is kept of a secret."""
    return sha256(secret.encode()).hexdigest()


def fits(secret: str, kept: str) -> bool:
    """Whether a secret is the one of which this was kept, in a time that tells nothing."""
    return compare_digest(digest(secret), kept)


def claimed(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """The id of the guest that a cookie claims to be; whether there is such a guest is another question."""
    return known_by(connection.cookies.get(COOKIE, ""))


def known_by(token: str) -> str | None:
    """The id of the guest that a token claims to be; None for what cannot be one."""
    return digest(token) if 40 <= len(token) <= 64 else None


def cookie(token: str, *, secure: bool) -> Cookie:
    """The cookie that makes a browser this guest."""
    return Cookie(key=COOKIE, value=token, max_age=_A_YEAR, httponly=True, samesite="lax", secure=secure)
