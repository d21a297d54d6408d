"""A server that cheats: what it could commit and show afterwards, and how verification finds it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import count
from random import Random
from typing import Any

import pytest
from msgspec import structs

from gaslamp import titles
from gaslamp.core.records import record
from gaslamp.core.records.fairness import NOTHING, Seal, Secret, Terms
from gaslamp.core.records.proof import BadProof, Nonce, Proof, prove
from gaslamp.core.records.record import Record
from gaslamp.core.records.record_format import BadRecord, pairs
from gaslamp.game import verification
from gaslamp.game.entries import (
    Aborted,
    ClocksStarted,
    Consented,
    Declined,
    Entry,
    Flagged,
    HandedOver,
    Hinted,
    Offered,
    OutageEnded,
    Paused,
    Resigned,
    Resumed,
    SeatTakenBack,
    Started,
    TurnUndone,
    Undone,
    encode,
)
from gaslamp.game.table import Table
from gaslamp.game.verification import Kept
from tests.game.honest import with_everything
from tests.sealed import kinds, play_on

GAME = titles.game("pocket")
SECRET = Secret(b"s" * 32)
MINE, OTHER = b"m" * 32, b"o" * 32
AGREED = Terms("pocket", GAME.rules_version, pairs(GAME.options), "", "jack=constable")
HONEST = Seal("g", AGREED, SECRET, {"jack": NOTHING, "detectives": MINE})


def played(seal: Seal) -> Record:
    """The record of a game whose server uses this seal."""
    table = Table(GAME, seal=seal)
    play_on(table, Random(1), hesitate=0)
    return table.record({})


def refusal(paper: Record, told: Kept = verification.NOTHING_KEPT) -> str:
    """Return the id of the message with which a record is rejected, or ""."""
    try:
        found = record.read(record.write(paper))
        assert found.proof is not None
        verification.check(GAME, found, found.proof, told)
    except BadRecord as error:
        return error.message.id
    return ""


@cache
def kept_by_the_detectives() -> Kept:
    """What a browser noted during the honest game against a bot."""
    table = Table(GAME, seal=HONEST)
    return verification.kept(
        HONEST.committed.hex(), [f"detectives={MINE.hex()}"], house=["jack"], heads=[table.update("detectives").head]
    )


def test_an_honest_game_agrees_with_what_was_noted() -> None:
    assert refusal(played(HONEST), kept_by_the_detectives()) == ""


# ---- choosing the draws


def test_the_draws_do_not_depend_on_the_terms() -> None:
    """Draws follow from secret, game id and nonces: nothing that the server can still choose changes them."""
    agreed = [AGREED, *(AGREED._replace(**other(field)) for field in AGREED._fields)]
    seals = [replace(HONEST, terms=terms) for terms in agreed]
    assert len({tuple(seal.draw(number, [1] * 9999) for number in range(20)) for seal in seals}) == 1


def other(field: str) -> dict[str, Any]:
    return {field: f"other {field}"}


def ground() -> Seal:
    """Try nonces for the bot's seat until the server likes Jack's identity."""
    for number in count():
        seal = replace(HONEST, nonces={"jack": number.to_bytes(32), "detectives": MINE})
        started = Table(GAME, seal=seal).entries[0]
        assert isinstance(started, Started)
        if "jack gull" in started.actions:
            return seal
    raise AssertionError


def test_a_nonce_for_the_seat_of_a_bot_is_rejected() -> None:
    assert refusal(played(ground())) == "proof.nonce"


def test_a_bots_seat_cannot_be_shown_as_a_players() -> None:
    """The log of such a server agrees with itself; a player who noted the bot's seat finds it."""
    forged = played(replace(ground(), terms=AGREED._replace(bots="")))
    told = kept_by_the_detectives()
    assert refusal(forged, replace(told, heads=())) == "proof.other_house"
    assert forged.proof is not None
    assert forged.proof.players == ("jack", "detectives")  # `gaslamp verify` prints them
    assert refusal(forged, replace(told, house=())) == "proof.unknown_head"


def test_a_bots_seat_has_no_nonce() -> None:
    paper = played(HONEST)
    assert paper.proof is not None
    nonces = {**paper.proof.nonces, "jack": Nonce("house", "0" * 64)}
    assert refusal(replace(paper, proof=replace(paper.proof, nonces=nonces))) == "proof.nonce"


