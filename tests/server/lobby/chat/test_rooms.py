"""The chat: who hears what, who may write how much, and that words stay where they were said."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import pytest

from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Seat, Side
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.server.lobby import chat
from gaslamp.server.lobby.chat import Chat, Conversation, Said
from gaslamp.server.lobby.people.members import Members
from gaslamp.server.ops import services
from gaslamp.server.ops.limits import CHAT, CHAT_ADDRESS, Rate
from gaslamp.storage.postgres import PostgresDatabase
from gaslamp.storage.sqlite import DATABASE
from gaslamp.storage.writer import Writer
from gaslamp.titles.pocket import game as pocket
from gaslamp.titles.pocket import meta
from gaslamp.titles.pocket.game import Pocket
from tests.host.places import InDatabase, KeptBySql
from tests.host.running import WAIT, Frame, Guest, Socket, serving
from tests.services import Postgres
from tests.storage.test_store import entry, saved

Come = Callable[[], Guest]

WHISPER = "Meet me under the third lantern"
ENGLISH = catalogue("en").sentences


class Crowded(Pocket):
    """Pocket with a constable beside the detectives: a side of two seats, one of which has nothing to do."""

    seats = ("jack", "detectives", "constable")

    def side(self, seat: Seat) -> Side:
        return "jack" if seat == "jack" else "detectives"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve guests who all come from one address, and may all the same say what their sockets may."""
    with pytest.MonkeyPatch.context() as always, ExitStack() as stack:
        for language in LANGUAGES:
            always.setitem(catalogue(language).sentences, "pocket.seat.constable", ("Constable",))
        with pytest.MonkeyPatch.context() as at_the_start:
            at_the_start.setattr(services, "CHAT_ADDRESS", Rate(100_000, 0))
            address = stack.enter_context(serving(tmp_path_factory.mktemp("data")))
        yield address


