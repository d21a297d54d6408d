"""A server that cheats: what it can commit itself to and show afterwards, and how that is found out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import count
from random import Random
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.core.records import record
from gaslamp.core.records.fairness import NOTHING, Chain, Seal, Secret, Terms
from gaslamp.core.records.proof import BadProof, Nonce, Proof, prove
from gaslamp.core.records.record import Record
from gaslamp.core.records.record_format import BadRecord, pairs
from gaslamp.table import proving
from gaslamp.table.log import Entry, MemoryLog, written
from gaslamp.table.proving import Kept
from gaslamp.table.table import Table
from tests.architecture.tree import ROOT
from tests.sealed import play_on
from tests.table.honest import with_everything

GAME = titles.game("pocket")
SECRET = Secret(b"s" * 32)
MINE, OTHER = b"m" * 32, b"o" * 32
AGREED = Terms("pocket", GAME.rules_version, pairs(GAME.options), "", "jack=constable")
HONEST = Seal("g", AGREED, SECRET, {"jack": NOTHING, "detectives": MINE})


def played(seal: Seal) -> Record:
    """Give the record of a game whose server uses this seal."""
    table = Table(GAME, seal=seal)
    play_on(table, Random(1), hesitate=0)
    return table.record({})


def refusal(paper: Record, told: Kept = proving.NOTHING_KEPT) -> str:
    """Give why a record is refused that went over the wire, or nothing if it is not."""
    try:
        found = record.read(record.write(paper))
        assert found.proof is not None
        proving.check(GAME, found, found.proof, told)
    except BadRecord as error:
        return error.message.id
    return ""


@cache
def kept_by_the_detectives() -> Kept:
    """Give what a browser kept of the honest game against the house."""
    table = Table(GAME, seal=HONEST)
    return proving.kept(
        HONEST.committed.hex(), [f"detectives={MINE.hex()}"], house=["jack"], heads=[table.update("detectives").head]
    )


def test_an_honest_game_is_what_was_kept() -> None:
    assert refusal(played(HONEST), kept_by_the_detectives()) == ""


# ---- choosing the draws


def test_nothing_the_server_can_still_choose_once_it_is_bound_changes_a_draw() -> None:
    """Whatever it says of the game, of time and of its opponents: the draws follow from secret, game and nonces."""
    agreed = [AGREED, *(AGREED._replace(**other(field)) for field in AGREED._fields)]
    seals = [replace(HONEST, terms=terms) for terms in agreed]
    assert len({tuple(seal.draw(number, [1] * 9999) for number in range(20)) for seal in seals}) == 1


def other(field: str) -> dict[str, Any]:
    return {field: f"other {field}"}


def ground() -> Seal:
    """Try nonces for the seat of the house until Jack is the one the server likes, as could be done once."""
    for number in count():
        seal = replace(HONEST, nonces={"jack": number.to_bytes(32), "detectives": MINE})
        if "jack gull" in Table(GAME, seal=seal, begin=False).propose_start().actions:
            return seal
    raise AssertionError


def test_a_nonce_tried_out_for_a_seat_of_the_house_is_refused() -> None:
    assert refusal(played(ground())) == "proof.nonce"


def test_a_seat_of_the_house_does_not_become_a_players_by_saying_so() -> None:
    """Its own log cannot refute a server that says so from the start: who was told of the house's seat can."""
    forged = played(replace(ground(), terms=AGREED._replace(bots="")))
    told = kept_by_the_detectives()
    assert refusal(forged, replace(told, heads=())) == "proof.other_house"
    assert forged.proof is not None
    assert forged.proof.players == ("jack", "detectives")  # which verify says as well
    assert refusal(forged, replace(told, house=())) == "proof.unknown_head"


def test_a_seat_of_the_house_has_no_nonce_to_hide_either() -> None:
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
def test_a_nonce_stands_for_the_seat_that_brought_it(nonces: dict[str, bytes]) -> None:
    seal = replace(HONEST, terms=AGREED._replace(bots=""), nonces=nonces)
    told = proving.kept(nonces=[f"detectives={MINE.hex()}"])
    assert refusal(played(seal)) == ""
    assert refusal(played(seal), told) == "proof.other_nonce"
    assert refusal(played(replace(seal, nonces={"jack": OTHER, "detectives": MINE})), told) == ""