@pytest.mark.parametrize(
    "nonces",
    [
        {"jack": MINE, "detectives": OTHER},
        {"jack": OTHER, "detectives": OTHER},
        {"jack": OTHER, "detectives": NOTHING},  # as if it had not come in time
    ],
)
def test_a_nonce_belongs_to_the_seat_that_brought_it(nonces: dict[str, bytes]) -> None:
    seal = replace(HONEST, terms=AGREED._replace(bots=""), nonces=nonces)
    told = verification.kept(nonces=[f"detectives={MINE.hex()}"])
    assert refusal(played(seal)) == ""
    assert refusal(played(seal), told) == "proof.other_nonce"
    assert refusal(played(replace(seal, nonces={"jack": OTHER, "detectives": MINE})), told) == ""


def test_a_noted_nonce_of_an_unknown_seat_is_not_found() -> None:
    assert refusal(played(HONEST), verification.kept(nonces=[f"watson={MINE.hex()}"])) == "proof.other_nonce"
    assert refusal(played(HONEST), verification.kept(house=["watson"])) == "proof.other_house"


def test_the_secret_cannot_be_chosen_after_the_nonces() -> None:
    forged = played(replace(HONEST, secret=Secret(b"t" * 32)))
    assert refusal(forged) == ""
    assert refusal(forged, Kept(commitment=HONEST.committed.hex())) == "proof.other_commitment"


def test_draws_without_nonces_are_marked_as_the_servers_alone() -> None:
    """A server can choose its secret before it commits it; the record says so."""
    paper = played(replace(HONEST, nonces={"jack": NOTHING, "detectives": NOTHING}))
    assert refusal(paper) == ""
    assert paper.proof is not None
    assert paper.proof.players == ()
    text = record.write(paper)
    assert "\ndraws: server alone\n" in text
    with pytest.raises(BadProof, match=r"proof\.draws"):
        record.read(text.replace("draws: server alone", "draws: server and players"))


# ---- changing the terms


@pytest.mark.parametrize(
    "changed", [{"clock": "1+0"}, {"bots": "jack=random"}, {"bots": ""}, {"hints": "yes"}, {"prefix": 1}]
)
def test_terms_cannot_be_changed_afterwards(changed: dict[str, Any]) -> None:
    forged = played(replace(HONEST, terms=AGREED._replace(**changed)))
    told = Kept(HONEST.committed.hex(), heads=kept_by_the_detectives().heads)
    assert refusal(forged, told) in {"proof.unknown_head", "proof.entry"}


def test_options_cannot_be_changed_afterwards() -> None:
    game = titles.game("pocket", {"both_goals_while_seen": "chase"})
    table = Table(game, seal=HONEST)
    play_on(table, Random(1), hesitate=0)
    found = record.read(record.write(table.record({})))
    assert found.proof is not None
    with pytest.raises(BadProof, match=r"proof\.head"):
        verification.check(game, found, found.proof, kept_by_the_detectives())


@pytest.mark.parametrize(
    ("changed", "id"),
    [
        ({"clock": "1+99"}, "proof.clock"),
        ({"bots": "watson=random"}, "proof.bots"),
        ({"bots": "jack=a"}, "proof.nonce"),
    ],
)
def test_terms_that_no_game_has_are_rejected(changed: dict[str, Any], id: str) -> None:
    seal = replace(HONEST, terms=AGREED._replace(**changed), nonces={"jack": NOTHING, "detectives": MINE})
    paper = played(seal)
    assert paper.proof is not None
    if id == "proof.nonce":
        paper = replace(
            paper, proof=replace(paper.proof, nonces={"jack": Nonce("absent"), "detectives": Nonce("absent")})
        )
    assert refusal(paper) == id


# ---- a log that no server would write


@cache
def honest() -> tuple[Seal, Record, tuple[Entry, ...]]:
    """An honest game with clocks, and its log."""

    async def play() -> tuple[Seal, Record, tuple[Entry, ...]]:
        live = await with_everything()
        seal = live.state.setup.seal
        assert seal is not None
        return seal, live.record(), tuple(await live._store.entries(live.id))

    return asyncio.run(play())


def committed(texts: Sequence[bytes], seal: Seal) -> Proof:
    """The proof of a server that committed this log in time."""
    return prove(seal, texts)


def forged(change: Callable[[list[Any]], None], **agreed: Any) -> str:
    """Return the id of the message with which a changed log is rejected. Entries may become any bytes."""
    seal, paper, entries = honest()
    log: list[Any] = list(entries)
    change(log)
    texts = [entry if isinstance(entry, bytes) else encode(entry) for entry in log]
    seal = replace(seal, terms=seal.terms._replace(**agreed))
    return refusal(replace(paper, proof=committed(texts, seal)))


