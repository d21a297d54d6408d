"""The proof section of a record: secret, nonces, and each log entry with salt, commitment and head.

Games that began under version 1 keep that version.
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

# Source of a seat's nonce. Bots ("house") and absent players contribute none; version 1 used a server nonce instead.
By: TypeAlias = Literal["player", "house", "absent", "server"]
_ADD_NOTHING: Final[tuple[By, ...]] = ("house", "absent")


class BadProof(BadRecord):
    """A playable record whose proof does not hold; the message names the fault and the line."""


class Nonce(NamedTuple):
    by: By
    value: str = ""

    def __str__(self) -> str:
        return f"{self.by} {self.value}".rstrip()


class Entry(NamedTuple):
    """A log entry in a proof; all fields but the text are hexadecimal."""

    salt: str
    commitment: str
    head: str
    text: str


@dataclass(frozen=True, slots=True)
class Proof:
    """Everything committed in a game, with the values that open it."""

    game: str
    commitment: str
    secret: str
    nonces: Mapping[str, Nonce]
    entries: tuple[Entry, ...]
    clock: str = ""  # time control, as in the terms
    bots: Mapping[str, str] = field(default_factory=dict)  # seat -> level
    version: Version = LATEST
    before: int = field(default=0, compare=False)  # number of lines before it in the file

    @property
    def players(self) -> tuple[str, ...]:
        """Seats whose players contributed nonces. If empty, the draws depend on the server alone."""
        return tuple(seat for seat, nonce in self.nonces.items() if nonce.by == "player")

    def line(self, part: str, number: int = 0) -> int:
        """Return the line number of a header field, or of entry *number*."""
        header = _HEADERS[self.version]
        inside = header.index(part) + 2 if part in header else len(header) + 3 + number
        return self.before + inside


def prove(chain: Chain) -> Proof:
    """Build the proof of a chain. It reveals the secret: publish it only when the game is over."""
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
    """Return the lines of a proof. `read` is the inverse."""
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
    """Parse a proof that starts after line *before*. Raises BadRecord."""
    version = FIRST_LINES[lines[0]]
    header = read_header(lines, _HEADERS[version], before)
    proof = Proof(header["game"], header["commitment"], header["secret"], {}, (), version=version, before=before)
    for part in ("commitment", "secret"):
        _check_hex(header[part], proof.line(part))
    line = proof.line("nonces")
    nonces = {seat: _nonce(text, line) for seat, text in read_pairs(header["nonces"], line=line).items()}
    body = list(lines[len(header) + 2 :])
    while body and not body[-1].strip():
        body.pop()
    promised = read_number(header["entries"], line=proof.line("entries"))
    if promised != len(body):
        raise BadRecord("proof.truncated", line=before + len(lines), counted=len(body), promised=promised)
    expected = SHARED if any(nonce.by == "player" for nonce in nonces.values()) else SERVERS_WORD
    if header.get("draws", expected) != expected:
        raise BadProof("proof.draws", line=proof.line("draws"), told=expected)
    return replace(
        proof,
        nonces=nonces,
        entries=tuple(_entry(text, proof.line("entry", number)) for number, text in enumerate(body)),
        clock=header.get("clock", ""),
        bots=read_pairs(header["bots"], line=proof.line("bots")) if "bots" in header else {},
    )


def _nonce(text: str, line: int) -> Nonce:
    by, _, value = text.partition(" ")
    for source in get_args(By):
        if by == source:
            if source not in _ADD_NOTHING or value:
                _check_hex(value, line)
            return Nonce(source, value)
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
