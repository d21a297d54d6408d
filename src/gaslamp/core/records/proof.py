"""The part of a record that proves it: the secret, the nonces, and every entry with its salt, commitment and head.

There are two versions of it; games that were begun under the first one are proved by it for ever.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from gaslamp.core.records.fairness import LATEST, NOTHING, Chain, Version
from gaslamp.core.records.record_format import BadRecord, pairs, read_header, read_number, read_pairs, write_header

FIRST_LINES: Final[Mapping[str, Version]] = {"gaslamp proof 1": 1, "gaslamp proof 2": 2}
_HEADERS: Final[Mapping[Version, tuple[str, ...]]] = {
    1: ("game", "commitment", "secret", "nonces", "entries"),
    2: ("game", "clock", "bots", "commitment", "secret", "nonces", "draws", "entries"),
}
SHARED: Final = "server and players"
SERVERS_WORD: Final = "server alone"
_HEX: Final = re.compile(r"[0-9a-f]{64}")

# Who adds to the draws: a player does; a seat of the house, or a person who brought nothing, does not. In the first
# version the server did, where nobody else had.
By: TypeAlias = Literal["player", "house", "absent", "server"]
_ADD_NOTHING: Final[tuple[By, ...]] = ("house", "absent")


class BadProof(BadRecord):
    """A record that can be played, but its proof does not hold; the message says what, and in which line."""


class Nonce(NamedTuple):
    """What a seat added to the draws, if it did."""

    by: By
    value: str = ""

    def __str__(self) -> str:
        return f"{self.by} {self.value}".rstrip()


class Entry(NamedTuple):
    """An entry of the log as the proof has it; all but the text in hexadecimal digits."""

    salt: str
    commitment: str
    head: str
    text: str


@dataclass(frozen=True, slots=True)
class Proof:
    """All that was committed in a game, and what opens it."""

    game: str
    commitment: str
    secret: str
    nonces: Mapping[str, Nonce]
    entries: tuple[Entry, ...]
    clock: str = ""  # what was agreed
    bots: Mapping[str, str] = field(default_factory=dict)  # which opponent of the house had which seat from the start
    version: Version = LATEST
    before: int = field(default=0, compare=False)  # so many lines of its file stand before it

    @property
    def players(self) -> tuple[str, ...]:
        """The seats whose players added to the draws; where there are none, those are the server's word."""
        return tuple(seat for seat, nonce in self.nonces.items() if nonce.by == "player")

    def line(self, part: str, number: int = 0) -> int:
        """The line of the file where a part of the header, or the entry of a number, stands."""
        header = _HEADERS[self.version]
        inside = header.index(part) + 2 if part in header else len(header) + 3 + number
        return self.before + inside


def prove(chain: Chain) -> Proof:
    """The proof of a chain; for the open only when its game is over."""
    seal = chain.seal
    bots = read_pairs(seal.terms.bots, line=0)

    def by(seat: str, nonce: bytes) -> By:
        if seal.version == 1:
            return "server" if nonce == seal.secret.nonce(seal.game, seat) else "player"
        return "player" if nonce != NOTHING else "house" if seat in bots else "absent"

    return Proof(
        game=seal.game,
        commitment=seal.committed.hex(),
        secret=seal.secret.value.hex(),
        nonces={seat: Nonce(by(seat, nonce), nonce.hex()) for seat, nonce in seal.nonces.items()},
        entries=tuple(
            Entry(link.salt.hex(), link.commitment.hex(), link.head.hex(), link.entry.decode()) for link in chain.links
        ),
        clock=seal.terms.clock,
        bots=bots,
        version=seal.version,
    )


def write(proof: Proof) -> list[str]:
    """The lines of a proof; `read` is their inverse."""
    values = {
        "game": proof.game,
        "clock": proof.clock,
        "bots": pairs(proof.bots),
        "commitment": proof.commitment,
        "secret": proof.secret,
        "nonces": pairs({seat: str(nonce) for seat, nonce in proof.nonces.items()}),
        "draws": SHARED if proof.players else SERVERS_WORD,
        "entries": str(len(proof.entries)),
    }
    first = next(line for line, version in FIRST_LINES.items() if version == proof.version)
    header = {key: values[key] for key in _HEADERS[proof.version]}
    return [*write_header(first, header), *(" ".join(entry) for entry in proof.entries)]


def read(lines: Sequence[str], before: int) -> Proof:
    """Read the lines of a proof that stand after so many others; whatever is wrong is a BadRecord."""
    version = FIRST_LINES[lines[0]]
    header = read_header(lines, _HEADERS[version], before)
    found = Proof(header["game"], header["commitment"], header["secret"], {}, (), version=version, before=before)
    for part in ("commitment", "secret"):
        _check_hex(header[part], found.line(part))
    line = found.line("nonces")
    nonces = {seat: _nonce(text, line) for seat, text in read_pairs(header["nonces"], line=line).items()}
    body = list(lines[len(header) + 2 :])
    while body and not body[-1].strip():
        body.pop()
    promised = read_number(header["entries"], line=found.line("entries"))
    if promised != len(body):
        raise BadRecord("proof.truncated", line=before + len(lines), counted=len(body), promised=promised)
    told = SHARED if any(nonce.by == "player" for nonce in nonces.values()) else SERVERS_WORD
    if header.get("draws", told) != told:
        raise BadProof("proof.draws", line=found.line("draws"), told=told)
    return replace(
        found,
        nonces=nonces,
        entries=tuple(_entry(text, found.line("entry", number)) for number, text in enumerate(body)),
        clock=header.get("clock", ""),
        bots=read_pairs(header["bots"], line=found.line("bots")) if "bots" in header else {},
    )


def _nonce(text: str, line: int) -> Nonce:
    by, _, value = text.partition(" ")
    for known in get_args(By):
        if by == known:
            if known not in _ADD_NOTHING or value:
                _check_hex(value, line)
            return Nonce(known, value)
    raise BadRecord("record.bad_pair", line=line, text=text[:80])


def _entry(text: str, line: int) -> Entry:
    words = text.strip().split(" ", 3)
    if len(words) < len(Entry._fields):
        raise BadRecord("proof.no_entry", line=line)
    for word in words[:3]:
        _check_hex(word, line)
    return Entry(*words)


def _check_hex(text: str, line: int) -> None:
    if not _HEX.fullmatch(text):
        raise BadRecord("proof.no_hash", line=line, text=text[:80])