def rejected_entry(log: Sequence[Entry]) -> int:
    """Return the number of the first entry of a log that is rejected."""
    seal, paper, _ = honest()
    proof = committed([encode(entry) for entry in log], seal)
    with pytest.raises(BadProof) as found:
        verification.check(GAME, paper, proof)
    return found.value.line - proof.line("entry", 0)


def at(log: Sequence[Entry], kind: type[Entry]) -> int:
    return next(place for place, entry in enumerate(log) if isinstance(entry, kind))


def after(before: type[Entry], entry: Entry | bytes) -> Callable[[list[Any]], None]:
    """Put an entry behind the first one of a kind, at the same time. AT in bytes stands for the time."""

    def change(log: list[Any]) -> None:
        place = at(log, before)
        time = log[place].at
        new = entry.replace(b"AT", b"%d" % time) if isinstance(entry, bytes) else structs.replace(entry, at=time)
        log.insert(place + 1, new)

    return change


def without(kind: type[Entry]) -> Callable[[list[Any]], None]:
    def change(log: list[Any]) -> None:
        del log[at(log, kind)]

    return change


def test_the_honest_log_is_accepted() -> None:
    seal, paper, entries = honest()
    assert set(kinds(entries)) >= {
        "begin", "pause", "resume", "undo_agreed", "decline", "outage", "hand_over", "take_back", "flag",
        "hint",
    }  # fmt: skip
    assert kinds(entries).count("hint") == 1
    assert forged(lambda log: None) == ""
    assert paper.proof == committed([encode(entry) for entry in entries], seal)


IMPOSSIBLE: dict[str, Callable[[list[Any]], Any]] = {
    "a flag before the time is up": after(ClocksStarted, Flagged("detectives")),
    "a flag of a seat whose time does not run": after(ClocksStarted, Flagged("jack")),
    "a flag of an unknown seat": after(ClocksStarted, Flagged("watson")),
    "an agreed undo without an offer": after(Resumed, TurnUndone("detectives")),
    "an agreed undo whose offer was left out": lambda log: log.pop(at(log, TurnUndone) - 1),
    "a pause without an offer": after(ClocksStarted, Paused("jack")),
    "a pause during a pause": after(Paused, Paused("jack")),
    "a resumption without a pause": after(ClocksStarted, Resumed("jack")),
    "an unknown seat handed over": after(ClocksStarted, HandedOver("watson", "constable")),
    "a seat handed over twice": after(HandedOver, HandedOver("detectives", "constable")),
    "a seat handed over to nobody": after(ClocksStarted, HandedOver("jack", "")),
    "a seat taken back that was not handed over": after(ClocksStarted, SeatTakenBack("jack")),
    "consent without an offer": after(ClocksStarted, Consented("jack")),
    "a refusal without an offer": after(ClocksStarted, Declined("jack")),
    "an offer to hand over an unknown seat": after(ClocksStarted, Offered("jack", "hand_over", "watson")),
    "an offer to hand over no seat": after(ClocksStarted, Offered("jack", "hand_over")),
    "an offer to pause with a target": after(ClocksStarted, Offered("jack", "pause", "detectives")),
    "a second offer": after(Offered, Offered("detectives", "pause")),
    "a second start of the clocks": after(ClocksStarted, ClocksStarted()),
    "actions before the clocks start": without(ClocksStarted),
    "a second deal": after(ClocksStarted, Started(())),
    "an outage that lasts no time": lambda log: after(ClocksStarted, OutageEnded(log[0].at + 10**6))(log),
    "an outage that was counted before": lambda log: log.insert(at(log, OutageEnded) + 1, log[at(log, OutageEnded)]),
    "closing a game after a finished activation": after(Resumed, Aborted("jack")),
    "actions after the game was closed": after(ClocksStarted, Aborted("jack")),
    "a resignation of an unknown seat": after(ClocksStarted, Resigned("watson")),
    "actions after a resignation": after(ClocksStarted, Resigned("jack")),
    "a hint for a seat that is not to move": after(ClocksStarted, Hinted("jack")),
    "a second hint in a turn": after(Hinted, Hinted("detectives")),
    "an undo without an action": after(ClocksStarted, Undone("detectives")),
    "an empty deal": lambda log: log.__setitem__(0, Started((), at=log[0].at)),
}
POSSIBLE_BY_ITSELF = {"actions after the game was closed", "actions after a resignation"}  # what follows is not


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_an_impossible_entry_is_rejected(name: str) -> None:
    """The entry itself is rejected, not one that does not fit after it."""
    log: list[Any] = list(honest()[2])
    IMPOSSIBLE[name](log)
    place = next(place for place, (new, old) in enumerate(zip(log, honest()[2], strict=False)) if new != old)
    rejected = place + 1 if name in POSSIBLE_BY_ITSELF else place
    assert forged(IMPOSSIBLE[name]) == ("proof.draw" if name == "an empty deal" else "proof.entry")
    assert rejected_entry(log) == rejected


