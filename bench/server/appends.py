"""Appends per second to a SQLite file: `python -m bench.server.appends [--games 200] [--rounds 20] [--busy]`.

Each game appends its next entry as soon as the last one is saved, as live games do, so that waiting appends share a
transaction. With --busy the event loop also renders, so that the database thread competes for the interpreter.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from gaslamp.core.records.fairness import Secret
from gaslamp.game.entries import Played, Started
from gaslamp.game.updates import Summary
from gaslamp.storage.database import Database
from gaslamp.storage.sqlite import DataFolder
from gaslamp.storage.store import SavedGame, Store

_ENTRIES = 20  # per game and round
_WORK = 3000  # additions per append with --busy, a few dozen microseconds


async def run(store: Store, games: int, rounds: int, *, busy: bool) -> tuple[list[float], list[float]]:
    """Return for each round: appends per second, and microseconds of processor time per append."""
    for number in range(games):
        saved = SavedGame(f"game {number}", "pocket", 1, {}, {}, 0, Secret(b"s" * 32))
        await store.create(saved, Summary("playing", 0), Started(("deal",)))

    async def play(number: int, first: int) -> None:
        for seq in range(first, first + _ENTRIES):
            if busy:
                sum(range(_WORK))
            entry = Played("jack", ("take rotation", "rotate goodley +90"), at=seq)
            await store.append(f"game {number}", seq, entry, Summary("playing", seq) if seq % 4 == 0 else None)

    rates, costs = [], []
    for round_number in range(rounds):
        started, used = time.perf_counter(), time.process_time()
        await asyncio.gather(*(play(number, 1 + round_number * _ENTRIES) for number in range(games)))
        rates.append(games * _ENTRIES / (time.perf_counter() - started))
        costs.append((time.process_time() - used) * 1e6 / (games * _ENTRIES))
    return rates, costs


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--busy", action="store_true")
    words = parser.parse_args()
    sys.setswitchinterval(0.001)  # as the server does

    async def measure(folder: DataFolder) -> tuple[list[float], list[float]]:
        database = Database(folder.engine())
        try:
            return await run(Store(database), words.games, words.rounds, busy=words.busy)
        finally:
            await database.close()

    with tempfile.TemporaryDirectory() as path:
        folder = DataFolder(Path(path))
        folder.open()
        rates, costs = asyncio.run(measure(folder))
        folder.close()
    print(
        f"appends per second: median {median(rates):,.0f}, best {max(rates):,.0f} of {words.rounds} rounds; "
        f"processor time per append: median {median(costs):.0f} us"
    )


if __name__ == "__main__":
    main()