def test_a_nonce_of_a_seat_that_there_is_not_is_nobodys() -> None:
    assert refusal(played(HONEST), proving.kept(nonces=[f"watson={MINE.hex()}"])) == "proof.other_nonce"
    assert refusal(played(HONEST), proving.kept(house=["watson"])) == "proof.other_house"


def test_the_secret_cannot_be_chosen_after_the_nonces() -> None:
    forged = played(replace(HONEST, secret=Secret(b"t" * 32)))
    assert refusal(forged) == ""
    assert refusal(forged, Kept(commitment=HONEST.committed.hex())) == "proof.other_commitment"


def test_a_game_of_today_is_not_shown_as_one_of_the_first_kind() -> None:
    """By the first kind the server could add nonces of its own; its commitments are others."""
    old = replace(HONEST, version=1, nonces={"jack": OTHER, "detectives": MINE})
    forged = played(old)
    assert refusal(forged) == ""
    assert refusal(forged, Kept(commitment=HONEST.committed.hex())) == "proof.other_commitment"
    assert forged.proof is not None
    same = replace(forged.proof, commitment=HONEST.committed.hex())
    assert refusal(replace(forged, proof=same)) == "proof.secret"


def test_draws_without_a_player_are_said_to_be_the_servers_word() -> None:
    """Nobody can hinder a server from choosing a secret it likes before it commits itself; so this is said."""
    paper = played(replace(HONEST, nonces={"jack": NOTHING, "detectives": NOTHING}))
    assert refusal(paper) == ""
    assert paper.proof is not None
    assert paper.proof.players == ()
    text = record.write(paper)
    assert "\ndraws: server alone\n" in text
    with pytest.raises(BadProof, match=r"proof\.draws"):
        record.read(text.replace("draws: server alone", "draws: server and players"))


# ---- changing what was agreed


@pytest.mark.parametrize("changed", [{"clock": "1+0"}, {"bots": "jack=random"}, {"bots": ""}])
def test_clock_and_opponents_cannot_be_changed_afterwards(changed: dict[str, Any]) -> None:
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
        proving.check(game, found, found.proof, kept_by_the_detectives())


@pytest.mark.parametrize(
    ("changed", "id"),
    [
        ({"clock": "1+99"}, "proof.clock"),
        ({"bots": "watson=random"}, "proof.bots"),
        ({"bots": "jack=a"}, "proof.nonce"),
    ],
)
def test_what_nobody_could_have_agreed_on_is_refused(changed: dict[str, Any], id: str) -> None:
    seal = replace(HONEST, terms=AGREED._replace(**changed), nonces={"jack": NOTHING, "detectives": MINE})
    paper = played(seal)
    assert paper.proof is not None
    if id == "proof.nonce":
        paper = replace(
            paper, proof=replace(paper.proof, nonces={"jack": Nonce("absent"), "detectives": Nonce("absent")})
        )
    assert refusal(paper) == id


# ---- a log that no table wrote


@cache
def honest() -> tuple[Seal, Record, tuple[Entry, ...]]:
    """Give an honest game with clocks, and its log."""

    async def play() -> tuple[Seal, Record, tuple[Entry, ...]]:
        live = await with_everything()
        entries = await live._store.entries(live.id)
        assert live._state.table._chain is not None
        return live._state.table._chain.seal, live.record(), tuple(entries)

    return asyncio.run(play())


def committed(texts: Sequence[bytes], seal: Seal) -> Proof:
    """Give the proof of a server that committed itself to this log in time."""
    chain = Chain(seal)
    for text in texts:
        chain.append(text)
    return prove(chain)


def forged(change: Callable[[list[Any]], None], **agreed: Any) -> str:
    """Give why the honest log is refused once it was changed; its entries may become any text."""
    seal, paper, entries = honest()
    log: list[Any] = list(entries)
    change(log)
    texts = [entry if isinstance(entry, bytes) else written(entry) for entry in log]
    seal = replace(seal, terms=seal.terms._replace(**agreed))
    return refusal(replace(paper, proof=committed(texts, seal)))


def at(log: Sequence[Entry], kind: str) -> int:
    return next(place for place, entry in enumerate(log) if entry.kind == kind)