def test_playing_during_a_pause_is_rejected() -> None:
    assert forged(without(Resumed)) == "proof.entry"


def test_an_entry_after_the_time_was_up_is_rejected() -> None:
    def change(log: list[Any]) -> None:
        last = log.pop()
        log.append(Resigned(last.seat, at=last.at))

    assert forged(change) == "proof.entry"


def test_time_does_not_run_backwards() -> None:
    def change(log: list[Any]) -> None:
        log[3] = structs.replace(log[3], at=log[2].at - 1)

    assert forged(change) == "proof.entry"


def test_without_a_clock_there_is_no_start_of_clocks_no_pause_and_no_flag() -> None:
    assert forged(lambda log: None, clock="") == "proof.entry"
    assert forged(without(ClocksStarted), clock="") == "proof.entry"


def test_a_bot_makes_no_offers_and_no_undos() -> None:
    wrong_entries: list[Entry] = [
        Undone("jack"),
        Resigned("jack"),
        Aborted("jack"),
        Hinted("jack"),
        Offered("jack", "undo"),
        HandedOver("jack", "constable"),
        HandedOver("detectives", "constable"),
    ]
    for wrong in wrong_entries:
        table = Table(GAME, seal=HONEST)
        while table.to_move != "jack":
            play_on(table, Random(1), steps=1, hesitate=0)
        play_on(table, Random(1), steps=1, hesitate=0)
        texts = [encode(entry) for entry in (*table.entries, wrong)]
        paper = replace(table.record({}), proof=committed(texts, HONEST))
        assert refusal(paper) == "proof.entry"


STRANGE = {
    "an unknown field": lambda text: text.replace(b'{"kind"', b'{"why":1,"kind"', 1),
    "a field twice": lambda text: text.replace(b'{"kind":"begin"', b'{"kind":"begin","kind":"begin"', 1),
    "spaces": lambda text: text.replace(b'":', b'": ', 1),
    "a default that is written": lambda text: text.replace(b"}", b',"seat":""}', 1),
    "a number as a text": lambda text: text.replace(b'"at":', b'"at":"1","since":', 1),
    "an unknown kind": lambda text: text.replace(b'"begin"', b'"dance"', 1),
    "no object": lambda text: b"[]",
    "no JSON": lambda text: b"{",
    "unclosed nesting": lambda text: b'{"kind":' + b"[" * 100_000,
    "deep nesting": lambda text: b'{"why":' + b"[" * 100_000 + b"]" * 100_000 + b',"kind":"begin"}',
}


@pytest.mark.parametrize("change", STRANGE.values(), ids=STRANGE)
def test_an_entry_in_another_form_is_rejected(change: Callable[[bytes], bytes]) -> None:
    def apply(log: list[Any]) -> None:
        place = at(log, ClocksStarted)
        log[place] = change(encode(log[place]))
        assert log[place] != encode(honest()[2][place])

    assert forged(apply) == "proof.unreadable_entry"


WRONG_FIELDS = {
    "a field of another kind": b'{"kind":"resign","seat":"jack","what":"pause","at":AT}',
    "a start of the clocks by a seat": b'{"kind":"begin","seat":"chance","at":AT}',
    "an offer of something else": b'{"kind":"offer","seat":"jack","what":"draw","at":AT}',
    "an offer of nothing": b'{"kind":"offer","seat":"jack","at":AT}',
    "a hand-over without a level": b'{"kind":"hand_over","seat":"jack","at":AT}',
    "an action without a seat": b'{"kind":"action","actions":["take holmes"],"at":AT}',
    "a seat that is null": b'{"kind":"resign","seat":null,"at":AT}',
    "an outage without a beginning": b'{"kind":"outage","at":AT}',
    "an empty prefix that is written": b'{"kind":"start","actions":[],"prefix":[],"at":AT}',
    "fields in another order": b'{"kind":"resign","at":AT,"seat":"jack"}',
}


@pytest.mark.parametrize("text", WRONG_FIELDS.values(), ids=WRONG_FIELDS)
def test_an_entry_with_wrong_fields_is_rejected(text: bytes) -> None:
    assert forged(after(ClocksStarted, text)) == "proof.unreadable_entry"
