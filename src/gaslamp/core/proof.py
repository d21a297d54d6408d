"""The part of a record that proves it: the secret, the nonces, and every entry with its salt, commitment and head."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from gaslamp.core.fairness import Chain
from gaslamp.core.paper import BadRecord, pairs, read_header, read_number, read_pairs, write_header

FIRST_LINE: Final = "gaslamp proof 1"
_HEADER: Final = ("game", "commitment", "secret", "nonces", "entries")
_HEX: Final = re.compile(r"[0-9a-f]{64}")

By: TypeAlias = Literal["player", "server"]  # who made a nonce


class BadProof(BadRecord):
    """A record that can be played, but its proof does not hold; the message says what, and in which line."""


class Nonce(NamedTuple):
    """What a seat added to the draws."""

    by: By
    value: str


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
    before: int = field(default=0, compare=False)  # so many lines of its file stand before it

    def line(self, part: str, number: int = 0) -> int:
        """Give the line of the file where a part of the header, or the entry of a number, stands."""
        inside = _HEADER.index(part) + 2 if part in _HEADER else len(_HEADER) + 3 + number
        return self.before + inside


def prove(chain: Chain) -> Proof:
    """Give the proof of a chain; for the open only when its game is over."""
    seal = chain.seal
    nonces = {
        seat: Nonce("server" if nonce == seal.secret.nonce(seal.game, seat) else "player", nonce.hex())
        for seat, nonce in seal.nonces.items()
    }
    return Proof(
        game=seal.game,
        commitment=seal.secret.commitment(seal.game).hex(),
        secret=seal.secret.value.hex(),
        nonces=nonces,
        entries=tuple(
            Entry(link.salt.hex(), link.commitment.hex(), link.head.hex(), link.entry.decode()) for link in chain.links
        ),
    )


def write(proof: Proof) -> list[str]:
    """Give the lines of a proof; `read` is their inverse."""
    header = {
        "game": proof.game,
        "commitment": proof.commitment,
        "secret": proof.secret,
        "nonces": pairs({seat: " ".join(nonce) for seat, nonce in proof.nonces.items()}),
        "entries": str(len(proof.entries)),
    }
    return [*write_header(FIRST_LINE, header), *(" ".join(entry) for entry in proof.entries)]


def read(lines: Sequence[str], before: int) -> Proof:
    """Read the lines of a proof that stand after so many others; whatever is wrong is a BadRecord."""
    header = read_header(lines, _HEADER, before)
    found = Proof(header["game"], header["commitment"], header["secret"], {}, (), before)
    for part in ("commitment", "secret"):
        _check_hex(header[part], found.line(part))
    line = found.line("nonces")
    nonces = {seat: _nonce(text, line) for seat, text in read_pairs(header["nonces"], line=line).items()}
    body = list(lines[len(_HEADER) + 2 :])
    while body and not body[-1].strip():
        body.pop()
    promised = read_number(header["entries"], line=found.line("entries"))
    if promised != len(body):
        raise BadRecord("proof.truncated", line=before + len(lines), counted=len(body), promised=promised)
    entries = tuple(_entry(text, found.line("entry", number)) for number, text in enumerate(body))
    return Proof(found.game, found.commitment, found.secret, nonces, entries, before)


def _nonce(text: str, line: int) -> Nonce:
    by, _, value = text.partition(" ")
    for known in get_args(By):
        if by == known:
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
