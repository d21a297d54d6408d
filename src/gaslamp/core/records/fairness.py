"""Draws that nobody can bend and a log that nobody can rewrite: committed at first, shown at the end.

`docs/fairness.md` has the formats byte for byte, and says what all this proves and what it does not.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import Final, Literal, NamedTuple, Self, TypeAlias

BYTES: Final = 32  # of a secret, a nonce, a salt, and of everything that is hashed
NOTHING: Final = b""  # instead of the nonce of a seat that adds nothing to the draws
_NUMBERS: Final = 2 ** (8 * BYTES)

Part: TypeAlias = str | int | bytes

# Of the first version a server gave nonces of its own to seats that brought none, and committed itself to less.
Version: TypeAlias = Literal[1, 2]
LATEST: Final[Version] = 2
_COMMITMENT: Final[Mapping[Version, str]] = {1: "gaslamp secret", 2: "gaslamp secret 2"}
_CHAIN: Final[Mapping[Version, str]] = {1: "gaslamp chain", 2: "gaslamp chain 2"}


def framed(parts: Iterable[Part]) -> bytes:
    """The bytes of several things so that no others have the same: each after its length."""
    return b"".join(len(part).to_bytes(4) + part for part in map(_bytes, parts))


def digest(*parts: Part) -> bytes:
    """The SHA-256 of several things."""
    return sha256(framed(parts)).digest()


@dataclass(frozen=True, slots=True, repr=False)
class Secret:
    """What only the server knows until a game is over. Printed, it shows nothing."""

    value: bytes

    @classmethod
    def new(cls) -> Self:
        """Make one that nobody can guess."""
        return cls(secrets.token_bytes(BYTES))

    def __repr__(self) -> str:
        return "Secret()"

    def commitment(self, game: str, version: Version = LATEST) -> bytes:
        """What is told when a game is made: whoever has it will know whether the secret shown is this one."""
        return digest(_COMMITMENT[version], game, self.value)

    def nonce(self, game: str, seat: str) -> bytes:
        """The nonce that a seat which brought none had in the first version; it follows from the secret."""
        return self.keyed("gaslamp nonce", game, seat)

    def keyed(self, *parts: Part) -> bytes:
        """The HMAC-SHA-256 of several things, with the secret as the key."""
        return hmac.digest(self.value, framed(parts), "sha256")


def choose(weights: Sequence[int], numbers: Iterator[int], below: int = _NUMBERS) -> int:
    """An index by weight from even numbers below a bound; those that would favour any index are passed over."""
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
    """What was agreed before a game began, each as a record writes it; the first version left out the last two."""

    title: str
    rules: int
    options: str
    clock: str = ""
    bots: str = ""


@dataclass(frozen=True, slots=True)
class Seal:
    """All that a game's draws and commitments follow from; whole when it is known what every seat adds."""

    game: str  # its id
    terms: Terms
    secret: Secret
    nonces: Mapping[str, bytes]  # seat -> nonce or NOTHING, in the order of the seats
    version: Version = LATEST

    @property
    def committed(self) -> bytes:
        """What was told when the game was made."""
        return self.secret.commitment(self.game, self.version)

    def draw(self, number: int, weights: Sequence[int]) -> int:
        """The index that chance draws, of so many draws before it in this game."""
        return choose(weights, self._numbers(number))

    def salt(self, number: int) -> bytes:
        """The salt of an entry: without it, whoever has a commitment could find the entry by trying all."""
        return self.secret.keyed("gaslamp salt", self.game, number)

    def commitment(self, number: int, salt: bytes, entry: bytes) -> bytes:
        """The commitment to an entry of the log, with its salt."""
        return digest("gaslamp entry", self.game, number, salt, entry)

    def first_head(self) -> bytes:
        """Where the chain begins: what was agreed, the secret's commitment, and all nonces."""
        terms = self.terms if self.version > 1 else self.terms[:3]
        return digest(_CHAIN[self.version], self.game, *terms, self.committed, *self._nonces())

    def _numbers(self, number: int) -> Iterator[int]:
        for attempt in count():
            yield int.from_bytes(self.secret.keyed("gaslamp draw", self.game, number, attempt, *self._nonces()))

    def _nonces(self) -> Iterator[Part]:
        for seat, nonce in self.nonces.items():
            yield from (seat, nonce)


class Link(NamedTuple):
    """One entry in the chain."""

    salt: bytes
    commitment: bytes
    head: bytes  # of the chain up to here
    entry: bytes


class Chain:
    """The commitments of a game's entries, each tied to all before it: a head stands for everything up to it."""

    def __init__(self, seal: Seal) -> None:
        self.seal = seal
        self.links: list[Link] = []
        self._first = seal.first_head()

    def head(self, length: int) -> bytes:
        """The head over so many entries."""
        return self.links[length - 1].head if length else self._first

    def append(self, entry: bytes) -> None:
        """Tie an entry to those before it."""
        number = len(self.links)
        salt = self.seal.salt(number)
        commitment = self.seal.commitment(number, salt, entry)
        head = digest("gaslamp head", self.head(number), commitment)
        self.links.append(Link(salt, commitment, head, entry))


def _bytes(part: Part) -> bytes:
    return part if isinstance(part, bytes) else str(part).encode()
