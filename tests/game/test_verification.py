"""Records with a proof: every change in one is found, and the message names the line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.core.errors import IllegalAction, Unreadable
from gaslamp.core.game import Game
from gaslamp.core.records import record
from gaslamp.core.records.proof import BadProof, Nonce, Proof, prove
from gaslamp.core.records.record_format import BadRecord
from gaslamp.game import verification
from gaslamp.game.entries import Entry, Hinted, Played, Undone, encode
from gaslamp.game.propose import propose
from gaslamp.game.requests import Play, Resign, Start
from gaslamp.game.setup import Setup
from gaslamp.game.state import State
from gaslamp.game.table import Table
from tests.sealed import play_on, sealed

every_title = pytest.mark.parametrize("title", titles.titles())


def finished(game: Game[Any, Any], number: int = 0) -> Table:
    table = Table(game, seal=sealed(game, number))
    play_on(table, Random(number))
    return table


def check(text: str, *heads: str) -> None:
    found = record.read(text)
    game = titles.game(found.title, found.options)
    record.verify(game, found)
    assert found.proof is not None
    verification.check(game, found, found.proof, verification.kept(heads=heads))


@pytest.fixture(scope="module")
def paper() -> str:
    """The record of a game of Pocket with undos."""
    text = record.write(finished(titles.game("pocket")).record({}))
    assert '"undo"' in text
    return text


@every_title
def test_the_record_of_every_title_is_accepted(title: str) -> None:
    for number in range(3):
        table = finished(titles.game(title), number)
        paper = table.record({})
        text = record.write(paper)
        assert record.read(text) == paper
        check(text, *(table.update(viewer).head for viewer in table.game.viewers))


def test_the_record_of_a_resigned_game_is_accepted() -> None:
    table = Table(titles.game("mr_jack"), seal=sealed(titles.game("mr_jack")))
    play_on(table, Random(3), steps=20)
    table.resign("jack")
    check(record.write(table.record({})), table.update("jack").head)


def test_an_unfinished_game_has_no_proof() -> None:
    table = Table(titles.game("pocket"), seal=sealed(titles.game("pocket")))
    assert table.record({}).proof is None


def test_the_draws_follow_from_the_seal() -> None:
    one, again, other = (finished(titles.game("whitehall"), number) for number in (1, 1, 2))
    assert one.record({}).actions == again.record({}).actions
    assert one.record({}).actions != other.record({}).actions


def test_a_state_made_again_from_its_log_has_the_same_heads() -> None:
    game = titles.game("pocket")
    table = finished(game)
    again = State.of(Setup(game, chance=sealed(game)), table.entries)
    assert again.heads == table.state.heads
    assert again.record({}) == table.record({})


def test_before_the_deal_no_seat_may_act_and_a_game_is_dealt_once() -> None:
    game = titles.game("pocket")
    state = State.initial(Setup(game, chance=sealed(game)))
    assert (state.started, state.to_move, state.outcome) == (False, None, None)
    for seat in game.seats:
        requests = (Play("take holmes", 0), Resign())
        for request in requests:
            with pytest.raises(IllegalAction):
                propose(state, request, 0, seat)
    state = state.after(propose(state, Start(), now=0))
    assert state.to_move == "detectives"
    with pytest.raises(IllegalAction):
        propose(state, Start(), now=0)


# ---- changes


def lines_of(paper: str) -> tuple[list[str], int]:
    """Return the lines, and the index of the proof's first one."""
    lines = paper.splitlines()
    return lines, lines.index("gaslamp proof 3")


def flip(digits: str) -> str:
    return ("1" if digits[0] != "1" else "2") + digits[1:]


HEADER = ["game", "clock", "bots", "hints", "prefix", "commitment", "secret", "nonces", "draws", "entries"]
BODY = len(HEADER) + 2  # lines from the proof's first one to its first entry


@pytest.mark.parametrize(
    ("part", "id", "told"),
    [
        ("game", "proof.secret", "secret"),
        ("commitment", "proof.secret", "secret"),
        ("secret", "proof.secret", "secret"),
        ("clock", "proof.head", ""),
        ("bots", "proof.nonce", "nonces"),
        ("hints", "proof.head", ""),
        ("prefix", "proof.head", ""),
        ("nonces", "proof.head", ""),
        ("draws", "proof.draws", "draws"),
        ("entries", "proof.truncated", "last"),
    ],
)
def test_a_changed_header_is_found(paper: str, part: str, id: str, told: str) -> None:
    lines, first = lines_of(paper)
    at = first + 1 + HEADER.index(part)
    name, _, value = lines[at].partition(":")
    value = value.strip()
    others = {
        "clock": "15+10",
        "bots": "detectives=constable",
        "hints": "yes",
        "prefix": "1",
        "nonces": value.replace("player 6", "player 7"),
        "draws": "server alone",
        "entries": value + "0",
    }
    changed = others.get(part) or flip(value)
    lines[at] = f"{name}: {changed}"
    with pytest.raises(BadRecord) as found:
        check("\n".join(lines))
    expected = {"last": len(lines), "": first + BODY + 1}.get(told) or first + 2 + HEADER.index(told)
    assert (found.value.message.id, found.value.line) == (id, expected)


@pytest.mark.parametrize(
    ("word", "id"), [(0, "proof.salt"), (1, "proof.commitment"), (2, "proof.head"), (3, "proof.commitment")]
)
@pytest.mark.parametrize("entry", [0, 3, -1])
def test_a_changed_entry_is_found(paper: str, entry: int, word: int, id: str) -> None:
    lines, first = lines_of(paper)
    entries = len(lines) - first - BODY
    at = first + BODY + entry % entries
    words = lines[at].split(" ", 3)
    words[word] = flip(words[word]) if word < 3 else words[word].replace('"', '" ', 1)
    lines[at] = " ".join(words)
    with pytest.raises(BadProof) as found:
        check("\n".join(lines))
    assert (found.value.message.id, found.value.line) == (id, at + 1)


