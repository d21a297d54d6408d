"""CPU time of a step on the server, in one process without a network: `python -m bench.server.steps`.

Everything between socket and disk is real: tables, rendering, patches, an SQLite file. The CPU time of the simulated
players is subtracted, and the best of several rounds is reported. Every run plays the same games, so that two versions
can be compared.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import pstats
import tempfile
import time
from collections.abc import Iterable
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median
from types import SimpleNamespace
from typing import Any, Final, cast

import msgspec

from bench.server.crowd import Frame, plays
from gaslamp.server.ops import gc_tuning
from gaslamp.server.ops.metrics import Metrics
from gaslamp.server.ops.services import Services, backend, running
from gaslamp.server.ops.settings import Settings
from gaslamp.server.wire.connection import Connection
from gaslamp.server.wire.socket import AnySocket
from gaslamp.service.lobby.membership import Membership
from gaslamp.service.lobby.requests import NewGame
from gaslamp.service.lobby.tokens import KnownVisitor

_DECODER: Final = msgspec.json.Decoder(Frame)
_AT_ONCE: Final = 10  # tables with a step in flight


class Chair:
    """A simulated client with an in-memory socket."""

    players = 0.0  # CPU time of all clients, in seconds

    def __init__(self) -> None:
        self.client = SimpleNamespace(host="127.0.0.1")
        self.cookies: dict[str, str] = {}
        self.headers = {"host": "127.0.0.1"}
        self.query_params: dict[str, str] = {}
        self.scope = {"scheme": "ws", "type": "websocket", "state": {}}
        self.frame: Frame | None = None
        self.told = asyncio.Event()
        self._sent: asyncio.Queue[str] = asyncio.Queue()

    async def receive(self) -> dict[str, str]:
        return {"type": "websocket.receive", "text": await self._sent.get()}

    async def send_text(self, text: str) -> None:
        began = time.thread_time()
        frame = _DECODER.decode(text)
        if frame.type == "patch":
            frame = frame.after(self.frame)
        if frame.type == "table":
            self.frame = frame
            self._sent.put_nowait(f'{{"seen": {frame.step}}}')
            self.told.set()
        assert frame.type != "error", frame.text
        Chair.players += time.thread_time() - began

    async def close(self, **_: object) -> None:
        pass

    def play(self, rng: Random) -> bool:
        """Send a step if this seat is to move."""
        began = time.thread_time()
        choices = plays(self.frame) if self.frame is not None else []
        if choices and self.frame is not None:
            self.told.clear()
            self._sent.put_nowait(f'{{"play": "{rng.choice(choices)}", "step": {self.frame.step}}}')
        Chair.players += time.thread_time() - began
        return bool(choices)


class PlayedTable:
    """A table with its chairs."""

    def __init__(self, chairs: list[Chair], seed: int) -> None:
        self.chairs = chairs
        self._rng = Random(seed)

    async def step(self) -> int:
        """Play a step. Returns the number of steps played, 0 when the game is over."""
        for chair in self.chairs:
            if chair.play(self._rng):
                await chair.told.wait()
                await asyncio.sleep(0)
                return 1
        return 0


async def sit(services: Services, place: Membership, chair: Chair) -> None:
    conversation = await services.lobby.conversation(place)
    with place.live.attendance.listen(place.mine) as listener:
        connection = Connection(cast("AnySocket", chair), services, place, conversation, listener)
        connection._frames = cast("Any", SimpleNamespace(try_acquire=lambda: True))
        await connection.run()


async def lay(
    services: Services, titles: Iterable[str], seed: int
) -> tuple[list[PlayedTable], list[asyncio.Task[None]]]:
    """Create one table per title, with its clients."""
    tables, tasks = [], []
    for number, title in enumerate(titles):
        guests = [await services.lobby.add_guest() for _ in "ab"]
        host, friend = (KnownVisitor(id, f"{number}.{k}") for k, (id, _) in enumerate(guests))
        made = await services.lobby.create(NewGame(title, "jack", "friend"), host)
        await services.lobby.join(made.id, made.secrets["join"], friend, None, None)
        chairs = []
        for guest in (host, friend):
            place = await services.lobby.find(made.id, guest.claimed)
            chairs.append(Chair())
            tasks.append(asyncio.create_task(sit(services, place, chairs[-1])))
        tables.append(PlayedTable(chairs, seed + number))
    for table in tables:
        for chair in table.chairs:
            await chair.told.wait()
    return tables, tasks


async def play(tables: list[PlayedTable], steps: int) -> int:
    """Play up to *steps* steps at each table. Returns the total number played."""
    taken = 0
    for _ in range(steps):
        for first in range(0, len(tables), _AT_ONCE):
            taken += sum(await asyncio.gather(*(table.step() for table in tables[first : first + _AT_ONCE])))
        await asyncio.sleep(0.01)
    return taken


async def measure(
    titles: list[str], number: int, warm_up: int, steps: int, profile: cProfile.Profile | None
) -> list[float]:
    """Return the CPU time per step in milliseconds, for the first half of the steps and for the second."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(Path(folder))
        kept = backend(settings)
        kept.open()
        async with running(settings, kept, time.time, Metrics()) as runtime:
            runtime.limits.frames.try_acquire = lambda key: True  # type: ignore[method-assign]
            tables, tasks = await lay(runtime.services, (title for title, _ in zip(cycle(titles), range(number))), 1888)
            await play(tables, warm_up)
            figures = []
            for _ in range(2):
                began, players = time.process_time(), Chair.players
                if profile is not None:
                    profile.enable()
                taken = await play(tables, steps)
                if profile is not None:
                    profile.disable()
                spent = time.process_time() - began - (Chair.players - players)
                figures.append(1000 * spent / max(1, taken))
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        kept.close()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.server.steps", description=__doc__)
    parser.add_argument("--titles", default="pocket,mr_jack")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--warm-up", type=int, default=4)
    parser.add_argument("--steps", type=int, default=10, help="steps per table, measured twice")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--profile", action="store_true")
    asked = parser.parse_args()
    gc_tuning.freeze_startup()
    profile = cProfile.Profile(time.thread_time) if asked.profile else None
    words = asked.titles.split(","), asked.tables, asked.warm_up, asked.steps, profile
    rounds = [asyncio.run(measure(*words)) for _ in range(1 if profile else asked.rounds)]
    first, later = zip(*rounds, strict=True)
    print(
        f"{asked.titles}: {min(first):.2f} ms a step (median {median(first):.2f}); "
        f"later {min(later):.2f} (median {median(later):.2f})"
    )
    if profile is not None:
        pstats.Stats(profile).sort_stats("tottime").print_stats(60).sort_stats("cumtime").print_stats(110)


if __name__ == "__main__":
    main()