@pytest.fixture
def crowded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Pocket be played by three."""
    monkeypatch.setattr(pocket, "GAME", Crowded)
    monkeypatch.setattr(meta, "META", replace(meta.META, seats=Crowded.seats))


def table_for(guests: Sequence[Guest], watchers: Sequence[Guest] = ()) -> str:
    """Seat the first as detectives, then the others, and those who watch; give the table."""
    told = guests[0].create(opponent="friend", side="detectives")
    for other in guests[1:]:
        assert other.follow(told["invite"]).status_code == 200
    for watcher in watchers:
        assert watcher.follow(told["watch"]).status_code == 200
    return told["table"]


def sit(table: str, *guests: Guest) -> list[Socket]:
    """Sit down, and wait until nothing more is told."""
    sockets = [guest.sit(table) for guest in guests]
    for socket in sockets:
        socket.until("table")
    quiet(*sockets)
    return sockets


def quiet(*sockets: Socket) -> None:
    for socket in sockets:
        while not socket.hears_nothing():
            pass


def chats(socket: Socket) -> list[Frame]:
    return [frame for frame in socket.frames if frame["type"] == "chat"]


def seat_of(socket: Socket) -> str:
    return next(str(frame["seat"]) for frame in socket.frames if frame["type"] == "table")


def lines(frame: Frame) -> list[tuple[str, bool, str]]:
    return [(said["who"], said["mine"], said["text"]) for said in frame["said"]]


def refused(socket: Socket, id: str) -> bool:
    return str(socket.until("error")["text"]) == ENGLISH[id][0].format(most=chat.LONGEST)


# ---- at the table


def test_two_players_talk_and_a_spectator_reads(guest: Come) -> None:
    me, friend, watcher = guest(), guest(), guest()
    table = table_for([me, friend], [watcher])
    mine, theirs, watching = sit(table, me, friend, watcher)
    for socket, write in ((mine, True), (theirs, True), (watching, False)):
        first = {"type": "chat", "rooms": ["table"], "write": write, "whole": True, "said": []}
        assert chats(socket) == [first]
        assert socket.frames.index(first) < next(k for k, frame in enumerate(socket.frames) if frame["type"] == "table")
    mine.send(say="  Good evening! ", room="table")
    for socket, is_mine in ((mine, True), (theirs, False), (watching, False)):
        frame = socket.until("chat")
        assert lines(frame) == [("Detectives", is_mine, "Good evening!")]
        assert frame["whole"] is False
    theirs.send(say="Is it?", room="table")
    assert lines(mine.until("chat")) == [("Mr. Jack", False, "Is it?")]
    assert lines(theirs.until("chat")) == [("Mr. Jack", True, "Is it?")]
    (again,) = sit(table, watcher)
    assert [lines(frame) for frame in chats(again)] == [
        [("Detectives", False, "Good evening!"), ("Mr. Jack", False, "Is it?")]
    ]


def test_a_message_is_no_news_of_the_game(guest: Come) -> None:
    me, friend = guest(), guest()
    mine, theirs = sit(table_for([me, friend]), me, friend)
    seen = len(theirs.frames)
    mine.send(say="Hello", room="table")
    mine.until("chat")
    quiet(mine, theirs)
    assert [frame["type"] for frame in theirs.frames[seen:]] == ["chat"]


def test_who_said_it_is_told_in_the_language_of_who_reads(guest: Come) -> None:
    me, friend = guest(), guest()
    mine, theirs = sit(table_for([me, friend]), me, friend)
    mine.send(say="Bonsoir", room="table")
    theirs.until("chat")
    theirs.send(language="ru")
    frame = theirs.until("chat")
    assert (frame["whole"], lines(frame)) == (True, [("Сыщики", False, "Bonsoir")])


def test_both_tabs_of_a_seat_hear_what_one_of_them_says(guest: Come) -> None:
    me, friend = guest(), guest()
    table = table_for([me, friend])
    one, other, _ = sit(table, me, me, friend)
    one.send(say="Hello", room="table")
    assert lines(one.until("chat")) == lines(other.until("chat")) == [("Detectives", True, "Hello")]


def test_what_was_sent_is_kept_and_heard_though_its_writer_goes_away(base: InDatabase) -> None:
    async def work(keeping: KeptBySql) -> None:
        await keeping.store.create(saved(), entry(0))
        kept = Chat(keeping.engine, keeping.writer, lambda: 1888)
        talk = await kept.open("g", Crowded())
        told: list[int] = []
        saying = asyncio.create_task(kept.say(talk, Said("table", "jack", "Farewell"), lambda: told.append(len(talk))))
        await asyncio.sleep(0)
        saying.cancel()
        await kept.close()
        assert saying.cancelled()
        assert told == [1]  # saved, then told
        assert await kept.open("g", Crowded()) is talk
        assert len(await Chat(keeping.engine, keeping.writer, lambda: 1888).open("g", Crowded())) == 1

    base.run_sql(work)


def test_what_several_processes_keep_is_heard_in_one_order(base: InDatabase) -> None:
    async def work(keeping: KeptBySql) -> None:
        await keeping.store.create(saved(), entry(0))
        chats = [Chat(keeping.engine, Writer(keeping.engine), lambda: 1888) for _ in range(2)]
        talks = [await kept.open("g", Crowded()) for kept in chats]
        for number in range(5):
            for kept, talk, seat in zip(chats, talks, ("jack", "detectives"), strict=True):
                await kept.say(talk, Said("table", seat, f"{seat} {number}"), lambda: None)
        assert [await kept.catch_up("g") for kept in chats] == [True, False]
        heard = [[said.text for said in talk.heard(["jack"], ["table"])] for talk in talks]
        assert heard[0] == heard[1] == [f"{seat} {number}" for number in range(5) for seat in ("jack", "detectives")]
        assert not await chats[0].catch_up("h")

    base.run_sql(work)


def test_who_speaks_at_the_same_moment_in_another_process_is_heard_too(postgres: Postgres) -> None:
    async def work(keeping: KeptBySql) -> None:
        await keeping.store.create(saved(), entry(0))
        chats = [Chat(keeping.engine, Writer(keeping.engine), lambda: 1888) for _ in range(4)]
        talks = [await kept.open("g", Crowded()) for kept in chats]
        await asyncio.gather(
            *(
                kept.say(talk, Said("table", "jack", f"{kept} {number}"), lambda: None)
                for number in range(5)
                for kept, talk in zip(chats, talks, strict=True)
            )
        )
        for kept in chats:
            await kept.catch_up("g")
        heard = [[said.text for said in talk.heard(["jack"], ["table"])] for talk in talks]
        assert len(set(heard[0])) == 20
        assert all(one == heard[0] for one in heard)

    database = PostgresDatabase(postgres.prepared_database())
    InDatabase(lambda: database).run_sql(work)


def test_after_the_end_people_talk_on(guest: Come) -> None:
    me, friend = guest(), guest()
    mine, theirs = sit(table_for([me, friend]), me, friend)
    mine.send(resign=1)
    theirs.until("table", over=True)
    theirs.send(say="Well played", room="table")
    assert lines(mine.until("chat")) == [("Mr. Jack", False, "Well played")]


# ---- on one side


@pytest.mark.usefixtures("crowded")
def test_what_a_side_says_reaches_nobody_else(guest: Come) -> None:
    me, jack, ally, watcher = guest(), guest(), guest(), guest()
    table = table_for([me, jack, ally], [watcher])
    mine, allys, jacks, watching = sockets = sit(table, me, ally, jack, watcher)
    assert [seat_of(socket) for socket in sockets] == ["detectives", "constable", "jack", "spectator"]
    assert [chats(socket)[0]["rooms"] for socket in sockets] == [
        ["table", "side"],
        ["table", "side"],
        ["table"],
        ["table"],
    ]
    seen = {socket: len(socket.frames) for socket in (jacks, watching)}
    for text in (WHISPER, "and again"):
        mine.send(say=text, room="side")
        frame = allys.until("chat")
        assert [(said["room"], said["who"], said["text"]) for said in frame["said"]] == [("side", "Detectives", text)]
    quiet(jacks, watching)
    for socket in (jacks, watching):
        assert socket.frames[seen[socket] :] == []  # no frame at all
    allys.send(say="Good evening, Jack", room="table")
    for socket in (jacks, watching):
        frame = socket.until("chat")
        assert set(frame) == {"type", "rooms", "write", "whole", "said"}  # and no number that could have a gap
        assert frame["said"] == [{"room": "table", "who": "Constable", "mine": False, "text": "Good evening, Jack"}]
    for late in sit(table, jack, watcher):
        assert [lines(frame) for frame in chats(late)] == [[("Constable", False, "Good evening, Jack")]]
    (late,) = sit(table, ally)
    assert [said["text"] for said in chats(late)[0]["said"]] == [WHISPER, "and again", "Good evening, Jack"]
    assert not any(WHISPER in str(frame) for socket in (jacks, watching) for frame in socket.frames)


@pytest.mark.usefixtures("crowded")
def test_a_lone_side_has_no_room_of_its_own(guest: Come) -> None:
    me, jack, ally = guest(), guest(), guest()
    mine, allys, jacks = sit(table_for([me, jack, ally]), me, ally, jack)
    assert seat_of(jacks) == "jack"
    jacks.send(say="To myself", room="side")
    assert refused(jacks, "web.error.unreadable")
    quiet(mine, allys)
    assert len(chats(mine)) == len(chats(allys)) == 1


def members(**seats: str | None) -> Members:
    return Members(seats, frozenset({"watcher"}))


def test_the_rooms_are_those_of_the_people_who_sit_there() -> None:
    game = Crowded()
    three = members(jack="a", detectives="b", constable="c")
    assert chat.rooms(game, three, ["detectives"]) == chat.rooms(game, three, ["constable"]) == ("table", "side")
    assert chat.rooms(game, three, ["jack"]) == chat.rooms(game, three, []) == ("table",)
    two = members(jack="a", detectives="b", constable="b")
    for seats in (["jack"], ["detectives", "constable"], []):
        assert chat.rooms(game, two, seats) == ("table",)  # a side of one person has nobody to whisper to
    with_a_bot = members(jack="a", detectives="b")
    assert chat.rooms(game, with_a_bot, ["detectives"]) == ("table",)


@pytest.mark.parametrize(
    ("people", "seats"),
    [
        ({"jack": "a", "detectives": "b", "constable": None}, ["jack"]),  # somebody is awaited
        ({"jack": "a", "detectives": "a", "constable": "a"}, ["jack", "detectives", "constable"]),  # at one device
        ({"jack": "a", "detectives": "a", "constable": "a"}, []),  # who watches those
        ({"jack": "a", "detectives": "a", "constable": "b"}, ["jack", "detectives"]),  # two sides at one device
        ({"jack": "a"}, ["jack"]),  # all others are opponents
    ],
)
def test_there_is_no_chat_for_these(people: dict[str, str | None], seats: list[str]) -> None:
    assert chat.rooms(Crowded(), members(**people), seats) == ()


def conversation(*said: Said) -> Conversation:
    return Conversation("g", Crowded(), said)


def test_a_message_for_no_known_room_is_for_a_side_alone() -> None:
    strange = conversation(Said("attic", "detectives", WHISPER))
    assert strange.heard(["jack"], ("table",)) == strange.heard([], ("table",)) == []
    assert len(strange.heard(["constable"], ("table", "side"))) == 1


def test_a_room_is_full_by_itself_or_it_would_tell_of_another() -> None:
    half = chat.MOST // 2
    whispers = conversation(*[Said("side", "detectives", WHISPER)] * half)
    assert whispers.full(Said("side", "constable", ""))
    assert not whispers.full(Said("table", "jack", ""))
    talk = conversation(*[Said("table", "jack", "x")] * half)
    assert talk.full(Said("table", "detectives", ""))
    assert not talk.full(Said("side", "detectives", ""))


def test_a_message_does_not_show_its_text_by_accident() -> None:
    assert WHISPER not in repr(Said("table", "jack", WHISPER))


# ---- where there is no chat


def test_at_one_device_there_is_no_chat(guest: Come) -> None:
    me, watcher = guest(), guest()
    told = me.create()
    watcher.follow(told["watch"])
    socket = me.sit(told["table"])
    socket.send(uncover=socket.until("curtain")["seat"])
    socket.until("table")
    (watching,) = sit(told["table"], watcher)
    for room in ("table", "side"):
        socket.send(say="To myself", room=room)
        assert refused(socket, "web.error.unreadable")
    quiet(socket, watching)
    assert chats(socket) == chats(watching) == []


def test_with_the_curtain_up_nothing_is_said(guest: Come) -> None:
    me = guest()
    socket = me.sit(me.create()["table"])
    socket.until("curtain")
    socket.send(say="Boo", room="table")
    assert refused(socket, "web.error.unreadable")
    assert socket.hears_nothing()


def test_against_opponents_alone_there_is_nobody_to_talk_to(guest: Come) -> None:
    me = guest()
    (socket,) = sit(me.create(opponent="bot:random")["table"], me)
    socket.send(say="Are you there?", room="table")
    assert refused(socket, "web.error.unreadable")
    assert chats(socket) == []


def test_while_somebody_is_awaited_there_is_no_chat(guest: Come) -> None:
    me, friend = guest(), guest()
    told = me.create(opponent="friend", side="detectives")
    socket = me.sit(told["table"])
    socket.until("waiting")
    socket.send(say="Hello?", room="table")
    assert refused(socket, "web.error.waiting")
    assert chats(socket) == []
    friend.follow(told["invite"])
    socket.until("table")
    assert [frame["said"] for frame in chats(socket)] == [[]]


# ---- limits


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
    most = CHAT.burst + (time.monotonic() - began) * CHAT.a_second
    assert heard + refusals == 20
    assert CHAT.burst <= heard <= most
    assert mine.open
    theirs.send(say="Hush", room="table")  # and the others are not held up
    assert lines(mine.until("chat"))[-1] == ("Mr. Jack", False, "Hush")


def test_a_flood_is_stopped_at_its_address(tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        me, friend = Guest(address), Guest(address)
        table = table_for([me, friend])
        *many, theirs = sit(table, *[me] * 6, friend)
        began = time.monotonic()
        heard, refusals = heard_of_a_flood(many, theirs, CHAT.burst)
        most = CHAT_ADDRESS.burst + (time.monotonic() - began) * CHAT_ADDRESS.a_second
        assert heard + refusals == 6 * CHAT.burst
        assert CHAT_ADDRESS.burst <= heard <= most
        me.leave()
        friend.leave()


def fill(data: Path, table: str, count: int) -> None:
    """Write messages as if they had been said before."""
    rows = [(table.rsplit("/", 1)[1], number, 0, "table", "jack", f"message {number}") for number in range(count)]
    with closing(sqlite3.connect(data / DATABASE)) as database, database:
        database.executemany("INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?)", rows)


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


def test_who_watches_never_writes(guest: Come) -> None:
    me, friend, watcher = guest(), guest(), guest()
    mine, theirs, watching = sit(table_for([me, friend], [watcher]), me, friend, watcher)
    for room in ("table", "side"):
        watching.send(say="He is lying!", room=room)
        assert refused(watching, "web.error.chat_watching")
    quiet(mine, theirs)
    assert len(chats(mine)) == len(chats(theirs)) == 1


# ---- where words are kept, and where not


def test_words_are_in_no_log_and_in_no_record(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    with serving(tmp_path) as address:
        me, friend, watcher = Guest(address), Guest(address), Guest(address)
        table = table_for([me, friend], [watcher])
        mine, theirs, watching = sit(table, me, friend, watcher)
        mine.send(say=WHISPER, room="table")
        theirs.until("chat")
        for socket, frame in ((mine, {"say": WHISPER, "room": "attic"}), (watching, {"say": WHISPER, "room": "table"})):
            socket.send(**frame)
            assert WHISPER not in str(socket.until("error"))
        mine.send(say=WHISPER * 20, room="table")
        assert WHISPER not in str(mine.until("error"))
        mine.send(resign=1)
        theirs.until("table", over=True)
        record = me.http.get(table.replace("table", "games") + "/record")
        assert record.status_code == 200
        assert WHISPER not in record.text
        for one in (me, friend, watcher):
            one.leave()
    assert WHISPER not in caplog.text
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database:
        assert database.execute("SELECT seq, room, seat, text FROM chat").fetchall() == [
            (0, "table", "detectives", WHISPER)
        ]
        assert not [row for row in database.execute("SELECT entry FROM entries") if WHISPER in row[0]]


def test_a_database_that_refuses_is_told_in_a_sentence_without_the_words(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    with serving(tmp_path) as address:
        me, friend = Guest(address), Guest(address)
        mine, theirs = sit(table_for([me, friend]), me, friend)
        with closing(sqlite3.connect(tmp_path / DATABASE)) as database, database:
            database.execute("ALTER TABLE chat RENAME TO elsewhere")
        mine.send(say=WHISPER, room="table")
        assert refused(mine, "error.not_saved")
        assert theirs.hears_nothing()
        with closing(sqlite3.connect(tmp_path / DATABASE)) as database, database:
            database.execute("ALTER TABLE elsewhere RENAME TO chat")
        mine.send(say="Once more", room="table")
        assert lines(theirs.until("chat")) == [("Detectives", False, "Once more")]
        me.leave()
        friend.leave()
    assert "the database refused to write" in caplog.text
    assert WHISPER not in caplog.text


def test_what_was_said_is_there_after_the_server_was_started_again(tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        me, friend = Guest(address), Guest(address)
        table = table_for([me, friend])
        mine, _ = sit(table, me, friend)
        mine.send(say="Until tomorrow", room="table")
        mine.until("chat")
        cookies = me.http.cookies
        me.leave()
        friend.leave()
    with serving(tmp_path) as address:
        me = Guest(address)
        me.http.cookies = cookies
        (mine,) = sit(table, me)
        assert lines(chats(mine)[0]) == [("Detectives", True, "Until tomorrow")]
        mine.send(say="Good morning", room="table")
        assert lines(mine.until("chat")) == [("Detectives", True, "Good morning")]
        me.leave()
