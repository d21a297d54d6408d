"""Records: round trips, and errors with line numbers."""

import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaslamp.core.errors import Unreadable
from gaslamp.core.game import Outcome
from gaslamp.core.messages import Message
from gaslamp.core.records.record import read, verify, write
from gaslamp.core.records.record_format import BadRecord
from tests.core.damaged_records import FIRST_ACTION, GAME, LINES, RECORD, check, edits, finding


def with_line(number: int, text: str) -> str:
    """Return the record with line *number* (from 1) replaced."""
    lines = [*LINES]
    lines[number - 1] = text
    return "\n".join(lines) + "\n"


# ---- as it should be


def test_a_record_reads_like_this() -> None:
    assert LINES[:FIRST_ACTION] == [
        "gaslamp record 1",
        "title: pocket",
        "rules: 1",
        "options: both_goals_while_seen=detectives_win",
        "seats: jack=Ada; detectives=Grace",
        "result: detectives one_suspect",
        "actions: 44",
        "",
        "tile smith west",
    ]


def test_a_record_round_trips() -> None:
    assert write(read(RECORD)) == RECORD
    assert read(write(read(RECORD))) == read(RECORD)
    assert verify(GAME, read(RECORD)).legal() == []


def test_an_unfinished_game_is_a_record_too() -> None:
    begun = replace(read(RECORD), actions=read(RECORD).actions[:20], outcome=None)
    assert "\nresult: unfinished\n" in write(begun)
    assert read(write(begun)) == begun
    assert GAME.outcome(verify(GAME, begun)) is None


@pytest.mark.parametrize("reason", ["resigned", "time"])
def test_the_table_may_end_a_game_before_its_end_but_not_after_it(reason: str) -> None:
    ended = Outcome("jack", reason)
    begun = replace(read(RECORD), actions=read(RECORD).actions[:20], outcome=ended)
    assert GAME.outcome(verify(GAME, read(write(begun)))) is None  # not over by the rules
    with pytest.raises(BadRecord):
        verify(GAME, replace(read(RECORD), outcome=ended))


@pytest.mark.parametrize(
    "told",
    [
        RECORD.replace("\n", "\r\n"),
        "\ufeff" + RECORD,
        RECORD + "\n\n",
        RECORD.removesuffix("\n"),
        RECORD.replace("\ntake", "\n  TAKE ").replace("holmes 1\n", "holmes   1  \n"),
    ],
    ids=["carriage returns", "a byte order mark", "blank lines after it", "no last newline", "case and spaces"],
)
def test_how_editors_save_it_does_not_matter(told: str) -> None:
    assert verify(GAME, read(told)) == verify(GAME, read(RECORD))


@pytest.mark.long
@given(name=st.text(max_size=200))
def test_any_name_of_a_player_stays_on_its_line(name: str) -> None:
    named = replace(read(RECORD), seats={"jack": name, "detectives": "Grace"})
    again = read(write(named))
    assert again.actions == named.actions
    assert again.seats["detectives"] == "Grace"
    assert len(again.seats["jack"]) <= 60
    assert again.seats["jack"] == " ".join(name.replace(";", ",").split())[:60].rstrip()
    assert write(again) == write(named)


# ---- damaged


