"""The chat: who may write how much, and what is refused."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from gaslamp.core.errors import GaslampError
from gaslamp.server.ops.limits import CHAT, CHAT_ADDRESS
from gaslamp.service.lobby import chat
from gaslamp.storage.sqlite import DATABASE
from tests.host.running import WAIT, Guest, Socket, serving
from tests.service.lobby.chat.talking import (
    ENGLISH,
    chats,
    lines,
    quiet,
    refused,
    sit,
    table_for,
)

Come = Callable[[], Guest]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("plain", "plain"),
        ("  round  about ", "round  about"),
        ("one\ntwo\r\nthree\tfour\x00five\x1b[2J\x7f", "one two  three four five [2J"),
        ("a\N{LINE SEPARATOR}b\N{PARAGRAPH SEPARATOR}c\x85d", "a b c d"),
        ("half \ud800", "half"),
        ("<script>alert(1)</script> {most} %s", "<script>alert(1)</script> {most} %s"),
        ("\N{WOMAN}\N{ZERO WIDTH JOINER}\N{MICROSCOPE} ищет", "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{MICROSCOPE} ищет"),
        ("a\u202eb\u2066c\u200bd\u061ce\ufefff", "abcdef"),
        ("Anna\ufe0f\U000e0100 \u180b\u00ad\u034f!", "Anna !"),
        ("a\u200d\u200db", "ab"),
        ("\N{HEAVY BLACK HEART}\ufe0f \N{BLACK FLAG}", "\N{HEAVY BLACK HEART}\ufe0f \N{BLACK FLAG}"),
        ("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"),  # Persian
        ("\u06cc\u200c\u200c\u200c\u062e", "\u06cc\u200c\u062e"),
        (" " + "x" * 300 + "\n", "x" * 300),
        ("\N{GRINNING FACE}" * 300, "\N{GRINNING FACE}" * 300),
    ],
)
def test_a_text_becomes_one_line(text: str, line: str) -> None:
    assert chat.clean(text) == line


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "web.error.chat_empty"),
        (" \n\t\x00", "web.error.chat_empty"),
        ("\N{ZERO WIDTH SPACE}\N{NO-BREAK SPACE}\N{RIGHT-TO-LEFT OVERRIDE}", "web.error.chat_empty"),
        ("x" * 301, "web.error.chat_long"),
        ("\N{GRINNING FACE}" * 301, "web.error.chat_long"),
    ],
)
def test_a_text_that_is_no_message_is_refused(text: str, error: str) -> None:
    with pytest.raises(GaslampError) as refusal:
        chat.clean(text)
    assert refusal.value.message.id == error
    assert set(refusal.value.message.params) <= {"most"}  # it does not say again what was said


@pytest.mark.long
def test_who_writes_too_much_is_told_in_a_sentence(guest: Come) -> None:
    me, friend = guest(), guest()
    mine, theirs = sit(table_for([me, friend]), me, friend)
    for text, error in (("", "chat_empty"), ("\n", "chat_empty"), ("x" * 301, "chat_long"), ("я" * 600, "chat_long")):
        mine.send(say=text, room="table")
        assert refused(mine, f"web.error.{error}")
    mine.send(say="x" * 300, room="table")
    assert lines(theirs.until("chat")) == [("Detectives", False, "x" * 300)]
    quiet(theirs)
    assert len(chats(theirs)) == 2


def heard_of_a_flood(sockets: Sequence[Socket], listening: Socket, count: int) -> tuple[int, int]:
    """Let each socket send so many messages at once; give how many were heard and how many refused."""
    for number in range(count):
        for socket in sockets:
            socket.send(say=f"flood {number}", room="table")
    heard, refusals, end = 0, list[str](), time.monotonic() + WAIT
    while heard + len(refusals) < count * len(sockets) and time.monotonic() < end:  # a busy server takes its time
        quiet(listening, *sockets)
        heard = sum(len(frame["said"]) for frame in chats(listening))
        refusals = [frame["text"] for socket in sockets for frame in socket.frames if frame["type"] == "error"]
    assert set(refusals) == {ENGLISH["web.error.too_fast"][0]}
    return heard, len(refusals)


def test_a_flood_is_stopped_at_its_socket(guest: Come) -> None:
    me, friend = guest(), guest()
    mine, theirs = sit(table_for([me, friend]), me, friend)
    began = time.monotonic()
    heard, refusals = heard_of_a_flood([mine], theirs, 20)
    most = CHAT.burst + (time.monotonic() - began) * CHAT.per_second
    assert heard + refusals == 20
    assert CHAT.burst <= heard <= most
    assert mine.open
    theirs.send(say="Hush", room="table")  # and the others are not held up
    assert lines(mine.until("chat"))[-1] == ("Mr. Jack", False, "Hush")


@pytest.mark.long
def test_a_flood_is_stopped_at_its_address(tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        me, friend = Guest(address), Guest(address)
        table = table_for([me, friend])
        *many, theirs = sit(table, *[me] * 6, friend)
        began = time.monotonic()
        heard, refusals = heard_of_a_flood(many, theirs, CHAT.burst)
        most = CHAT_ADDRESS.burst + (time.monotonic() - began) * CHAT_ADDRESS.per_second
        assert heard + refusals == 6 * CHAT.burst
        assert CHAT_ADDRESS.burst <= heard <= most
        me.leave()
        friend.leave()


def fill(data: Path, table: str, count: int) -> None:
    """Write messages as if they had been said before."""
    rows = [(table.rsplit("/", 1)[1], number, 0, "table", "jack", f"message {number}") for number in range(count)]
    with closing(sqlite3.connect(data / DATABASE)) as database, database:
        database.executemany("INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?, 0)", rows)


@pytest.mark.long
def test_who_comes_late_hears_the_last_hundred_and_a_full_room_takes_no_more(tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        me, friend = Guest(address), Guest(address)
        table = table_for([me, friend])
        fill(tmp_path, table, chat.MOST - 1)
        mine, theirs = sit(table, me, friend)
        (first,) = chats(mine)
        shown = range(chat.MOST - 1 - chat.SHOWN, chat.MOST - 1)
        assert [said["text"] for said in first["said"]] == [f"message {number}" for number in shown]
        mine.send(say="the last one", room="table")
        assert lines(theirs.until("chat")) == [("Detectives", False, "the last one")]
        for socket in (mine, theirs):
            socket.send(say="one more", room="table")
            assert refused(socket, "web.error.chat_full")
        quiet(mine, theirs)
        assert len(chats(theirs)) == 2
        me.leave()
        friend.leave()


# ---- hostile


GARBAGE = [
    '{"say": "x"}',
    '{"room": "table"}',
    '{"say": "x", "room": "others"}',
    '{"say": "x", "room": "detectives"}',
    '{"say": "x", "room": null}',
    '{"say": "x", "room": ["table", "side"]}',
    '{"say": 1, "room": "table"}',
    '{"say": null, "room": "table"}',
    '{"say": ["x"], "room": "table"}',
    '{"say": "x", "room": "table", "seat": "jack"}',
    '{"say": "x", "room": "table", "play": "stay"}',
    '{"say": "x", "room": "side"}',
    '{"say": "\\ud800", "room": "table"}',
    '{"say": "x", "room": "table"',
]


def test_a_message_that_is_not_exactly_one_is_refused(guest: Come) -> None:
    me, friend = guest(), guest()
    mine, theirs = sit(table_for([me, friend]), me, friend)
    for text in GARBAGE:
        mine.send(text)
        assert refused(mine, "web.error.unreadable"), text
    assert theirs.hears_nothing()
    assert len(chats(theirs)) == 1


@pytest.mark.long
def test_who_watches_never_writes(guest: Come) -> None:
    me, friend, watcher = guest(), guest(), guest()
    mine, theirs, watching = sit(table_for([me, friend], [watcher]), me, friend, watcher)
    for room in ("table", "side"):
        watching.send(say="He is lying!", room=room)
        assert refused(watching, "web.error.chat_watching")
    quiet(mine, theirs)
    assert len(chats(mine)) == len(chats(theirs)) == 1
