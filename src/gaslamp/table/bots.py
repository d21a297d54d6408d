"""The one door between the table and the computer opponents: what they are asked, where they think, when they answer.

An opponent gets what a person in its seat gets, never a position. For live games it thinks in another process, and its
answer is released on a beat that depends on the clock alone, so that the time it took tells nothing.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from random import Random, SystemRandom
from typing import Any

from gaslamp import brains
from gaslamp.core.game import Game, Seat
from gaslamp.table.table import Table
from gaslamp.table.update import Update
from gaslamp.table.workers import Pool


def names() -> tuple[str, ...]:
    """Give the names of all opponents, the weakest first."""
    return tuple(brains.BOTS)


def check(name: str) -> None:
    """Refuse the name of an opponent who does not exist."""
    brains.bot(name)


def situation(game: Game[Any, Any], seat: Seat, update: Update) -> brains.Situation:
    """Give what an opponent in a seat is told."""
    return brains.Situation(
        title=game.title,
        options=dict(game.options),
        seat=seat,
        view=update.view,
        legal=update.legal,
        news=update.news,
    )


def answer(table: Table, seat: Seat, name: str, rng: Random) -> None:
    """Let an opponent take one step for a seat that is to move, here and now."""
    update = table.update(seat)
    table.play(seat, brains.bot(name).choose(situation(table.game, seat, update), rng), update.step)


def release(asked: float, thought: float, beat: float) -> float:
    """Give when an answer is released: on the first beat after it was asked for that the thinking did not miss."""
    return asked + beat * max(1, math.ceil((thought - asked) / beat)) if beat else thought


def think(name: str, asked: brains.Situation, seed: int) -> str:
    """Choose, in a worker process."""
    return brains.bot(name).choose(asked, Random(seed))


class BotRunner:
    """Worker processes that think for the opponents of live games."""

    def __init__(self, *, workers: int = 1, beat: float = 0.7, clock: Callable[[], float] | None = None) -> None:
        self._beat = beat
        self._clock = clock
        self._pool = Pool(workers)
        self._rng = SystemRandom()

    async def answer(self, game: Game[Any, Any], seat: Seat, name: str, update: Update) -> str:
        """Give the notation an opponent chooses, no sooner than the beat allows."""
        loop = asyncio.get_running_loop()
        clock = self._clock or loop.time
        asked = clock()
        seed = self._rng.getrandbits(64)
        chosen = await asyncio.wrap_future(self._pool.submit(think, name, situation(game, seat, update), seed))
        wait = release(asked, clock(), self._beat) - clock()
        if wait > 0:
            await asyncio.sleep(wait)
        return chosen

    @property
    def able(self) -> bool:
        """Tell whether anybody can think here."""
        return self._pool.able

    def close(self) -> None:
        """Send the workers home."""
        self._pool.close()