def test_a_seat_without_a_nonce_is_found(paper: str) -> None:
    lines, first = lines_of(paper)
    at = first + 1 + HEADER.index("nonces")
    lines[at] = lines[at].partition(";")[0]
    with pytest.raises(BadProof, match=r"proof\.seats"):
        check("\n".join(lines))


def test_a_head_from_another_game_is_found(paper: str) -> None:
    with pytest.raises(BadProof, match=r"proof\.unknown_head"):
        check(paper, "0" * 64)
    for mistyped in ("", "ab", "g" * 64, "0" * 65):
        with pytest.raises(Unreadable, match=r"proof\.no_kept_hash"):  # a typing error, not a bad record
            check(paper, mistyped)
    check(paper, paper.splitlines()[-1].split()[2].upper())


def test_actions_that_differ_from_the_log_are_found() -> None:
    one, other = (finished(titles.game("pocket"), number).record({}) for number in (0, 1))
    with pytest.raises(BadProof, match=r"proof\.(head|other_game)"):
        check(record.write(replace(one, proof=other.proof)))


def committed(entries: Sequence[Entry], game: Game[Any, Any]) -> Proof:
    """The proof of a server that committed any entries in time."""
    return prove(sealed(game), [encode(entry) for entry in entries])


def test_draws_that_do_not_follow_from_the_secret_are_found() -> None:
    game = titles.game("pocket")
    table = Table(game, rng=Random(1))  # the server draws as it likes, and commits that
    play_on(table, Random(2))
    paper = replace(table.record({}), proof=committed(table.entries, game))
    with pytest.raises(BadProof) as found:
        check(record.write(paper))
    assert found.value.message.id == "proof.draw"


def test_an_impossible_entry_is_found() -> None:
    game = titles.game("pocket")
    table = finished(game)
    paper = table.record({})
    start, *others = table.entries
    wrong_entries: list[Entry] = [
        Undone("detectives"),
        Played("jack", ("take holmes",)),
        Played("jack", ()),
        Played("watson", ("take holmes",)),
        Played("spectator", ("take holmes",)),
        Played("detectives", ("fly to the moon",)),
        start,
    ]
    for wrong in wrong_entries:
        with pytest.raises(BadProof) as found:
            check(record.write(replace(paper, proof=committed([start, wrong, *others], game))))
        assert found.value.message.id == "proof.entry"
        assert found.value.line == len(paper.actions) + 8 + 1 + BODY + 2


@pytest.mark.parametrize(
    ("wrong", "id"),
    [
        ("secret: 12", "proof.no_hash"),
        ("nonces: detectives=nobody " + "0" * 64, "record.bad_pair"),
        ("nonces: detectives=player 12", "proof.no_hash"),
        ("nonces: detectives=house 12", "proof.no_hash"),
        ("nonces: detectives=server " + "0" * 64, "record.bad_pair"),
        ("entries: many", "record.no_number"),
        ("commitments: ", "record.no_header"),
        ("bots: jack", "record.bad_pair"),
        ("prefix: -1", "record.no_number"),
        ("prefix: none", "record.no_number"),
    ],
)
def test_an_unreadable_header_is_found(paper: str, wrong: str, id: str) -> None:
    lines, first = lines_of(paper)
    at = first + 1 + next(number for number, key in enumerate(HEADER) if wrong.startswith(key))
    lines[at] = wrong
    with pytest.raises(BadRecord) as found:
        check("\n".join(lines))
    assert (found.value.message.id, found.value.line) == (id, at + 1)


def test_an_unreadable_entry_is_found(paper: str) -> None:
    lines, _ = lines_of(paper)
    lines[-1] = "nothing"
    with pytest.raises(BadRecord) as found:
        check("\n".join(lines))
    assert (found.value.message.id, found.value.line) == ("proof.no_entry", len(lines))


def test_a_proof_names_the_source_of_each_nonce() -> None:
    proof = finished(titles.game("pocket")).record({}).proof
    assert proof is not None
    assert proof.nonces["jack"] == Nonce("player", "64" * 32)
    assert proof.nonces["detectives"] == Nonce("absent")


@pytest.mark.parametrize("version", ["1", "2", "4", "10"])
def test_other_versions_of_a_proof_are_rejected(paper: str, version: str) -> None:
    lines, first = lines_of(paper)
    lines[first] = f"gaslamp proof {version}"
    with pytest.raises(BadRecord) as found:
        check("\n".join(lines))
    assert (found.value.message.id, found.value.line) == ("proof.other_version", first + 1)


@every_title
def test_hints_that_were_not_agreed_are_rejected(title: str) -> None:
    game = titles.game(title)
    for agreed, id in (("yes", ""), ("no", "proof.entry"), ("maybe", "proof.entry"), ("", "proof.entry")):
        seal = sealed(game)
        seal = replace(seal, terms=seal.terms._replace(hints=agreed))
        table = Table(game, seal=seal)
        seat = table.to_move
        assert seat is not None
        play_on(table, Random(2))
        hints = [Hinted(seat)] if agreed in {"yes", "no"} else []
        entries = [table.entries[0], *hints, *table.entries[1:]]
        paper = replace(table.record({}), proof=prove(seal, [encode(entry) for entry in entries]))
        assert refused(record.write(paper)) == id


def refused(text: str) -> str:
    """Return the id of the message with which a record is rejected, or ""."""
    try:
        check(text)
    except BadRecord as error:
        return error.message.id
    return ""
