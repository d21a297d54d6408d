"""The chat: where words are kept, in which order, and where they are not."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from gaslamp.service.lobby.chat import Chat, ChatMessage
from gaslamp.storage.database import Database
from gaslamp.storage.postgres import PostgresDatabase
from gaslamp.storage.sqlite import DATABASE
from tests.host.places import InDatabase, KeptBySql
from tests.host.running import Guest, serving
from tests.service.lobby.chat.talking import (
    WHISPER,
    Crowded,
    chats,
    lines,
    refused,
    sit,
    table_for,
)
from tests.services import Postgres
from tests.storage.test_store import PLAYING, entry, saved

Come = Callable[[], Guest]


@pytest.mark.long
def test_what_was_sent_is_kept_and_heard_though_its_writer_goes_away(base: InDatabase) -> None:
    async def work(keeping: KeptBySql) -> None:
        await keeping.store.create(saved(), PLAYING, entry(0))
        kept = Chat(keeping.database, lambda: 1888)
        talk = await kept.open("g", Crowded())
        told: list[int] = []
        saying = asyncio.create_task(
            kept.say(talk, ChatMessage("table", "jack", "Farewell"), lambda: told.append(len(talk)))
        )
        await asyncio.sleep(0)
        saying.cancel()
        await kept.close()
        assert saying.cancelled()
        assert told == [1]  # saved, then told
        assert await kept.open("g", Crowded()) is talk
        assert len(await Chat(keeping.database, lambda: 1888).open("g", Crowded())) == 1

    base.run_sql(work)


@pytest.mark.long
def test_what_several_processes_keep_is_heard_in_one_order(base: InDatabase) -> None:
    async def work(keeping: KeptBySql) -> None:
        await keeping.store.create(saved(), PLAYING, entry(0))
        chats = [Chat(Database(keeping.engine), lambda: 1888) for _ in range(2)]
        talks = [await kept.open("g", Crowded()) for kept in chats]
        for number in range(5):
            for kept, talk, seat in zip(chats, talks, ("jack", "detectives"), strict=True):
                await kept.say(talk, ChatMessage("table", seat, f"{seat} {number}"), lambda: None)
        assert [await kept.catch_up("g") for kept in chats] == [True, False]
        heard = [[said.text for said in talk.visible(["jack"], ["table"])] for talk in talks]
        assert heard[0] == heard[1] == [f"{seat} {number}" for number in range(5) for seat in ("jack", "detectives")]
        assert not await chats[0].catch_up("h")

    base.run_sql(work)


def test_who_speaks_at_the_same_moment_in_another_process_is_heard_too(postgres: Postgres) -> None:
    async def work(keeping: KeptBySql) -> None:
        await keeping.store.create(saved(), PLAYING, entry(0))
        chats = [Chat(Database(keeping.engine), lambda: 1888) for _ in range(4)]
        talks = [await kept.open("g", Crowded()) for kept in chats]
        await asyncio.gather(
            *(
                kept.say(talk, ChatMessage("table", "jack", f"{kept} {number}"), lambda: None)
                for number in range(5)
                for kept, talk in zip(chats, talks, strict=True)
            )
        )
        for kept in chats:
            await kept.catch_up("g")
        heard = [[said.text for said in talk.visible(["jack"], ["table"])] for talk in talks]
        assert len(set(heard[0])) == 20
        assert all(one == heard[0] for one in heard)

    database = PostgresDatabase(postgres.prepared_database())
    InDatabase(lambda: database).run_sql(work)


@pytest.mark.long
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


@pytest.mark.long
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
    assert "database write failed" in caplog.text
    assert WHISPER not in caplog.text


@pytest.mark.long
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