def after(before: str, seat: str, **fields: Any) -> Callable[[list[Any]], None]:
    """Put an entry behind the first one of a kind, at the same moment."""

    def change(log: list[Any]) -> None:
        place = at(log, before)
        log.insert(place + 1, Entry(seat=seat, at=log[place].at, **fields))

    return change


def without(kind: str) -> Callable[[list[Any]], None]:
    def change(log: list[Any]) -> None:
        del log[at(log, kind)]

    return change


def test_the_honest_log_is_right() -> None:
    seal, paper, entries = honest()
    assert {entry.kind for entry in entries} >= {
        "begin", "pause", "resume", "undo_agreed", "decline", "outage", "hand_over", "take_back", "flag",
        "hint",
    }  # fmt: skip
    assert [entry.kind for entry in entries].count("hint") == 1
    assert forged(lambda log: None) == ""
    assert paper.proof == committed([written(entry) for entry in entries], seal)


IMPOSSIBLE = {
    "a flag before the time is up": after("begin", "detectives", kind="flag"),
    "a flag of a seat whose time does not run": after("begin", "jack", kind="flag"),
    "a flag of a seat that there is not": after("begin", "watson", kind="flag"),
    "an agreed undo that nobody offered": after("resume", "detectives", kind="undo_agreed"),
    "an agreed undo whose offer was left out": lambda log: log.pop(at(log, "undo_agreed") - 1),
    "a pause that nobody offered": after("begin", "jack", kind="pause"),
    "a pause while it is paused": after("pause", "jack", kind="pause"),
    "going on without a pause": after("begin", "jack", kind="resume"),
    "a seat handed over that there is not": after("begin", "watson", kind="hand_over", what="constable"),
    "a seat handed over twice": after("hand_over", "detectives", kind="hand_over", what="constable"),
    "a seat handed over to nobody": after("begin", "jack", kind="hand_over"),
    "a seat taken back that nobody gave": after("begin", "jack", kind="take_back"),
    "an answer to nothing": after("begin", "jack", kind="consent"),
    "a refusal of nothing": after("begin", "jack", kind="decline"),
    "an offer of something else": after("begin", "jack", kind="offer", what="draw"),
    "an offer to hand over a seat that there is not": after("begin", "jack", kind="offer", what="hand_over watson"),
    "a second offer": after("offer", "detectives", kind="offer", what="pause"),
    "a second beginning": after("begin", "chance", kind="begin"),
    "playing before the beginning": without("begin"),
    "a second deal": after("begin", "chance", kind="start"),
    "an outage that lasts no time": lambda log: after("begin", "chance", kind="outage", since=log[0].at + 10**6)(log),
    "an outage that was taken off before": lambda log: log.insert(at(log, "outage") + 1, log[at(log, "outage")]),
    "closing after somebody has played": after("resume", "jack", kind="abort"),
    "going on after it was closed": after("begin", "jack", kind="abort"),
    "giving up in a seat that there is not": after("begin", "watson", kind="resign"),
    "going on after somebody gave up": after("begin", "jack", kind="resign"),
    "something with fields of something else": after("begin", "jack", kind="resign", what="please"),
    "a hint for a seat that is not to move": after("begin", "jack", kind="hint"),
    "a second hint in a turn": after("hint", "detectives", kind="hint"),
    "taking back what was not done": after("begin", "detectives", kind="undo"),
}


