"""Secrets of guests and links. The database has only their hashes."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from typing import Final, Protocol

_BYTES: Final = 32


def new_secret() -> str:
    return secrets.token_urlsafe(_BYTES)


def digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def fits(secret: str, stored: str) -> bool:
    """True if *stored* is the digest of *secret*, compared in constant time."""
    return compare_digest(digest(secret), stored)


def guest_id(token: str) -> str | None:
    """Return the guest id of a token, which may not exist; None for a string that is not a token."""
    return digest(token) if 40 <= len(token) <= 64 else None


def external_id(name: str) -> str:
    """Return the guest id of a person whom a trusted proxy has signed in. No token has it."""
    return f"user-{digest(name)[:59]}"


class Visitor(Protocol):
    """The sender of a request. A new visitor is not a guest yet."""

    @property
    def claimed(self) -> str | None:
        """The guest id of its token, not checked."""

    @property
    def address(self) -> str:
        """The key of its rate limits."""

    async def settle(self) -> str:
        """Return the guest id; a new visitor becomes a guest."""


@dataclass(frozen=True, slots=True)
class KnownVisitor:
    claimed: str
    address: str

    async def settle(self) -> str:
        return self.claimed
