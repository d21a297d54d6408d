"""Forged records that differ in small things from what a table writes, of every title and both kinds of proof."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import msgspec
import pytest

from gaslamp import titles
from gaslamp.core.records import record
from gaslamp.core.records.fairness import NOTHING, Chain, Seal, Secret, Terms, Version
from gaslamp.core.records.proof import prove
from gaslamp.core.records.record_format import BadRecord, pairs
from gaslamp.live import bot_runner
from gaslamp.table import proving
from gaslamp.table.log import Entry, MemoryLog, written
from gaslamp.table.table import Table
from tests.sealed import play_on

Change = Callable[[list[Entry]], None]

NOW = 1_700_000_000_000  # milliseconds
SECRET = Secret(b"s" * 32)

every_title = pytest.mark.parametrize("title", titles.titles())
every_kind = pytest.mark.parametrize("version", [1, 2])


def forged(title: str, version: Version = 2, change: Change = lambda log: None, **agreed: str) -> str:
    """Write the record of a server that committed itself to a changed log."""
    game = titles.game(title)
    terms = Terms(title, game.rules_version, pairs(game.options), **agreed)
    nonces = {seat: bytes([number + 1]) * 32 for number, seat in enumerate(game.seats)}
    if version == 2 and terms.bots:
        nonces[game.seats[0]] = NOTHING
    seal = Seal("g", terms, SECRET, nonces, version)
    kept = MemoryLog()
    table = Table(game, kept, seal=seal)
    play_on(table, Random(1), hesitate=0)
    log = [msgspec.structs.replace(entry, at=NOW) for entry in kept.entries()]
    change(log)
    chain = Chain(seal)
    for entry in log:
        chain.append(written(entry))
    paper = table.record({"jack": terms.bots.partition("=")[2]} if version == 1 and terms.bots else {})
    return record.write(replace(paper, proof=prove(chain)))


def refusal(text: str) -> str:
    """Why `gaslamp verify` refuses a record; nothing if it does not."""
    try:
        found = record.read(text)
        game = titles.game(found.title, found.options)
        assert found.proof is not None
        proving.check(game, found, found.proof, levels=bot_runner.levels(game.title))
    except BadRecord as error:
        return error.message.id
    return ""


def insert(place: int, *entries: Entry) -> Change:
    def change(log: list[Entry]) -> None:
        log[place:place] = entries

    return change


@every_title
@every_kind
def test_an_honest_record_is_right(title: str, version: Version) -> None:
    assert refusal(forged(title, version)) == ""


@every_title
@every_kind
@pytest.mark.parametrize(
    ("name", "right"), [("constable", True), ("", False), ("no such bot", False), ("x" * 100_000, False)]
)
def test_a_seat_is_handed_over_to_a_bot_of_the_title(title: str, version: Version, name: str, right: bool) -> None:
    change = insert(1, Entry("hand_over", "jack", at=NOW, what=name))
    assert refusal(forged(title, version, change)) == ("" if right else "proof.entry")


@every_title
@every_kind
@pytest.mark.parametrize(("bots", "right"), [("jack=random", True), ("jack=nosuchbot", False)])
def test_bots_are_those_of_the_title(title: str, version: Version, bots: str, right: bool) -> None:
    assert refusal(forged(title, version, bots=bots)) == ("" if right else "proof.unknown_bot")


@every_title
def test_a_bot_has_a_name(title: str) -> None:
    assert refusal(forged(title, bots="jack=")) == "proof.unknown_bot"


@every_title
@pytest.mark.parametrize("clock", ["03d", "015+10", "15+010", "15+00"])
def test_a_clock_has_no_leading_zeros(title: str, clock: str) -> None:
    assert refusal(forged(title, clock=clock)) == "proof.clock"


BEGIN = Entry("begin", "chance", at=NOW)
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
    entries = [Entry("outage", "chance", at=until, since=since) for since, until in given]

    def change(log: list[Entry]) -> None:
        log[1:] = [msgspec.structs.replace(entry, at=NOW + 9000) for entry in log[1:]]
        log[1:1] = [BEGIN, *entries]

    assert refusal(forged(title, change=change, clock="15+10")) == id


@every_title
@every_kind
def test_a_moment_is_one_of_our_times(title: str, version: Version) -> None:
    def change(log: list[Entry]) -> None:
        log[-1] = msgspec.structs.replace(log[-1], at=10**3999)

    assert refusal(forged(title, version, change)) in {"proof.entry", "proof.unreadable_entry"}


WRITTEN = {
    "a zero before the number of entries": lambda text: text.replace("\nentries: ", "\nentries: 0"),
    "a zero before the version of the rules": lambda text: text.replace("\nrules: ", "\nrules: 0"),
    "two spaces": lambda text: text.replace("\ntitle: ", "\ntitle:  "),
    "a space at the end": lambda text: text.replace("\nresult", " \nresult"),
    "line ends of Windows": lambda text: text.replace("\n", "\r\n"),
    "a byte order mark": lambda text: "\ufeff" + text,
}


@every_title
@every_kind
@pytest.mark.parametrize("change", WRITTEN.values(), ids=WRITTEN)
def test_a_record_with_a_proof_is_written_in_one_way(
    title: str, version: Version, change: Callable[[str], str]
) -> None:
    text = forged(title, version)
    assert change(text) != text
    assert refusal(change(text)) == "record.not_exact"


@every_title
@every_kind
def test_a_proof_has_entries(title: str, version: Version) -> None:
    found = record.read(forged(title, version))
    assert found.proof is not None
    empty = replace(found, actions=(), outcome=None, proof=replace(found.proof, entries=()))
    assert refusal(record.write(empty)) == "proof.entry"
