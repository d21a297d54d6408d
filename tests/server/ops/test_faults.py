"""What breaks around a server while it runs: worker processes that die, a disk that is full. Games go on."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import NoReturn

import httpx
import pytest

from gaslamp.core.messages import message
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.server.ops.logs import LineFormatter, RepeatFilter
from gaslamp.storage.sqlite import DATABASE
from gaslamp.workers import pool
from tests.host.processes import Process, processes
from tests.host.programs import Program, State
from tests.host.running import WAIT, Guest, serving
from tests.services import Postgres


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def health(address: str) -> tuple[int, str]:
    answer = httpx.get(f"{address}/healthz", timeout=WAIT)
    return answer.status_code, answer.text


def my_turn(states: Iterator[State]) -> State:
    """Read on until there is something to play, or the game is over."""
    return next(state for state in states if state["legal"] or state["phase"] == "over")


# ---- workers


def kill_workers() -> int:
    """Kill all worker processes of the servers in this process, and tell how many there were."""
    killed = [child.pid for child in multiprocessing.active_children() if child.pid is not None]
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    return len(killed)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data")) as address:
        yield address


@pytest.mark.long
def test_a_game_goes_on_when_the_workers_of_its_opponent_are_killed(address: str) -> None:
    one, killed = Program(address), 0
    made = one.begin(title="pocket", side="jack", opponent="bot:constable")
    with one.stream(made["game"]) as states:  # nobody opens the game again, which would wake the opponent
        while (state := my_turn(states))["phase"] == "playing":
            killed += kill_workers()
            one.play(made["game"], state)
    assert killed >= 3
    assert health(address) == (200, "ok\n")
    one.http.close()


@pytest.mark.long
def test_the_aid_goes_on_when_its_worker_is_killed(address: str) -> None:
    me = Guest(address)
    table = me.create(title="whitehall", side="investigators", opponent="bot:passer_by", options={"aid": "on"})["table"]
    for _ in range(2):
        socket = me.sit(table)
        frame = socket.until("table")
        while not frame["prompt"]["choices"]:
            frame = socket.until("table")
        socket.until("aid", step=frame["step"])
        assert kill_workers()
        choice = frame["prompt"]["choices"][0]
        while "play" not in choice:
            choice = choice["next"][0]
        socket.send(play=choice["play"], step=frame["step"])
        after = socket.until("table", step=frame["step"] + 1)
        socket.until("aid", step=after["step"])
        socket.close()
    me.leave()


@pytest.mark.long
def test_the_health_tells_while_nobody_can_think_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start_worker() -> NoReturn:
        raise OSError

    with serving(tmp_path) as address:
        one = Program(address)
        with monkeypatch.context() as patch:
            patch.setattr(pool, "start_worker", start_worker)
            made = one.begin(title="pocket", side="jack", opponent="bot:constable")
            with one.stream(made["game"]) as states:
                until(lambda: health(address) == (503, "failing: bots\n"))
                state = my_turn(states)  # the bot has moved at random
                assert state["phase"] == "playing"
                patch.undo()
                until(lambda: health(address) == (200, "degraded: bots\n"))
                while health(address) != (200, "ok\n"):  # until a level has answered
                    one.play(made["game"], state)
                    state = my_turn(states)
        one.http.close()


# ---- a full disk


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="only there can a limit be set to another process")
def test_a_full_disk_is_told_in_a_sentence_and_nothing_else_breaks(tmp_path: Path) -> None:
    with processes(1, data=tmp_path) as (process,):
        one, me = Program(process.address), Guest(process.address)
        made = one.begin(title="pocket", side="jack", opponent="friend")
        playing = Guest(process.address)
        table = playing.create()["table"]
        socket = playing.sit(table)
        socket.send(uncover=socket.until("curtain")["seat"])
        frame = socket.until("table")
        choice = next(choice["play"] for choice in frame["prompt"]["choices"] if "play" in choice)

        fill(process, tmp_path)
        wanted = {"title": "pocket", "side": "jack", "opponent": "friend"}
        for language in LANGUAGES:
            sentence = catalogue(language).say(message("error.not_saved"))
            spoken = {"Accept-Language": language}
            refused = me.http.post("/games", json=wanted, headers=spoken)
            assert (refused.status_code, refused.json()["text"]) == (503, sentence)
            account = httpx.post(f"{process.address}/api/v1/accounts", json={"name": "x"}, headers=spoken)
            told = {"error": "error.not_saved", "message": sentence}
            assert (account.status_code, account.json()) == (503, told)
        assert one.error("POST", "/games", wanted, status=503) == "error.not_saved"
        assert health(process.address) == (503, "failing: writing\n")
        socket.send(play=choice, step=frame["step"])
        assert socket.until("error")["text"] == catalogue("en").say(message("error.not_saved"))
        assert me.http.get("/").status_code == 200
        assert one.state(made["game"])["phase"] == "waiting"

        process.file_limit(None)
        until(lambda: health(process.address) == (200, "ok\n"))  # by itself
        me.create()
        socket.send(play=choice, step=frame["step"])
        while (shown := socket.receive())["type"] == "error" or shown.get("step") == frame["step"]:
            pass
        assert shown["type"] in {"table", "curtain"}
        one.http.close()
        for guest in (me, playing):
            guest.leave()


def fill(process: Process, folder: Path) -> None:
    """Let no file of a server grow any more, whatever it writes meanwhile."""
    process.file_limit((folder / f"{DATABASE}-wal").stat().st_size)


# ---- a database that is away


@contextmanager
def server_log() -> Iterator[StringIO]:
    """The lines that a server writes, as limited as they are there."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(LineFormatter("text"))
    handler.addFilter(RepeatFilter())
    logging.getLogger().addHandler(handler)
    try:
        yield written
    finally:
        logging.getLogger().removeHandler(handler)


@contextmanager
def away(postgres: Postgres, name: str) -> Iterator[None]:
    """Let no connection to a database live, and none be made."""
    postgres.ask("postgres", f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    postgres.ask("postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", name)
    try:
        yield
    finally:
        postgres.ask("postgres", f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")


@pytest.mark.long
def test_while_the_database_is_away_reads_are_answered_in_a_sentence(postgres: Postgres, tmp_path: Path) -> None:
    database = postgres.prepared_database()
    sentence = catalogue("en").say(message("error.no_database"))
    with server_log() as log, serving(tmp_path, database=database) as address:
        one, me = Program(address), Guest(address)
        game = one.begin(title="pocket", side="jack", opponent="friend")["game"]
        table = me.create("bot:passer_by")["table"]
        socket = me.sit(table)
        frame = socket.until("table")
        with away(postgres, database.rpartition("/")[2]):
            for _ in range(4):
                assert one.error("GET", f"/games/{game}/state", status=503) == "error.no_database"
                assert one.error("GET", "/games", status=503) == "error.no_database"
                for path in ("/", table, f"{table.replace('table', 'games')}/record"):
                    page = me.http.get(path)
                    assert (page.status_code, sentence in page.text) == (503, True), path
                assert (
                    me.http.post("/games", json={"title": "pocket", "side": "jack", "opponent": "friend"}).status_code
                    == 503
                )
                assert me.sit(table).closed_with() == 1013
                socket.send(rematch=True)
                assert socket.until("error")["text"]
            status, text = health(address)
            assert (status, text.startswith("failing: database")) == (503, True)
        until(lambda: me.http.get(table).status_code == 200)
        me.create()
        until(lambda: health(address) == (200, "ok\n"))
        me.sit(table).until("table")
        assert frame
        me.leave()
        one.http.close()
    assert len(log.getvalue().splitlines()) == 1, log.getvalue()
