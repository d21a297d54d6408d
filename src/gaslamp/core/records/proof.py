"""The proof section of a record: secret, nonces, and each log entry with salt, commitment and head.

>>> from gaslamp.core.records.fairness import Secret, Terms
>>> seal = Seal("game", Terms("pocket", 1, ""), Secret.new(), {"jack": NOTHING, "detectives": b"nonce"})
>>> proof = prove(seal, entries=[])
>>> proof.players  # the other nonce is empty
('detectives',)
>>> write(proof)[0]
'gaslamp proof 3'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from gaslamp.core.records.fairness import NOTHING, Seal
from gaslamp.core.records.record_format import BadRecord, pairs, read_header, read_number, read_pairs, write_header

FIRST_LINE: Final = "gaslamp proof 3"
ANY_VERSION: Final = re.compile(r"gaslamp proof [0-9]+")
_HEADER: Final = ("game", "clock", "bots", "hints", "prefix", "commitment", "secret", "nonces", "draws", "entries")
SHARED: Final = "server and players"
SERVERS_WORD: Final = "server alone"
_HEX: Final = re.compile(r"[0-9a-f]{64}")

# Source of a seat's nonce. Bots ("house") and absent players contribute none.
By: TypeAlias = Literal["player", "house", "absent"]


class BadProof(BadRecord):
    """A playable record whose proof does not hold; the message names the fault and the line."""


class Nonce(NamedTuple):
    by: By
    value: str = ""

    def __str__(self) -> str:
        return f"{self.by} {self.value}".rstrip()


class ProvenEntry(NamedTuple):
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
    entries: tuple[ProvenEntry, ...]
    clock: str = ""  # time control, as in the terms
    bots: Mapping[str, str] = field(default_factory=dict)  # seat -> level
    hints: str = "no"
    prefix: int = 0
    before: int = field(default=0, compare=False)  # number of lines before it in the file

    @property
    def players(self) -> tuple[str, ...]:
        """Seats whose players contributed nonces. If empty, the draws depend on the server alone."""
        return tuple(seat for seat, nonce in self.nonces.items() if nonce.by == "player")

    def line(self, part: str, number: int = 0) -> int:
        """Return the line number of a header field, or of entry *number*."""
        inside = _HEADER.index(part) + 2 if part in _HEADER else len(_HEADER) + 3 + number
        return self.before + inside


def prove(seal: Seal, entries: Iterable[bytes]) -> Proof:
    """Build the proof of a log. It reveals the secret: publish it only when the game is over."""
    bots = read_pairs(seal.terms.bots, line=0)

    def by(seat: str, nonce: bytes) -> By:
        return "player" if nonce != NOTHING else "house" if seat in bots else "absent"

    return Proof(
        game=seal.game,
        commitment=seal.committed.hex(),
        secret=seal.secret.value.hex(),
        nonces={seat: Nonce(by(seat, nonce), nonce.hex()) for seat, nonce in seal.nonces.items()},
        entries=tuple(
            ProvenEntry(link.salt.hex(), link.commitment.hex(), link.head.hex(), link.entry.decode())
            for link in seal.chain(entries)
        ),
        clock=seal.terms.clock,
        bots=bots,
        hints=seal.terms.hints,
        prefix=seal.terms.prefix,
    )


def write(proof: Proof) -> list[str]:
    """Return the lines of a proof. `read` is the inverse."""
    values = {
        "game": proof.game,
        "clock": proof.clock,
        "bots": pairs(proof.bots),
        "hints": proof.hints,
        "prefix": str(proof.prefix),
        "commitment": proof.commitment,
        "secret": proof.secret,
        "nonces": pairs({seat: str(nonce) for seat, nonce in proof.nonces.items()}),
        "draws": SHARED if proof.players else SERVERS_WORD,
        "entries": str(len(proof.entries)),
    }
    return [*write_header(FIRST_LINE, values), *(" ".join(entry) for entry in proof.entries)]


def read(lines: Sequence[str], before: int) -> Proof:
    """Parse a proof that starts after line *before*. Raises BadRecord."""
    if lines[0] != FIRST_LINE:
        raise BadRecord("proof.other_version", line=before + 1)
    header = read_header(lines, _HEADER, before)
    proof = Proof(header["game"], header["commitment"], header["secret"], {}, (), before=before)
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
    if header["draws"] != expected:
        raise BadProof("proof.draws", line=proof.line("draws"), told=expected)
    return replace(
        proof,
        nonces=nonces,
        entries=tuple(_entry(text, proof.line("entry", number)) for number, text in enumerate(body)),
        clock=header["clock"],
        bots=read_pairs(header["bots"], line=proof.line("bots")),
        hints=header["hints"],
        prefix=read_number(header["prefix"], line=proof.line("prefix")),
    )


def _nonce(text: str, line: int) -> Nonce:
    by, _, value = text.partition(" ")
    for source in get_args(By):
        if by == source:
            if source == "player" or value:
                _check_hex(value, line)
            return Nonce(source, value)
    raise BadRecord("record.bad_pair", line=line, text=text[:80])


def _entry(text: str, line: int) -> ProvenEntry:
    words = text.strip().split(" ", 3)
    if len(words) < len(ProvenEntry._fields):
        raise BadRecord("proof.no_entry", line=line)
    for word in words[:3]:
        _check_hex(word, line)
    return ProvenEntry(*words)


def _check_hex(text: str, line: int) -> None:
    if not _HEX.fullmatch(text):
        raise BadRecord("proof.no_hash", line=line, text=text[:80])
