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

import httpx
import msgspec
import pytest
from websockets.exceptions import WebSocketException

from gaslamp.server.folder import DATABASE
from gaslamp.table.log import Entry
from tests.conftest import Proof
from tests.contract.games import seeds
from tests.server.running import Frame, Guest, Socket, plays

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

    def compare(self, data: Path) -> None:
        """Compare what was acknowledged with what is kept; what was asked last may be there or not."""
        for table, steps in self.acknowledged.items():
            kept = list(entries(data, table.removeprefix("/table/")))
            if table == self.table and self.asked is not None and len(kept) == len(steps) + 1:
                steps.append(self.asked)
            assert kept == steps, f"{table}: {len(kept)} kept, {len(steps)} acknowledged"
        self.asked = None


def entries(data: Path, game: str) -> Iterator[Step]:
    with closing(sqlite3.connect(data / DATABASE)) as database:
        rows = database.execute("SELECT seq, entry FROM entries WHERE game = ? ORDER BY seq", [game]).fetchall()
    assert [seq for seq, _ in rows] == list(range(len(rows)))
    for _, row in rows[1:]:
        entry = msgspec.json.decode(row, type=Entry)
        yield entry.kind, entry.seat, entry.actions[0] if entry.actions else ""


@contextmanager
def served(data: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    words = ["serve", "--no-browser", "--port", "0", "--data", str(data), "--lang", "en"]
    command = [sys.executable, "-c", "from gaslamp.cli import main; main()", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server, server.stdout.readline().split()[-1].rstrip("/")
        finally:
            server.kill()


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
def test_every_acknowledged_step_survives_the_death_of_the_server(part: int, tmp_path: Path, proof: Proof) -> None:
    kills = proof.amount(test=5, proof=50) // 2 + part * (proof.amount(test=5, proof=50) % 2)
    _, rng = next(seeds(proof.seed, f"kill {part}", 1))
    client = Client(rng)
    for _ in range(kills):
        with served(tmp_path) as (server, address):
            client.fuse = Fuse(rng.randint(0, 40), rng.uniform(0, 0.05), server.kill)
            with suppress(*GONE):
                while True:
                    client.play(address)
            server.wait()
        client.compare(tmp_path)
    finished = client.finished
    client.fuse = Fuse(steps=-1, delay=0, light=lambda: None)
    with served(tmp_path) as (_, address):  # and the game goes on
        while client.finished == finished:
            client.play(address)
    client.compare(tmp_path)
    steps = sum(map(len, client.acknowledged.values()))
    assert steps > 0
    proof.report(f"killed, part {part}", kills=kills, steps_acknowledged=steps, games=len(client.acknowledged))
