"""Checks a record against its proof: what was committed and drawn, and that nothing else was played.

The log is played again with `propose` and `State.after`: an entry is accepted if some request would have written it.
The log does not record presence: any that fits is accepted. Without the values that a player
noted during the game a proof can only agree with itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from gaslamp.core.errors import GaslampError, IllegalAction, Unreadable
from gaslamp.core.game import Game, Seat
from gaslamp.core.records.fairness import Seal, Secret, Terms
from gaslamp.core.records.proof import BadProof, Nonce, Proof
from gaslamp.core.records.record import Record
from gaslamp.core.records.record_format import pairs
from gaslamp.game import requests
from gaslamp.game.clock import read_timing
from gaslamp.game.entries import Entry, HandedOver, OutageEnded, Played, Started, decode, encode
from gaslamp.game.propose import propose
from gaslamp.game.requests import Request, SeatPresence
from gaslamp.game.setup import Setup
from gaslamp.game.state import State

_HASH: Final = re.compile("[0-9a-f]{64}")
_LATEST: Final = 253_402_300_800_000  # the year 10000, in milliseconds
_ANY_LEVEL: Final = "any"


@dataclass(frozen=True, slots=True)
class Kept:
    """What a player noted during a game, in hexadecimal digits."""

    commitment: str | None = None
    nonces: Mapping[Seat, str] = field(default_factory=dict)
    house: tuple[Seat, ...] = ()  # seats of bots
    heads: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.commitment or self.nonces or self.house or self.heads)


NOTHING_KEPT: Final = Kept()


def kept(
    commitment: str | None = None, nonces: Sequence[str] = (), house: Sequence[Seat] = (), heads: Sequence[str] = ()
) -> Kept:
    """Read what a player noted, nonces as SEAT=NONCE. Raises Unreadable."""
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
    noted: Kept = NOTHING_KEPT,
    levels: Collection[str] | None = None,
) -> None:
    """Raise BadProof at the first thing that does not hold, or differs from what a player *noted*.

    *levels* are the names of the title's bots; None accepts any name.
    """
    if not proof.entries:
        raise BadProof("proof.entry", line=proof.line("entries"))
    seal = _seal(game, record, proof)
    if levels is not None and not set(proof.bots.values()) <= set(levels):
        raise BadProof("proof.unknown_bot", line=proof.line("bots"))
    _check_chain(seal, proof)
    played = _replayed(game, proof, seal, levels).record(record.seats)
    if (played.actions, played.outcome) != (record.actions, record.outcome):
        raise BadProof("proof.other_game", line=proof.line("entries"))
    _compare(seal, proof, noted)


def _compare(seal: Seal, proof: Proof, noted: Kept) -> None:
    if noted.commitment is not None and noted.commitment != proof.commitment:
        raise BadProof("proof.other_commitment", line=proof.line("commitment"), told=noted.commitment)
    for seat, nonce in noted.nonces.items():
        if proof.nonces.get(seat) != Nonce("player", nonce):
            raise BadProof("proof.other_nonce", line=proof.line("nonces"), seat=seat[:40])
    for seat in noted.house:
        if seat not in proof.nonces or proof.nonces[seat].by != "house":
            raise BadProof("proof.other_house", line=proof.line("nonces"), seat=seat[:40])
    known = {seal.first_head().hex(), *(entry.head for entry in proof.entries)}
    for head in noted.heads:
        if head not in known:
            raise BadProof("proof.unknown_head", line=proof.line("entries"), head=head)


def _seal(game: Game[Any, Any], record: Record, proof: Proof) -> Seal:
    """Return the seal of a proof, if the secret is the committed one and the nonces fit the seats."""
    secret = Secret(bytes.fromhex(proof.secret))
    options, bots = pairs(record.options), pairs(proof.bots)
    terms = Terms(record.title, record.rules_version, options, proof.clock, bots, proof.hints, proof.prefix)
    nonces = {seat: bytes.fromhex(nonce.value) for seat, nonce in proof.nonces.items()}
    seal = Seal(proof.game, terms, secret, nonces)
    if seal.committed.hex() != proof.commitment:
        raise BadProof("proof.secret", line=proof.line("secret"))
    if list(proof.bots) != [seat for seat in game.seats if seat in proof.bots]:
        raise BadProof("proof.bots", line=proof.line("bots"), known=", ".join(game.seats))
    if tuple(proof.nonces) != game.seats:
        raise BadProof("proof.seats", line=proof.line("nonces"), known=", ".join(game.seats))
    for seat, nonce in proof.nonces.items():
        source = "house" if seat in proof.bots else "player" if nonce.value else "absent"
        if nonce.by != source or (nonce.by != "player" and nonce.value):
            raise BadProof("proof.nonce", line=proof.line("nonces"), seat=seat)
    return seal


def _check_chain(seal: Seal, proof: Proof) -> None:
    links = seal.chain(entry.text.encode() for entry in proof.entries)
    for number, (told, link) in enumerate(zip(proof.entries, links, strict=True)):
        line = proof.line("entry", number)
        if told.salt != link.salt.hex():
            raise BadProof("proof.salt", line=line)
        if told.commitment != link.commitment.hex():
            raise BadProof("proof.commitment", line=line)
        if told.head != link.head.hex():
            raise BadProof("proof.head", line=line)


def _replayed(game: Game[Any, Any], proof: Proof, seal: Seal, levels: Collection[str] | None) -> State:
    """Return the state after all entries of a proof. Raises BadProof for an entry that no game would contain."""
    try:
        agreed = read_timing(proof.clock)
    except Unreadable:
        raise BadProof("proof.clock", line=proof.line("clock"), text=proof.clock[:40]) from None
    if proof.hints not in {"yes", "no"}:
        raise BadProof("proof.entry", line=proof.line("hints"))
    entries = [_read(entry.text, proof.line("entry", number)) for number, entry in enumerate(proof.entries)]
    prefix = entries[0].prefix if isinstance(entries[0], Started) else ()
    if len(prefix) != proof.prefix:
        raise BadProof("proof.entry", line=proof.line("prefix"))
    state = State.initial(Setup(game, seal, proof.bots, agreed, hints=proof.hints == "yes", prefix=prefix))
    for number, entry in enumerate(entries):
        try:
            check_entry(state, entry, levels)
            state = state.after(entry)
        except _OtherDraw:
            raise BadProof("proof.draw", line=proof.line("entry", number)) from None
        except (GaslampError, IndexError, KeyError):
            raise BadProof("proof.entry", line=proof.line("entry", number)) from None
    return state


def _read(text: str, line: int) -> Entry:
    try:
        entry = decode(text)
    except (msgspec.MsgspecError, RecursionError):
        raise BadProof("proof.unreadable_entry", line=line) from None
    if encode(entry) != text.encode():  # unknown or repeated fields, or another way of writing it
        raise BadProof("proof.unreadable_entry", line=line)
    return entry


# ---- whether a request would have written an entry


class _OtherDraw(IllegalAction):
    """The action was possible, but the draws after it do not follow from the seal."""


def check_entry(state: State, entry: Entry, levels: Collection[str] | None = None) -> None:
    if not state.last_entry <= entry.at < _LATEST:
        raise IllegalAction("error.illegal")
    if isinstance(entry, HandedOver) and not (entry.level in levels if levels is not None else entry.level):
        raise IllegalAction("error.illegal")
    other_draw = False
    for seat, request in _requests(state, entry):
        for presence in _presences(state, entry):
            try:
                written = propose(state, request, entry.at, seat, presence)
            except GaslampError:
                continue
            if written == entry:
                return
            other_draw = other_draw or (isinstance(entry, Started | Played) and type(written) is type(entry))
    raise _OtherDraw("error.illegal") if other_draw else IllegalAction("error.illegal")


def _requests(state: State, entry: Entry) -> Iterator[tuple[Seat, Request]]:
    if isinstance(entry, Started):
        yield "", requests.Start()
        return
    if isinstance(entry, OutageEnded):
        yield "", requests.TakeOff(entry.since, entry.at)
        return
    if isinstance(entry, Played):
        play = requests.BotPlay if entry.seat in state.bots else requests.Play
        yield entry.seat, play(entry.actions[0], state.updates[entry.seat])
        return
    yield from (("", requests.Flag()), ("", requests.StartClocks()))
    offers = ("pause", "undo", *(f"hand_over {seat}" for seat in state.game.seats))
    number = state.offer.number if state.offer is not None else 0
    for seat in state.setup.people:
        step = state.updates[seat]
        yield seat, requests.Undo(step)
        yield seat, requests.Hint(step)
        yield from ((seat, kind()) for kind in (requests.Resign, requests.Abort, requests.Resume, requests.TakeSeat))
        yield from ((seat, requests.Reply(number, agree)) for agree in (True, False))
        yield from ((seat, requests.Ask(offer)) for offer in offers)


def _presences(state: State, entry: Entry) -> Iterator[SeatPresence]:
    """Yield attendances under which offers of players could have led to an entry."""
    people = state.setup.people
    level = entry.level if isinstance(entry, HandedOver) else _ANY_LEVEL
    substitutes = dict.fromkeys(people, level)
    if isinstance(entry, Started | Played | OutageEnded):
        yield SeatPresence()
        return
    for present in ((), people, *((seat,) for seat in people)):
        yield SeatPresence(frozenset(present), dict.fromkeys(people, 0), substitutes)


def _hash(text: str) -> str:
    """Return the digits of a hash in lower case. Raises Unreadable."""
    if not _HASH.fullmatch(text.lower()):
        raise Unreadable("proof.no_kept_hash", text=text[:80])
    return text.lower()