@pytest.mark.parametrize("change", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_no_table_would_have_written_is_refused(change: Callable[[list[Any]], None]) -> None:
    assert forged(change) == "proof.entry"


def test_playing_while_it_is_paused_is_refused() -> None:
    def change(log: list[Any]) -> None:
        del log[at(log, "resume")]

    assert forged(change) == "proof.entry"


def test_what_was_done_after_the_time_was_up_is_refused() -> None:
    def change(log: list[Any]) -> None:
        last = log.pop()
        log.append(Entry("resign", last.seat, at=last.at))

    assert forged(change) == "proof.entry"


def test_time_does_not_run_backwards() -> None:
    def change(log: list[Any]) -> None:
        log[3] = Entry(log[3].kind, log[3].seat, log[3].actions, at=log[2].at - 1)

    assert forged(change) == "proof.entry"


def test_without_a_clock_there_is_no_beginning_no_pause_and_no_flag() -> None:
    assert forged(lambda log: None, clock="") == "proof.entry"
    assert forged(without("begin"), clock="") == "proof.entry"


def test_an_opponent_of_the_house_asks_for_nothing_and_takes_nothing_back() -> None:
    wrong_ones = [
        Entry("undo", "jack"),
        Entry("resign", "jack"),
        Entry("offer", "jack", what="undo"),
        Entry("hand_over", "jack", what="constable"),
        Entry("hand_over", "detectives", what="constable"),
    ]
    for wrong in wrong_ones:
        log = MemoryLog()
        table = Table(GAME, log, seal=HONEST)
        while table.to_move != "jack":
            play_on(table, Random(1), steps=1, hesitate=0)
        play_on(table, Random(1), steps=1, hesitate=0)
        texts = [written(entry) for entry in (*log.entries(), wrong)]
        paper = replace(table.record({}), proof=committed(texts, HONEST))
        assert refusal(paper) == "proof.entry"


STRANGE = {
    "a field nobody knows": lambda text: text.replace(b'{"kind"', b'{"why":1,"kind"', 1),
    "a field twice": lambda text: text.replace(b'{"kind":"begin"', b'{"kind":"begin","kind":"begin"', 1),
    "spaces": lambda text: text.replace(b'":', b'": ', 1),
    "a default that is written": lambda text: text.replace(b"}", b',"what":""}', 1),
    "a number as a text": lambda text: text.replace(b'"at":', b'"at":"1","since":', 1),
    "an unknown kind": lambda text: text.replace(b'"begin"', b'"dance"', 1),
    "no object": lambda text: b"[]",
    "nothing that could be read": lambda text: b"{",
    "depth without end": lambda text: b'{"kind":' + b"[" * 100_000,
    "depth with an end": lambda text: b'{"why":' + b"[" * 100_000 + b"]" * 100_000 + b',"kind":"begin"}',
}


@pytest.mark.parametrize("change", STRANGE.values(), ids=STRANGE)
def test_what_no_table_would_have_written_so_is_refused(change: Callable[[bytes], bytes]) -> None:
    def apply(log: list[Any]) -> None:
        place = at(log, "begin")
        log[place] = change(written(log[place]))
        assert log[place] != written(honest()[2][place])

    assert forged(apply) == "proof.unreadable_entry"


# ---- proofs of the first kind stay what they were

OLD = sorted((ROOT / "tests" / "golden" / "proofs").glob("*.record"))


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_a_proof_of_the_first_kind_still_holds(path: Any) -> None:
    text = path.read_text(encoding="utf-8")
    found = record.read(text)
    assert found.proof is not None
    assert found.proof.version == 1
    assert record.write(found) == text
    record.verify(GAME, found)
    heads = [entry.head for entry in found.proof.entries]
    proving.check(GAME, found, found.proof, Kept(found.proof.commitment, heads=tuple(heads)))


def test_a_proof_of_the_first_kind_does_not_pass_with_anything_in_it() -> None:
    found = record.read((ROOT / "tests/golden/proofs/pocket-with-clocks.record").read_text(encoding="utf-8"))
    assert found.proof is not None
    seal = Seal(
        found.proof.game,
        Terms(found.title, found.rules_version, pairs(found.options)),
        Secret(bytes.fromhex(found.proof.secret)),
        {seat: bytes.fromhex(nonce.value) for seat, nonce in found.proof.nonces.items()},
        1,
    )
    texts = [entry.text.encode() for entry in found.proof.entries]
    for wrong in (Entry("flag", "watson"), Entry("hand_over", "watson", what="a"), Entry("undo_agreed", "jack"),
                  Entry("pause", "jack"), Entry("abort", "watson")):  # fmt: skip
        forged = replace(found, proof=committed([*texts[:8], written(wrong), *texts[8:]], seal))
        assert refusal(forged) == "proof.entry"
    assert (
        refusal(replace(found, proof=committed([text for text in texts if b"begin" not in text], seal)))
        == "proof.entry"
    )


def test_the_first_kind_knew_no_seats_of_the_house() -> None:
    found = record.read(OLD[0].read_text(encoding="utf-8"))
    assert found.proof is not None
    for wrong in (Nonce("house"), Nonce("absent"), Nonce("server", "0" * 64)):
        nonces = {**found.proof.nonces, "jack": wrong}
        assert refusal(replace(found, proof=replace(found.proof, nonces=nonces))) == "proof.nonce"
