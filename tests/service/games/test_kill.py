"""The server is killed at random moments: every step that was acknowledged is there once, and the game goes on."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Protocol

import httpx
import pytest
from websockets.exceptions import WebSocketException

from gaslamp.game.entries import Played, Undone, decode
from gaslamp.storage.sqlite import DATABASE
from tests.conftest import PROVING, Proof
from tests.contract.games import seeds
from tests.host.running import Frame, Guest, Socket, plays
from tests.services import Postgres

Step = tuple[str, str, str]  # what was done, by which seat, and what was played
GONE = (WebSocketException, OSError, httpx.TransportError, EOFError)


class Fuse:
    """Kills a little while after so many steps: counted in steps, for a busy machine may take its time for each."""

    def __init__(self, steps: int, delay: float, light: Callable[[], None]) -> None:
        self._steps = steps
        self._timer = threading.Timer(delay, light)

    def burn(self, steps: int) -> None:
        self._steps -= steps
        if self._steps == 0 and not self._timer.is_alive() and not self._timer.finished.is_set():
            self._timer.start()


class Client:
    """Somebody who plays both seats at one device, and writes down what was acknowledged."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._cookies = httpx.Cookies()
        self.table = ""
        self.acknowledged: dict[str, list[Step]] = {}
        self.asked: Step | None = None  # and not answered yet
        self.finished = 0
        self.fuse = Fuse(steps=-1, delay=0, light=lambda: None)

    def play(self, address: str) -> None:
        """Play until the server is gone, or a game is over."""
        guest = Guest(address)
        guest.http.cookies = self._cookies
        try:
            self.fuse.burn(0)
            if not self.table:
                self.table = guest.create()["table"]
                self._cookies = guest.http.cookies
                self.acknowledged[self.table] = []
            self._play(guest.sit(self.table))
        finally:
            guest.leave()

    def _play(self, socket: Socket) -> None:
        frame, sent = socket.receive(), {}
        while True:
            if frame["type"] == "status":  # which nobody waited for
                frame = socket.receive()
                continue
            if frame["type"] == "error":
                time.sleep(0.1)  # too fast: once more
            else:
                self._acknowledge()
                sent = self._next(frame)
                if not sent:
                    return
            socket.send(**sent)
            frame = socket.receive()

    def _acknowledge(self) -> None:
        if self.asked is not None:
            self.acknowledged[self.table].append(self.asked)
            self.asked = None
            self.fuse.burn(1)

    def _next(self, frame: Frame) -> Frame:
        if frame["type"] == "curtain":
            return {"uncover": frame["seat"]}
        if frame["over"]:
            self.finished += 1
            self.table = ""
            return {}
        seat, step = frame["seat"], frame["step"]
        if frame["undo"] and self._rng.random() < 0.2:
            self.asked = ("undo", seat, "")
            return {"undo": step}
        notation = self._rng.choice(plays(frame))
        self.asked = ("action", seat, notation)
        return {"play": notation, "step": step}

    def compare(self, place: Place) -> None:
        """Compare what was acknowledged with what is kept; what was asked last may be there or not."""
        for table, steps in self.acknowledged.items():
            kept = list(steps_of(place.entries(table.removeprefix("/table/"))))
            if table == self.table and self.asked is not None and len(kept) == len(steps) + 1:
                steps.append(self.asked)
            assert kept == steps, f"{table}: {len(kept)} kept, {len(steps)} acknowledged"
        self.asked = None


class Place(Protocol):
    """Where the games of a server that is killed are kept."""

    words: list[str]  # that tell a server of it

    def entries(self, game: str) -> list[tuple[int, str]]:
        """Give what is kept of a game, when nothing is on its way any more."""


class File:
    def __init__(self, folder: Path) -> None:
        self.words = ["--data", str(folder)]
        self._folder = folder

    def entries(self, game: str) -> list[tuple[int, str]]:
        with closing(sqlite3.connect(self._folder / DATABASE)) as database:
            return database.execute("SELECT seq, entry FROM entries WHERE game = ? ORDER BY seq", [game]).fetchall()


class Base:
    def __init__(self, postgres: Postgres) -> None:
        self._postgres = postgres
        self._address = postgres.prepared_database()
        self.words = ["--database", self._address]

    def entries(self, game: str) -> list[tuple[int, str]]:
        others = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid != pg_backend_pid()"
        while self._postgres.ask(self._address, others):  # what the killed server sent last is still being done
            time.sleep(0.01)
        rows = self._postgres.ask(self._address, "SELECT seq, entry FROM entries WHERE game = %s ORDER BY seq", game)
        return [(seq, entry) for seq, entry in rows]


def steps_of(rows: list[tuple[int, str]]) -> Iterator[Step]:
    assert [seq for seq, _ in rows] == list(range(len(rows)))
    for _, row in rows[1:]:
        match decode(row):
            case Played(seat, actions):
                yield "action", seat, actions[0]
            case Undone(seat):
                yield "undo", seat, ""
            case other:
                raise AssertionError(other)


@contextmanager
def served(place: Place) -> Iterator[tuple[subprocess.Popen[str], str]]:
    words = ["serve", "--no-browser", "--port", "0", *place.words, "--lang", "en"]
    command = [sys.executable, "-c", "from gaslamp.cli import main; main()", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server, server.stdout.readline().split()[-1].rstrip("/")
        finally:
            server.kill()


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2 if PROVING else 1))
def test_every_acknowledged_step_survives_the_death_of_the_server(part: int, tmp_path: Path, proof: Proof) -> None:
    kills = proof.amount(test=3, proof=50) // 2 + part * (proof.amount(test=3, proof=50) % 2)
    kill(File(tmp_path), f"kill {part}", kills, proof)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2 if PROVING else 1))
def test_it_survives_in_postgresql_too(part: int, postgres: Postgres, proof: Proof) -> None:
    kill(Base(postgres), f"kill over postgresql {part}", proof.amount(test=1, proof=25), proof)


def kill(place: Place, name: str, kills: int, proof: Proof) -> None:
    """Kill a server so often, and compare what was acknowledged with what is kept."""
    _, rng = next(seeds(proof.seed, name, 1))
    client = Client(rng)
    for _ in range(kills):
        with served(place) as (server, address):
            client.fuse = Fuse(rng.randint(0, 40), rng.uniform(0, 0.05), server.kill)
            with suppress(*GONE):
                while True:
                    client.play(address)
            server.wait()
        client.compare(place)
    finished = client.finished
    client.fuse = Fuse(steps=-1, delay=0, light=lambda: None)
    with served(place) as (_, address):  # and the game goes on
        while client.finished == finished:
            client.play(address)
    client.compare(place)
    steps = sum(map(len, client.acknowledged.values()))
    assert steps > 0
    proof.report(name, kills=kills, steps_acknowledged=steps, games=len(client.acknowledged))
