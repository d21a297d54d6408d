"""Waiting time for bots with many concurrent games: `python -m bench opponents`.

Uses the server's bot runner and worker pool. In each game the strongest bot plays one side, and a simulated person
plays random actions after random delays on the other. All games start at once.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import defaultdict
from dataclasses import dataclass, field
from random import Random

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.game.table import Table
from gaslamp.server.ops.settings import cores
from gaslamp.service.games.bot_runner import BotRunner
from gaslamp.workers.pool import Pool


@dataclass
class Waiting:
    """Seconds until an answer was released, by title, and the number of answers by a weaker level."""

    workers: int
    games: int
    seconds: float
    released: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    thought: list[float] = field(default_factory=list)  # seconds until an answer was computed
    weaker: int = 0

    def measured(self, level: str, seconds: float) -> None:
        self.thought.append(seconds)
        self.weaker += level == "weaker"


def measure(games: int, names: list[str], person: float, seconds: float, workers: int, beat: float) -> Waiting:
    """Play *games* concurrent games for *seconds*."""
    found = Waiting(workers, games, seconds)
    pool = Pool(bots=workers)
    try:
        runner = BotRunner(pool, beat=beat, on_answer=found.measured)
        asyncio.run(_all(runner, found, games, names, person, seconds))
    finally:
        pool.close()
    return found


async def _all(runner: BotRunner, found: Waiting, games: int, names: list[str], person: float, seconds: float) -> None:
    warm = Table(titles.game(names[0]), rng=Random(0))
    await runner.answer(warm.game, str(warm.to_move), "passer_by", warm.update(str(warm.to_move)))
    found.thought.clear()
    until = time.monotonic() + seconds
    await asyncio.gather(*(_play(runner, found, names[n % len(names)], Random(n), person, until) for n in range(games)))


async def _play(runner: BotRunner, found: Waiting, title: str, rng: Random, person: float, until: float) -> None:
    """Play games one after the other, the bot on a random side."""
    game = titles.game(title)
    while time.monotonic() < until:
        table, side = Table(game, rng=rng), rng.choice(game.sides)
        while (seat := table.to_move) is not None and time.monotonic() < until:
            update = table.update(seat)
            if game.side(seat) == side:
                asked = time.monotonic()
                chosen = await runner.answer(game, seat, levels.of_seat(game, seat)[-1], update)
                found.released[title].append(time.monotonic() - asked)
            else:
                await asyncio.sleep(rng.uniform(0, 2 * person))
                chosen = rng.choice(update.legal)
            table.play(seat, chosen, update.step)


def read(words: list[str]) -> argparse.Namespace:
    """Parse the arguments. The defaults are those of docs/benchmarks.md."""
    parser = argparse.ArgumentParser(prog="python -m bench opponents", description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--titles", default=",".join(titles.titles()))
    parser.add_argument("--person", type=float, default=1.0, help="average seconds per action of a person")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=max(1, cores() - 1))
    parser.add_argument("--beat", type=float, default=0.7)
    parser.add_argument("--write", action="store_true")
    return parser.parse_args(words)
