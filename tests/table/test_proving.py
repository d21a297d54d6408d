"""Records with a proof: whatever is changed in one is found, and the sentence names the line."""

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
from gaslamp.core.records.fairness import Chain
from gaslamp.core.records.proof import BadProof, Nonce, Proof, prove
from gaslamp.core.records.record_format import BadRecord
from gaslamp.table import proving
from gaslamp.table.log import Entry, MemoryLog, written
from gaslamp.table.table import Table
from tests.sealed import play_on, sealed


def finished(game: Game[Any, Any], number: int = 0, *, log: MemoryLog | None = None) -> Table:
    table = Table(game, log, seal=sealed(game, number))
    play_on(table, Random(number))
    return table


def check(text: str, *heads: str) -> None:
    found = record.read(text)
    game = titles.game(found.title, found.options)
    record.verify(game, found)
    assert found.proof is not None
    proving.check(game, found, found.proof, proving.kept(heads=heads))


@pytest.fixture(scope="module")
def paper() -> str:
    """Give the record of a game of Pocket in which steps were taken back."""
    text = record.write(finished(titles.game("pocket")).record({}))
    assert '"undo"' in text
    return text


@pytest.mark.parametrize("title", titles.titles())
def test_what_a_table_plays_it_can_prove(title: str) -> None:
    for number in range(3):
        table = finished(titles.game(title), number)
        paper = table.record({})
        text = record.write(paper)
        assert record.read(text) == paper
        check(text, *(table.update(viewer).head for viewer in table.game.viewers))


def test_a_game_given_up_is_proved_as_well() -> None:
    table = Table(titles.game("mr_jack"), seal=sealed(titles.game("mr_jack")))
    play_on(table, Random(3), steps=20)
    table.resign("jack")
    check(record.write(table.record({})), table.update("jack").head)


def test_a_game_that_goes_on_proves_nothing() -> None:
    table = Table(titles.game("pocket"), seal=sealed(titles.game("pocket")))
    assert table.record({}).proof is None


def test_the_draws_are_those_of_the_seal_and_not_of_the_day() -> None:
    one, again, other = (finished(titles.game("whitehall"), number) for number in (1, 1, 2))
    assert one.record({}).actions == again.record({}).actions
    assert one.record({}).actions != other.record({}).actions


def test_a_table_made_again_from_its_log_has_the_same_heads() -> None:
    game, log = titles.game("pocket"), MemoryLog()
    table = finished(game, log=log)
    again = Table(game, log, seal=sealed(game))
    for viewer in game.viewers:
        assert again.update(viewer).head == table.update(viewer).head
    assert again.record({}) == table.record({})


def test_before_the_deal_nobody_can_do_anything_and_it_is_dealt_once() -> None:
    game = titles.game("pocket")
    table = Table(game, seal=sealed(game), begin=False)
    assert (table.started, table.to_move, table.outcome) == (False, None, None)
    for seat in game.seats:
        with pytest.raises(IllegalAction):
            table.play(seat, "take holmes", 0)
        with pytest.raises(IllegalAction):
            table.resign(seat)
    table.take_in(table.propose_start())
    assert table.to_move == "detectives"
    with pytest.raises(IllegalAction):
        table.propose_start()


# ---- what was changed is found


def lines_of(paper: str) -> tuple[list[str], int]:
    """Give the lines, and the index of the proof's first one."""
    lines = paper.splitlines()
    return lines, lines.index("gaslamp proof 2")


def flip(digits: str) -> str:
    return ("1" if digits[0] != "1" else "2") + digits[1:]


HEADER = ["game", "clock", "bots", "commitment", "secret", "nonces", "draws", "entries"]
BODY = len(HEADER) + 2  # so many lines after the proof's first one stands its first entry


@pytest.mark.parametrize(
    ("part", "id", "told"),
    [
        ("game", "proof.secret", "secret"),
        ("commitment", "proof.secret", "secret"),
        ("secret", "proof.secret", "secret"),
        ("clock", "proof.head", ""),
        ("bots", "proof.nonce", "nonces"),
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
        with pytest.raises(Unreadable, match=r"proof\.no_kept_hash"):  # which is nobody's fault but who typed it
            check(paper, mistyped)
    check(paper, paper.splitlines()[-1].split()[2].upper())


def test_actions_that_were_not_those_of_the_log_are_found() -> None:
    one, other = (finished(titles.game("pocket"), number).record({}) for number in (0, 1))
    with pytest.raises(BadProof, match=r"proof\.(head|other_game)"):
        check(record.write(replace(one, proof=other.proof)))


def committed(entries: Sequence[Entry], game: Game[Any, Any]) -> Proof:
    """Give the proof of any entries, as a server would that committed itself to them in time."""
    chain = Chain(sealed(game))
    for entry in entries:
        chain.append(written(entry))
    return prove(chain)


def test_draws_that_do_not_follow_from_the_secret_are_found() -> None:
    game, log = titles.game("pocket"), MemoryLog()
    table = Table(game, log, rng=Random(1))  # the server draws as it likes, and commits itself to that
    play_on(table, Random(2))
    paper = replace(table.record({}), proof=committed(log.entries(), game))
    with pytest.raises(BadProof) as found:
        check(record.write(paper))
    assert found.value.message.id == "proof.draw"


def test_an_entry_that_no_table_would_have_taken_is_found() -> None:
    game, log = titles.game("pocket"), MemoryLog()
    paper = finished(game, log=log).record({})
    start, *others = log.entries()
    for wrong in (Entry("undo", "detectives"), Entry("action", "jack", ("take holmes",)), start):
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
        ("entries: many", "record.no_number"),
        ("commitments: ", "record.no_header"),
        ("bots: jack", "record.bad_pair"),
    ],
)
def test_what_cannot_be_read_is_said(paper: str, wrong: str, id: str) -> None:
    lines, first = lines_of(paper)
    at = first + 1 + next(number for number, key in enumerate(HEADER) if wrong.startswith(key))
    lines[at] = wrong
    with pytest.raises(BadRecord) as found:
        check("\n".join(lines))
    assert (found.value.message.id, found.value.line) == (id, at + 1)


def test_an_entry_that_cannot_be_read_is_said(paper: str) -> None:
    lines, _ = lines_of(paper)
    lines[-1] = "nothing"
    with pytest.raises(BadRecord) as found:
        check("\n".join(lines))
    assert (found.value.message.id, found.value.line) == ("proof.no_entry", len(lines))


def test_who_brought_a_nonce_is_told() -> None:
    proof = finished(titles.game("pocket")).record({}).proof
    assert proof is not None
    assert proof.nonces["jack"] == Nonce("player", "64" * 32)
    assert proof.nonces["detectives"] == Nonce("absent")
