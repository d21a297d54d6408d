"""Commitments for fair draws and a tamper-evident log, opened when the game is over.

`docs/fairness.md` specifies the formats byte for byte and says what they prove.

>>> secret = Secret(bytes(32))  # Secret.new() in a real game
>>> seal = Seal("game", Terms("pocket", 1, ""), secret, {"jack": NOTHING, "detectives": b"nonce"})
>>> (link,) = seal.chain([b"take rotation"])
>>> link.head == digest("gaslamp head", seal.first_head(), link.commitment)
True
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import Final, NamedTuple, Self, TypeAlias

BYTES: Final = 32  # length of secrets, nonces, salts and hashes
NOTHING: Final = b""  # nonce of a seat that contributes none
_NUMBERS: Final = 2 ** (8 * BYTES)

Part: TypeAlias = str | int | bytes


def framed(parts: Iterable[Part]) -> bytes:
    """Concatenate parts, each prefixed with its length, so that the result is unambiguous."""
    return b"".join(len(part).to_bytes(4) + part for part in map(_bytes, parts))


def digest(*parts: Part) -> bytes:
    return sha256(framed(parts)).digest()


@dataclass(frozen=True, slots=True, repr=False)
class Secret:
    """The server's secret for one game, revealed when the game is over. Its repr hides the value."""

    value: bytes

    @classmethod
    def new(cls) -> Self:
        return cls(secrets.token_bytes(BYTES))

    def __repr__(self) -> str:
        return "Secret()"

    def commitment(self, game: str) -> bytes:
        """Return the hash that is published when a game is created."""
        return digest("gaslamp secret 3", game, self.value)

    def keyed(self, *parts: Part) -> bytes:
        """Return the HMAC-SHA-256 of the framed parts, with the secret as key."""
        return hmac.digest(self.value, framed(parts), "sha256")


def choose(weights: Sequence[int], numbers: Iterator[int], below: int = _NUMBERS) -> int:
    """Return an index by weight, by rejection sampling from uniform numbers below *below*."""
    total = sum(weights)
    if not 0 < total <= below or min(weights) < 0:
        raise ValueError("no weights to draw by")
    even = below - below % total
    drawn = next(number for number in numbers if number < even) % total
    for index, weight in enumerate(weights):
        if drawn < weight:
            return index
        drawn -= weight
    raise AssertionError


class Terms(NamedTuple):
    """What was agreed before the game, as written in records."""

    title: str
    rules: int
    options: str
    clock: str = ""
    bots: str = ""
    hints: str = "no"  # or "yes": whether hints may be given
    prefix: int = 0  # number of actions that a practice game continues from


@dataclass(frozen=True, slots=True)
class Seal:
    """Input of a game's draws and commitments; complete once the nonce of every seat is decided."""

    game: str  # game id
    terms: Terms
    secret: Secret
    nonces: Mapping[str, bytes]  # seat -> nonce or NOTHING, in the order of the seats

    @property
    def committed(self) -> bytes:
        return self.secret.commitment(self.game)

    def draw(self, number: int, weights: Sequence[int]) -> int:
        """Return the index of draw *number* (from 0)."""
        return choose(weights, self._numbers(number))

    def salt(self, number: int) -> bytes:
        """Return the salt of an entry, without which its commitment could be guessed by trying all entries."""
        return self.secret.keyed("gaslamp salt", self.game, number)

    def commitment(self, number: int, salt: bytes, entry: bytes) -> bytes:
        return digest("gaslamp entry", self.game, number, salt, entry)

    def first_head(self) -> bytes:
        """Return the head of the empty chain: hash of terms, commitment and nonces."""
        return digest("gaslamp chain 3", self.game, *self.terms, self.committed, *self._nonces())

    def head(self, previous: bytes, number: int, entry: bytes) -> bytes:
        """Return the head that follows *previous* after entry *number*."""
        return self.link(previous, number, entry).head

    def link(self, previous: bytes, number: int, entry: bytes) -> Link:
        salt = self.salt(number)
        commitment = self.commitment(number, salt, entry)
        return Link(salt, commitment, digest("gaslamp head", previous, commitment), entry)

    def chain(self, entries: Iterable[bytes]) -> Iterator[Link]:
        """Yield the links of a whole log: each head commits to all entries up to it."""
        head = self.first_head()
        for number, entry in enumerate(entries):
            link = self.link(head, number, entry)
            yield link
            head = link.head

    def _numbers(self, number: int) -> Iterator[int]:
        for attempt in count():
            yield int.from_bytes(self.secret.keyed("gaslamp draw", self.game, number, attempt, *self._nonces()))

    def _nonces(self) -> Iterator[Part]:
        for seat, nonce in self.nonces.items():
            yield from (seat, nonce)


class Link(NamedTuple):
    salt: bytes
    commitment: bytes
    head: bytes  # of the chain including this entry
    entry: bytes


def _bytes(part: Part) -> bytes:
    return part if isinstance(part, bytes) else str(part).encode()
