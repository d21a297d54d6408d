"""Checks a record against its proof: what was committed, what was drawn, and that nothing else was played."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from gaslamp.core.errors import GaslampError, IllegalAction, Unreadable
from gaslamp.core.fairness import Chain, Seal, Secret
from gaslamp.core.game import Game
from gaslamp.core.paper import pairs
from gaslamp.core.proof import BadProof, Proof
from gaslamp.core.record import Record
from gaslamp.table.log import Entry
from gaslamp.table.table import Table

_HEAD: Final = re.compile("[0-9a-fA-F]{64}")


def check(game: Game[Any, Any], record: Record, proof: Proof, heads: Sequence[str] = ()) -> None:
    """Refuse a proof at the first thing in it that does not hold; `heads` are what somebody was told and kept."""
    for head in heads:
        if not _HEAD.fullmatch(head):
            raise Unreadable("proof.no_head", head=head[:80])
    seal = _seal(game, record, proof)
    _check_chain(seal, proof)
    table = Table(game, seal=seal, begin=False)
    for number, entry in enumerate(proof.entries):
        _play(table, entry.text, proof.line("entry", number))
    played = table.record(record.seats)
    if (played.actions, played.outcome) != (record.actions, record.outcome):
        raise BadProof("proof.other_game", line=proof.line("entries"))
    known = {seal.first_head().hex(), *(entry.head for entry in proof.entries)}
    for head in heads:
        if head.lower() not in known:
            raise BadProof("proof.unknown_head", line=proof.line("entries"), head=head[:80])


def _seal(game: Game[Any, Any], record: Record, proof: Proof) -> Seal:
    """Give what everything follows from, if it is what was committed."""
    secret = Secret(bytes.fromhex(proof.secret))
    if secret.commitment(proof.game).hex() != proof.commitment:
        raise BadProof("proof.secret", line=proof.line("secret"))
    if tuple(proof.nonces) != game.seats:
        raise BadProof("proof.seats", line=proof.line("nonces"), known=", ".join(game.seats))
    for seat, nonce in proof.nonces.items():
        if (nonce.value == secret.nonce(proof.game, seat).hex()) != (nonce.by == "server"):
            raise BadProof("proof.nonce", line=proof.line("nonces"), seat=seat)
    terms = (record.title, record.rules_version, pairs(record.options))
    return Seal(proof.game, terms, secret, {seat: bytes.fromhex(nonce.value) for seat, nonce in proof.nonces.items()})


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


def _play(table: Table, text: str, line: int) -> None:
    """Let an entry take effect, if the table would have written the same: so its draws are checked as well."""
    try:
        entry = msgspec.json.decode(text, type=Entry)
        again = _proposed(table, entry)
    except (msgspec.MsgspecError, GaslampError, IndexError, KeyError):
        raise BadProof("proof.entry", line=line) from None
    if (again.seat, again.actions) != (entry.seat, entry.actions):
        raise BadProof("proof.draw", line=line)
    table.take_in(entry)


def _proposed(table: Table, entry: Entry) -> Entry:
    match entry.kind:
        case "start":
            return table.propose_start()
        case "action":
            return table.propose_play(entry.seat, entry.actions[0], table.step(entry.seat))
        case "undo":
            return table.propose_undo(entry.seat, table.step(entry.seat))
        case "resign":
            return table.propose_resign(entry.seat)
        case _ if table.outcome is not None or (entry.kind == "undo_agreed" and not table.reversible()):
            raise IllegalAction("error.stale")
        case _:
            return Entry(entry.kind, entry.seat)  # an affair of the table, without actions
