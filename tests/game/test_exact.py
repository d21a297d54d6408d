"""Forged records of every title that differ in small things from what a server writes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from msgspec import structs

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.core.records import record
from gaslamp.core.records.fairness import NOTHING, Seal, Secret, Terms
from gaslamp.core.records.proof import prove
from gaslamp.core.records.record_format import BadRecord, pairs
from gaslamp.game import verification
from gaslamp.game.entries import ClocksStarted, Entry, HandedOver, OutageEnded, encode
from gaslamp.game.table import Table
from tests.sealed import play_on

Change = Callable[[list[Any]], None]  # of a log; entries may become any bytes

NOW = 1_700_000_000_000  # milliseconds
SECRET = Secret(b"s" * 32)

every_title = pytest.mark.parametrize("title", titles.titles())


def forged(title: str, change: Change = lambda log: None, **agreed: Any) -> str:
    """The record of a server that committed a changed log."""
    game = titles.game(title)
    terms = Terms(title, game.rules_version, pairs(game.options), **agreed)
    nonces = {seat: bytes([number + 1]) * 32 for number, seat in enumerate(game.seats)}
    if terms.bots:
        nonces[game.seats[0]] = NOTHING
    seal = Seal("g", terms, SECRET, nonces)
    table = Table(game, seal=seal)
    play_on(table, Random(1), hesitate=0)
    log: list[Any] = [structs.replace(entry, at=NOW) for entry in table.entries]
    change(log)
    texts = [entry if isinstance(entry, bytes) else encode(entry) for entry in log]
    return record.write(replace(table.record({}), proof=prove(seal, texts)))


def refusal(text: str) -> str:
    """Return the id of the message with which `gaslamp verify` rejects a record, or ""."""
    try:
        found = record.read(text)
        game = titles.game(found.title, found.options)
        assert found.proof is not None
        verification.check(game, found, found.proof, levels=levels.of_title(game.title))
    except BadRecord as error:
        return error.message.id
    return ""


def insert(place: int, *entries: Entry) -> Change:
    def change(log: list[Any]) -> None:
        log[place:place] = entries

    return change


@pytest.mark.long
@every_title
def test_an_honest_record_is_accepted(title: str) -> None:
    assert refusal(forged(title)) == ""


@every_title
@pytest.mark.parametrize(
    ("name", "right"), [("constable", True), ("", False), ("no such bot", False), ("x" * 100_000, False)]
)
def test_a_seat_is_handed_over_to_a_bot_of_the_title(title: str, name: str, right: bool) -> None:
    change = insert(1, HandedOver("jack", name, at=NOW))
    assert refusal(forged(title, change)) == ("" if right else "proof.entry")


@every_title
@pytest.mark.parametrize(("bots", "right"), [("jack=passer_by", True), ("jack=nosuchbot", False)])
def test_bots_are_those_of_the_title(title: str, bots: str, right: bool) -> None:
    assert refusal(forged(title, bots=bots)) == ("" if right else "proof.unknown_bot")


@every_title
def test_a_bot_has_a_name(title: str) -> None:
    assert refusal(forged(title, bots="jack=")) == "proof.unknown_bot"


@every_title
@pytest.mark.parametrize("clock", ["03d", "015+10", "15+010", "15+00"])
def test_a_clock_has_no_leading_zeros(title: str, clock: str) -> None:
    assert refusal(forged(title, clock=clock)) == "proof.clock"


BEGIN = ClocksStarted(at=NOW)
OUTAGES = {
    "one": ([(NOW - 5000, NOW)], ""),
    "one after the other": ([(NOW - 5000, NOW), (NOW, NOW + 9000)], ""),
    "overlapping": ([(NOW - 5000, NOW), (NOW - 4000, NOW), (NOW - 3000, NOW)], "proof.entry"),
    "inside another": ([(NOW - 5000, NOW + 9000), (NOW, NOW + 9000)], "proof.entry"),
    "since 1970": ([(1, NOW)], "proof.entry"),
}


@every_title
@pytest.mark.parametrize("outages", OUTAGES)
def test_outages_do_not_overlap_and_begin_after_the_last_entry(title: str, outages: str) -> None:
    given, id = OUTAGES[outages]
    entries = [OutageEnded(since, at=until) for since, until in given]

    def change(log: list[Any]) -> None:
        log[1:] = [structs.replace(entry, at=NOW + 9000) for entry in log[1:]]
        log[1:1] = [BEGIN, *entries]

    assert refusal(forged(title, change=change, clock="15+10")) == id


@every_title
@pytest.mark.parametrize(
    ("at", "id"),
    [
        (b"1" + b"0" * 3999, "proof.entry"),
        (b"1" + b"0" * 9999, "proof.unreadable_entry"),
        (b"1" + b"0" * 15, "proof.entry"),  # after the year 10000
        (b"-1", "proof.entry"),
        (b"1700000000000.0", "proof.unreadable_entry"),
    ],
    ids=["4000 digits", "10000 digits", "after the year 10000", "negative", "float"],
)
def test_a_time_is_between_1970_and_the_year_10000(title: str, at: bytes, id: str) -> None:
    def change(log: list[Any]) -> None:
        text = encode(log[-1])
        assert text.endswith(b"%d}" % NOW)
        log[-1] = text.replace(b"%d}" % NOW, at + b"}")

    assert refusal(forged(title, change)) == id


WRITTEN = {
    "a zero before the number of entries": lambda text: text.replace("\nentries: ", "\nentries: 0"),
    "a zero before the version of the rules": lambda text: text.replace("\nrules: ", "\nrules: 0"),
    "two spaces": lambda text: text.replace("\ntitle: ", "\ntitle:  "),
    "a space at the end": lambda text: text.replace("\nresult", " \nresult"),
    "line ends of Windows": lambda text: text.replace("\n", "\r\n"),
    "a byte order mark": lambda text: "\ufeff" + text,
}


@every_title
@pytest.mark.parametrize("change", WRITTEN.values(), ids=WRITTEN)
def test_a_record_with_a_proof_has_one_exact_form(title: str, change: Callable[[str], str]) -> None:
    text = forged(title)
    assert change(text) != text
    assert refusal(change(text)) == "record.not_exact"


@every_title
def test_a_proof_has_entries(title: str) -> None:
    found = record.read(forged(title))
    assert found.proof is not None
    empty = replace(found, actions=(), outcome=None, proof=replace(found.proof, entries=()))
    assert refusal(record.write(empty)) == "proof.entry"