@pytest.mark.parametrize(
    ("text", "id", "line"),
    [
        ("", "record.foreign", 1),
        ("\n" + RECORD, "record.foreign", 1),
        (with_line(1, "gaslamp record 2"), "record.foreign", 1),
        ("[Event \"F/S Return Match\"]\n1. e4 e5\n", "record.foreign", 1),
        (with_line(2, "game: pocket"), "record.no_header", 2),
        (with_line(3, "rules: one"), "record.no_number", 3),
        (with_line(3, "rules: \u0661"), "record.no_number", 3),
        (with_line(3, "rules: 99999999999"), "record.no_number", 3),
        (with_line(3, "rules: 2"), "record.other_rules", 3),
        (with_line(4, "options: chase"), "record.bad_pair", 4),
        (with_line(5, "seats: jack=Ada; jack=Grace"), "record.bad_pair", 5),
        (with_line(5, "seats: jack=Ada; detectives=Grace;"), "record.bad_pair", 5),
        (with_line(5, "seats: jack=Ada"), "record.wrong_seats", 5),
        (with_line(5, "seats: jack=Ada; detectives=Grace; watson=Bo"), "record.wrong_seats", 5),
        (with_line(6, "result: detectives"), "record.no_result", 6),
        (with_line(6, "result: detectives one suspect"), "record.no_result", 6),
        (with_line(6, "result: moriarty one_suspect"), "record.no_result", 6),
        (with_line(6, "result: jack one_suspect"), "record.wrong_result", 6),
        (with_line(6, "result: detectives caught"), "record.wrong_result", 6),
        (with_line(6, "result: unfinished"), "record.wrong_result", 6),
        (with_line(6, "result: jack resigned"), "record.wrong_result", 6),
        (with_line(7, "actions: many"), "record.truncated", len(LINES)),
        (with_line(8, "tile bert west"), "record.no_blank_line", 8),
        (with_line(30, ""), "record.empty_line", 30),
        (with_line(30, "castle kingside"), "record.unreadable_action", 30),
        (with_line(9, "tile smith north"), "record.illegal_action", 9),
        (with_line(20, "take alibi"), "record.illegal_action", 20),
        (with_line(len(LINES), "stay"), "record.illegal_action", len(LINES)),
        (RECORD.replace("actions: 44", "actions: 45") + "stay\n", "record.illegal_action", len(LINES) + 1),
        ("gaslamp record 1\n" * 250_000, "record.too_long", 1),
    ],
)  # fmt: skip
def test_errors_name_their_line(text: str, id: str, line: int) -> None:
    with pytest.raises(BadRecord) as caught:
        check(text)
    assert (caught.value.message.id, caught.value.line) == (id, line)
    assert caught.value.message.params["line"] == line


@pytest.mark.parametrize("kept", range(1, len(LINES)))
def test_a_record_cut_off_anywhere_is_refused(kept: int) -> None:
    with pytest.raises(BadRecord) as caught:
        check("\n".join(LINES[:kept]) + "\n")
    in_header = kept < 7
    assert caught.value.message.id == ("record.no_header" if in_header else "record.truncated")
    assert caught.value.line == (kept + 1 if in_header else kept)


@pytest.mark.parametrize(
    ("line", "id"),
    [("title: chess", "error.title"), ("title: ../pocket", "error.title"), ("title:", "error.title")],
)
def test_a_record_of_another_title_is_refused(line: str, id: str) -> None:
    with pytest.raises(Unreadable) as caught:
        check(with_line(2, line))
    assert caught.value.message.id == id


@pytest.mark.parametrize(
    ("line", "id"),
    [
        ("options: both_goals_while_seen=draw", "error.choice"),
        ("options: fog=thick", "error.option"),
    ],
)
def test_a_record_with_unknown_options_is_refused(line: str, id: str) -> None:
    with pytest.raises(Unreadable) as caught:
        check(with_line(4, line))
    assert caught.value.message.id == id


def test_a_record_may_leave_its_options_to_the_defaults() -> None:
    check(with_line(4, "options:"))


# ---- whatever comes in


@pytest.mark.long
@given(told=edits())
@settings(max_examples=400, deadline=None)
def test_a_damaged_record_raises_only_our_errors(told: str) -> None:
    finding(told)


@pytest.mark.long
@given(told=st.text(max_size=400))
@settings(deadline=None)
def test_any_text_raises_only_our_errors(told: str) -> None:
    for text in (told, f"gaslamp record 1\n{told}", RECORD + told):
        finding(text)


@given(told=st.binary(max_size=400))
@settings(deadline=None)
def test_any_bytes_raise_only_our_errors(told: bytes) -> None:
    text = told.decode("utf-8", errors="replace")
    for paper in (text, text + RECORD, RECORD.replace("Ada", text)):
        finding(paper)


@pytest.mark.parametrize(
    "text",
    [
        with_line(2, "title: " + "x" * 5000),
        with_line(3, "rules: " + "1" * 5000),
        with_line(4, "options: " + "x" * 5000 + "=y"),
        with_line(4, "options: both_goals_while_seen=" + "x" * 5000),
        with_line(5, "seats: " + "x" * 5000),
        with_line(6, "result: jack " + "x" * 5000),
        with_line(7, "actions: " + "4" * 5000),
        with_line(20, "x" * 5000),
        with_line(20, "take" + " " * 5000 + "alibi"),
    ],
    ids=["title", "rules", "options", "choice", "seats", "result", "actions", "unreadable", "illegal"],
)
def test_error_messages_are_short(text: str) -> None:
    error = finding(text)
    assert error is not None
    assert longest(error.message) <= 200


def longest(message: Message) -> int:
    return max(len(value) for value in message.params.values() if isinstance(value, str))


def test_many_empty_lines_are_parsed_fast() -> None:
    begun = time.process_time()
    check(RECORD + "\n" * 100_000)
    assert time.process_time() - begun < 2
