"""The one door between the table and the computer opponents: what they are asked, where they think, when they answer.

An opponent gets what a person in its seat gets, never a position. For live games it thinks in another process, and its
answer is released on a beat that depends on the clock alone, so that the time it took tells nothing.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Mapping
from random import Random, SystemRandom
from typing import Any, Final

from gaslamp import titles
from gaslamp.brains import levels as registry
from gaslamp.brains.bot import Answer, Limit, Question, Situation
from gaslamp.brains.kept import Kept
from gaslamp.brains.levels import Level
from gaslamp.core.game import Game, Seat
from gaslamp.table.table import Table
from gaslamp.table.update import Update
from gaslamp.table.workers import Pool


def levels(title: str) -> Mapping[str, Level]:
    """Give the opponents that a title has, the weakest first, and what each of them can play of it."""
    return registry.of_title(title)


def known() -> tuple[str, ...]:
    """Give the names of all opponents that some title has, the weakest first."""
    return tuple(name for name in registry.NAMES if any(name in levels(title) for title in titles.titles()))


def names(game: Game[Any, Any], seat: Seat) -> tuple[str, ...]:
    """Give the names of the opponents who can have a seat, the weakest first."""
    return registry.of_seat(game, seat)


def check(game: Game[Any, Any], seat: Seat, name: str) -> None:
    """Refuse the name of an opponent who does not exist or cannot have this seat."""
    registry.check(game, seat, name)


def like(game: Game[Any, Any], seat: Seat, name: str | None = None) -> str | None:
    """Give who is nearest to a level in another seat; without a level, the strongest. None where nobody plays."""
    return registry.like(game, seat, name)


def situation(game: Game[Any, Any], seat: Seat, update: Update) -> Situation:
    """Give what an opponent in a seat is told."""
    return Situation(
        title=game.title,
        options=dict(game.options),
        seat=seat,
        view=update.view,
        legal=update.legal,
        news=update.news,
    )


def answer(table: Table, seat: Seat, name: str, rng: Random, limit: Limit = Limit()) -> None:  # noqa: B008 - frozen
    """Let an opponent take one step for a seat that is to move, here and now."""
    update = table.update(seat)
    question = Question(situation(table.game, seat, update), limit, rng.getrandbits(64))
    table.play(seat, registry.answer(name, question).notation, update.step)


def release(asked: float, thought: float, beat: float) -> float:
    """Give when an answer is released: on the first beat after it was asked for that the thinking did not miss."""
    return asked + beat * max(1, math.ceil((thought - asked) / beat)) if beat else thought


_KEPT: Final = Kept()  # by this process, if it is a worker


def think(name: str, question: Question) -> Answer:
    """Choose, in a worker process."""
    return registry.answer(name, question, _KEPT)


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
        question = Question(situation(game, seat, update), seed=self._rng.getrandbits(64))
        chosen = await asyncio.wrap_future(self._pool.submit(think, name, question))
        wait = release(asked, clock(), self._beat) - clock()
        if wait > 0:
            await asyncio.sleep(wait)
        return chosen.notation  # why is the opponent's own affair while the game goes on

    @property
    def able(self) -> bool:
        """Tell whether anybody can think here."""
        return self._pool.able

    def close(self) -> None:
        """Send the workers home."""
        self._pool.close()
