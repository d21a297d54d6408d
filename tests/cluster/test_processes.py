"""Two processes serve one game: who sits where makes no difference, and when one dies the other goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from gaslamp.core.messages import message
from gaslamp.core.records import record
from gaslamp.locale import catalogue
from tests.conftest import Proof
from tests.contract.games import seeds
from tests.host.processes import Process, moved, my_turn, processes
from tests.host.running import WAIT, Guest, Socket, plays
from tests.services import Postgres

pytestmark = pytest.mark.slow

Rows = list[Any]


@pytest.fixture(scope="module")
def database(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture(scope="module")
def pair(database: str) -> Iterator[list[Process]]:
    with processes(2, database=database, beat=0.0, lease=2.0) as pair:
        yield pair


@pytest.fixture
def guest() -> Iterator[Callable[[Process], Guest]]:
    with ExitStack() as leaving:

        def come(process: Process) -> Guest:
            one = Guest(process.address)
            leaving.callback(one.leave)
            return one

        yield come


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.02)


def log(postgres: Postgres, database: str, table: str) -> Rows:
    rows = postgres.ask(
        database, "SELECT seq, entry FROM entries WHERE game = %s ORDER BY seq", table.removeprefix("/table/")
    )
    assert [seq for seq, _ in rows] == list(range(len(rows)))
    return rows


def play_to_the_end(socket: Socket, rng: Random) -> None:
    frame = my_turn(socket)
    while not frame["over"]:
        time.sleep(0.03)  # no faster than a socket may
        socket.play(frame, rng)
        frame = my_turn(socket, frame["step"])


def two_players(pair: list[Process], guest: Callable[[Process], Guest]) -> tuple[Guest, Guest, str]:
    me, friend = guest(pair[0]), guest(pair[1])
    told = me.create(opponent="friend")
    assert friend.follow(told["invite"]).status_code == 200
    return me, friend, told["table"]


def test_two_players_at_two_processes_play_a_game_to_its_end(
    pair: list[Process], guest: Callable[[Process], Guest], postgres: Postgres, database: str, proof: Proof
) -> None:
    games = proof.amount(test=1, proof=20)
    entries = 0
    for _, rng in seeds(proof.seed, "two processes", games):
        me, friend, table = two_players(pair, guest)
        with ThreadPoolExecutor(2) as both:
            list(both.map(play_to_the_end, [me.sit(table), friend.sit(table)], [Random(rng.random()) for _ in "ab"]))
        path = f"/games/{table.removeprefix('/table/')}/record"
        mine, theirs = (record.read(one.http.get(path).text) for one in (me, friend))
        assert mine == theirs
        assert mine.outcome is not None
        entries += len(log(postgres, database, table))
    proof.report("two processes", games=games, entries=entries)


def play_through_outages(guest: Guest, table: str, rng: Random) -> int:
    """Play to the end as a browser does: repeat what was not saved, reconnect. Returns the number of interruptions."""
    interruptions, frame, socket = 0, {"over": False}, guest.sit(table)
    while not frame["over"]:
        try:
            frame = next_table(socket)
            if plays(frame):
                time.sleep(0.03)
                socket.play(frame, rng)
        except Interrupted:
            interruptions += 1
            time.sleep(0.2)
            socket.close()
            socket = guest.sit(table)
    return interruptions


class Interrupted(Exception):
    """An action was not saved, or the socket was closed."""


def next_table(socket: Socket) -> dict[str, Any]:
    outages = {catalogue("en").say(message(id)) for id in ("error.not_saved", "error.no_database")}
    while True:
        try:
            frame = socket.receive()
        except ConnectionClosed:
            raise Interrupted from None
        if frame["type"] == "error" and frame["text"] in outages:
            raise Interrupted
        if frame["type"] == "table":
            return frame


def test_play_goes_on_and_nothing_is_lost_when_the_database_restarts(
    pair: list[Process], guest: Callable[[Process], Guest], postgres: Postgres, database: str, proof: Proof
) -> None:
    _, rng = next(seeds(proof.seed, "restarts", 1))
    me, friend, table = two_players(pair, guest)
    saved: Rows = []
    with ThreadPoolExecutor(2) as both:
        playing = [both.submit(play_through_outages, one, table, Random(rng.random())) for one in (me, friend)]
        for length in (8, 20):
            until(lambda length=length: len(log(postgres, database, table)) > length)  # type: ignore[misc]
            saved = log(postgres, database, table)
            postgres.restart()
        interruptions = [one.result() for one in playing]
    entries = log(postgres, database, table)
    assert entries[: len(saved)] == saved
    path = f"/games/{table.removeprefix('/table/')}/record"
    mine, theirs = (record.read(one.http.get(path).text) for one in (me, friend))
    assert mine == theirs
    assert mine.outcome is not None
    proof.report("restarts of PostgreSQL", entries=len(entries), interruptions=sum(interruptions))


def test_a_player_changes_the_process_between_two_actions(
    pair: list[Process], guest: Callable[[Process], Guest], postgres: Postgres, database: str, proof: Proof
) -> None:
    _, rng = next(seeds(proof.seed, "changing processes", 1))
    me, friend, table = two_players(pair, guest)
    sat = {0: [me, moved(me, pair[1])], 1: [moved(friend, pair[0]), friend]}
    players = {"detectives": 0, "jack": 1}
    actions, passed, over, seat = 0, 0, False, "detectives"
    while not over and actions < 30:
        socket = sat[players[seat]][actions % 2].sit(table)
        frame = socket.until("table")
        if frame["over"] or not plays(frame):  # the other one's turn
            over, seat = frame["over"], "jack" if seat == "detectives" else "detectives"
            passed += 1
            assert passed < 2, "it is nobody's turn"
            socket.close()
            continue
        socket.play(frame, rng)
        socket.until("table", step=frame["step"] + 1)
        actions, passed = actions + 1, 0
        socket.close()
    assert actions == 30 or over
    assert len(log(postgres, database, table)) == actions + 1
    for one in (sat[0][1], sat[1][0]):
        one.leave()


def present(frame: dict[str, Any]) -> dict[str, bool]:
    return {seat["seat"]: seat["present"] for seat in frame["seats"]}


def test_everybody_sees_who_is_here_whichever_process_they_are_at(
    pair: list[Process], guest: Callable[[Process], Guest]
) -> None:
    me, friend, table = two_players(pair, guest)
    mine = me.sit(table)
    assert not present(mine.until("table"))["jack"]
    theirs = friend.sit(table)
    while not present(theirs.until("table"))["detectives"]:
        pass
    while not present(mine.until("table"))["jack"]:
        pass
    theirs.close()
    while present(mine.until("table"))["jack"]:
        pass


def test_who_joins_at_one_process_begins_the_game_at_the_other(
    pair: list[Process], guest: Callable[[Process], Guest]
) -> None:
    me, friend = guest(pair[0]), guest(pair[1])
    told = me.create(opponent="friend")
    socket = me.sit(told["table"])
    assert socket.receive()["type"] == "waiting"
    friend.follow(told["invite"])
    socket.until("table")


def test_what_is_said_at_one_process_is_heard_at_the_other(
    pair: list[Process], guest: Callable[[Process], Guest]
) -> None:
    me, friend, table = two_players(pair, guest)
    mine, theirs = me.sit(table), friend.sit(table)
    for socket in (mine, theirs):
        socket.until("chat", whole=True)
    for number in range(3):
        for socket, text in ((mine, f"Good evening {number}."), (theirs, f"And to you {number}.")):
            socket.send(say=text, room="table")
            heard = [one.until("chat", whole=False)["said"] for one in (mine, theirs)]
            assert [[said["text"] for said in one] for one in heard] == [[text], [text]]


def test_a_rematch_brings_both_to_one_table(pair: list[Process], guest: Callable[[Process], Guest]) -> None:
    me, friend, table = two_players(pair, guest)
    mine, theirs = me.sit(table), friend.sit(table)
    mine.send(resign=mine.until("table")["step"])
    while not theirs.until("table")["over"]:
        pass
    mine.send(rematch=True)
    moved_to = mine.until("moved")["to"]
    assert theirs.until("table", rematch=moved_to)
    theirs.send(rematch=True)
    assert theirs.until("moved")["to"] == moved_to
    assert friend.http.get(moved_to).status_code == 200


def test_a_process_that_dies_while_an_opponent_thinks_is_taken_over(
    postgres: Postgres, guest: Callable[[Process], Guest], proof: Proof
) -> None:
    database = postgres.prepared_database()
    shared: dict[str, Any] = {"database": database, "lease": 1.0}
    _, rng = next(seeds(proof.seed, "taken over", 1))
    with processes(1, beat=3600.0, **shared) as (slow,):  # its opponents think for an hour
        me = guest(slow)
        table = me.create(opponent="bot:passer_by")["table"]
        socket = me.sit(table)
        frame = my_turn(socket)
        while plays(frame):  # until the opponent is to move
            socket.play(frame, rng)
            frame = socket.until("table", step=frame["step"] + 1)
        assert not frame["over"]
        with processes(1, beat=0.0, **shared) as (quick,):
            before = len(log(postgres, database, table))
            slow.kill()
            until(lambda: len(log(postgres, database, table)) > before)  # although nobody is connected
            again = moved(me, quick)
            play_to_the_end(again.sit(table), rng)
            again.leave()
