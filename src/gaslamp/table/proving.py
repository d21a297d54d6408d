"""Checks a record against its proof: what was committed, what was drawn, and that nothing else was played.

And against what somebody kept of the game: without that a proof only agrees with itself, whoever made it up.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from gaslamp.core.errors import GaslampError, Unreadable
from gaslamp.core.game import Game, Seat
from gaslamp.core.records.fairness import Chain, Seal, Secret, Terms
from gaslamp.core.records.proof import BadProof, Nonce, Proof
from gaslamp.core.records.record import Record
from gaslamp.core.records.record_format import pairs
from gaslamp.table import timing
from gaslamp.table.log import Entry, written
from gaslamp.table.referee import OtherDraw, Referee
from gaslamp.table.timing import DAY, Timing

_HASH: Final = re.compile("[0-9a-f]{64}")
_OF_THE_HOUSE: Final = ("house", "server")  # the latter in the first version
_ENDLESS: Final = Timing(total=1_000_000 * DAY)  # the first version did not commit what time there was


@dataclass(frozen=True, slots=True)
class Kept:
    """What somebody was told during a game, and what they added to its draws; in hexadecimal digits."""

    commitment: str | None = None
    nonces: Mapping[Seat, str] = field(default_factory=dict)
    house: tuple[Seat, ...] = ()  # seats that were the house's, which adds nothing
    heads: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.commitment or self.nonces or self.house or self.heads)


NOTHING_KEPT: Final = Kept()


def kept(
    commitment: str | None = None, nonces: Sequence[str] = (), house: Sequence[Seat] = (), heads: Sequence[str] = ()
) -> Kept:
    """Read what somebody kept, nonces as SEAT=NONCE; what cannot be read is refused."""
    brought: dict[Seat, str] = {}
    for text in nonces:
        seat, equals, nonce = text.partition("=")
        if not (seat and equals) or seat in brought:
            raise Unreadable("proof.no_nonce", text=text[:80])
        brought[seat] = _hash(nonce)
    return Kept(_hash(commitment) if commitment is not None else None, brought, tuple(house), tuple(map(_hash, heads)))


def check(
    game: Game[Any, Any],
    record: Record,
    proof: Proof,
    told: Kept = NOTHING_KEPT,
    levels: Collection[str] | None = None,
) -> None:
    """Raise BadProof at the first thing that does not hold, or is not what somebody was told and kept.

    *levels* are the names of the title's bots, which seats can be given and handed over to; None accepts any name.
    """
    if not proof.entries:
        raise BadProof("proof.entry", line=proof.line("entries"))
    seal = _seal(game, record, proof)
    if levels is not None and not set(_machines(record, proof).values()) <= set(levels):
        raise BadProof("proof.unknown_bot", line=proof.line("bots") if proof.version > 1 else 5)
    _check_chain(seal, proof)
    referee = _referee(game, record, proof, seal, levels)
    for number, entry in enumerate(proof.entries):
        _take_in(referee, entry.text, proof.line("entry", number))
    played = referee.table.record(record.seats)
    if (played.actions, played.outcome) != (record.actions, record.outcome):
        raise BadProof("proof.other_game", line=proof.line("entries"))
    _compare(seal, proof, told)


def _compare(seal: Seal, proof: Proof, told: Kept) -> None:
    if told.commitment is not None and told.commitment != proof.commitment:
        raise BadProof("proof.other_commitment", line=proof.line("commitment"), told=told.commitment)
    for seat, nonce in told.nonces.items():
        if proof.nonces.get(seat) != Nonce("player", nonce):
            raise BadProof("proof.other_nonce", line=proof.line("nonces"), seat=seat[:40])
    for seat in told.house:
        if seat not in proof.nonces or proof.nonces[seat].by not in _OF_THE_HOUSE:
            raise BadProof("proof.other_house", line=proof.line("nonces"), seat=seat[:40])
    known = {seal.first_head().hex(), *(entry.head for entry in proof.entries)}
    for head in told.heads:
        if head not in known:
            raise BadProof("proof.unknown_head", line=proof.line("entries"), head=head)


def _seal(game: Game[Any, Any], record: Record, proof: Proof) -> Seal:
    """What everything follows from, if it is what was committed."""
    secret = Secret(bytes.fromhex(proof.secret))
    terms = Terms(record.title, record.rules_version, pairs(record.options), proof.clock, pairs(proof.bots))
    nonces = {seat: bytes.fromhex(nonce.value) for seat, nonce in proof.nonces.items()}
    seal = Seal(proof.game, terms, secret, nonces, proof.version)
    if seal.committed.hex() != proof.commitment:
        raise BadProof("proof.secret", line=proof.line("secret"))
    if list(proof.bots) != [seat for seat in game.seats if seat in proof.bots]:
        raise BadProof("proof.bots", line=proof.line("bots"), known=", ".join(game.seats))
    if tuple(proof.nonces) != game.seats:
        raise BadProof("proof.seats", line=proof.line("nonces"), known=", ".join(game.seats))
    for seat, nonce in proof.nonces.items():
        if not _is_from(secret, proof, seat, nonce):
            raise BadProof("proof.nonce", line=proof.line("nonces"), seat=seat)
    return seal


def _is_from(secret: Secret, proof: Proof, seat: Seat, nonce: Nonce) -> bool:
    """Whether a nonce can be from whom it is said to be: whoever adds nothing has none, a player has one."""
    if proof.version == 1:
        own = nonce.value == secret.nonce(proof.game, seat).hex()
        return nonce.by == ("server" if own else "player")
    expected = "house" if seat in proof.bots else "player" if nonce.value else "absent"
    return nonce.by == expected and (nonce.by == "player" or not nonce.value)


def _check_chain(seal: Seal, proof: Proof) -> None:
    chain = Chain(seal)
    for number, told in enumerate(proof.entries):
        chain.append(told.text.encode())
        link, line = chain.links[-1], proof.line("entry", number)
        if told.salt != link.salt.hex():
            raise BadProof("proof.salt", line=line)
        if told.commitment != link.commitment.hex():
            raise BadProof("proof.commitment", line=line)
        if told.head != link.head.hex():
            raise BadProof("proof.head", line=line)


def _machines(record: Record, proof: Proof) -> Mapping[Seat, str]:
    """The bots of a game by their seats; the first version did not commit them, so they are those of the record."""
    return proof.bots if proof.version > 1 else {seat: name for seat, name in record.seats.items() if name}


def _referee(game: Game[Any, Any], record: Record, proof: Proof, seal: Seal, levels: Collection[str] | None) -> Referee:
    """Who plays the log again; of the first version it is not known for sure who played, and by which clock."""
    machines = _machines(record, proof)
    if proof.version == 1:
        begun = any('"kind":"begin"' in entry.text for entry in proof.entries)
        return Referee(game, seal, _ENDLESS if begun else None, machines, levels=levels, exact=False)
    try:
        agreed = timing.agree(proof.clock)
    except Unreadable:
        raise BadProof("proof.clock", line=proof.line("clock"), text=proof.clock[:40]) from None
    return Referee(game, seal, agreed, machines, levels=levels)


def _take_in(referee: Referee, text: str, line: int) -> None:
    """Let an entry take effect, if the table would have written the same: so its draws are checked as well."""
    try:
        entry = msgspec.json.decode(text, type=Entry)
    except (msgspec.MsgspecError, RecursionError):
        raise BadProof("proof.unreadable_entry", line=line) from None
    if written(entry) != text.encode():  # a field nobody knows, one of them twice, or another way of writing it
        raise BadProof("proof.unreadable_entry", line=line)
    try:
        referee.take_in(entry)
    except OtherDraw:
        raise BadProof("proof.draw", line=line) from None
    except (GaslampError, IndexError, KeyError):
        raise BadProof("proof.entry", line=line) from None


def _hash(text: str) -> str:
    """The digits of a hash, however they are written."""
    if not _HASH.fullmatch(text.lower()):
        raise Unreadable("proof.no_kept_hash", text=text[:80])
    return text.lower()
