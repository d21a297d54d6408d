"""Runs the bots of live games in worker processes, and schedules their answers.

A bot gets what a player in its seat gets, never a position. If a level exceeds its time or fails, the next weaker one
answers, at last a random one: a game never stops because of a bot.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random, SystemRandom
from typing import Any, Final, Literal, TypeAlias

from gaslamp.bots import levels
from gaslamp.bots.bot import PASSER_BY, Answer, Limit, Question, Situation
from gaslamp.bots.cache import BeliefCache
from gaslamp.core.game import Game, Seat
from gaslamp.game.table import Table
from gaslamp.game.updates import Update
from gaslamp.workers.pool import Job, JobError, Pool

QUEUE: Final = "bots"
MAX_WAIT: Final = 3.0  # seconds until the last beat

_LOG: Final = logging.getLogger(__name__)
_ROUND_TRIP: Final = 0.2  # seconds to a worker and back
_INSTANT: Final = 0.02  # seconds; levels that do not search
_MIN_SEARCH: Final = 0.005  # seconds
_GRACE: Final = 1.5  # seconds over the search limit before the timeout
_WARM_UP: Final = 30.0  # seconds to start the first worker
_RANDOM_REPORTED: Final = 60.0  # seconds

LevelUsed: TypeAlias = Literal["asked", "weaker"]  # weaker: after a timeout

_CACHE: Final = BeliefCache()  # used in worker processes only


def situation(game: Game[Any, Any], seat: Seat, update: Update) -> Situation:
    return Situation.of(game, seat, update.view, update.legal, update.news)


def answer(table: Table, seat: Seat, name: str, rng: Random, limit: Limit | None = None) -> None:
    update = table.update(seat)
    question = Question(situation(table.game, seat, update), limit or Limit(), rng.getrandbits(64))
    table.play(seat, levels.answer(name, question).notation, update.step)


def think(name: str, question: Question) -> Answer:
    return levels.bot(question.situation.title, name).answer(question, _CACHE)


def warm_up() -> None:
    """Do nothing: to find this function, a worker imports all that bots need."""


@dataclass(frozen=True, slots=True)
class AnswerSchedule:
    """Search time and release time of one answer, from public things alone: the level, the queue and the clock.

    The answer is released on a beat that is planned when the question arrives, or on the last beat if it is late.
    With only these two times, the release does not depend on how long a bot searched.
    """

    start: float  # arrival of the question, by the clock
    beat: float  # seconds; 0: answers are released at once
    search_time: float  # seconds that the level prefers; 0: it does not search
    queued: int  # jobs that wait or run
    workers: int
    max_wait: float = MAX_WAIT  # seconds

    @property
    def deadline(self) -> float:
        return self.start + (self.beat * self._beats if self.beat else self.max_wait)

    @property
    def reserve(self) -> float:
        return self.beat or self.max_wait / 4  # seconds before the deadline for a weaker level

    @property
    def planned(self) -> float:
        if not self.beat:
            return self.start
        needed = max(self.search_time, _INSTANT) * (self.queued + 1) / self.workers + _ROUND_TRIP
        return self.start + self.beat * min(self._beats, max(1, math.ceil(needed / self.beat)))

    @property
    def _beats(self) -> int:
        return max(1, int(self.max_wait / self.beat))

    def release_time(self, ready: float) -> float:
        if not self.beat or ready > self.deadline:
            return ready
        return self.planned if ready <= self.planned else self.deadline

    def search_limit(self, search_time: float, now: float, waiting: int) -> float:
        """Return the seconds that a level may take: all *waiting* jobs share the time until the deadline."""
        if not search_time:
            return 0.0
        turns = math.ceil((waiting + 1) / self.workers)
        return min(search_time, max(_MIN_SEARCH, (self.deadline - _ROUND_TRIP - now) / turns))


class BotRunner:
    def __init__(
        self,
        pool: Pool,
        *,
        beat: float = 0.7,
        max_wait: float = MAX_WAIT,
        clock: Callable[[], float] = time.monotonic,
        on_answer: Callable[[LevelUsed, float], None] = lambda level, seconds: None,
    ) -> None:
        self._pool = pool
        self._beat = beat
        self._max_wait = max_wait
        self._clock = clock
        self._on_answer = on_answer
        self._rng = SystemRandom()
        self._random_at: float | None = None  # when the last answer was given, if it was random

    @property
    def at_random(self) -> bool:
        """True if the last answer, less than a minute ago, was random because no level answered in time."""
        return self._random_at is not None and self._clock() - self._random_at < _RANDOM_REPORTED

    async def answer(self, game: Game[Any, Any], seat: Seat, name: str, update: Update) -> str:
        if not self._pool.status(QUEUE).processes:  # the start of the first worker is not search time
            with suppress(JobError, TimeoutError):
                await asyncio.wrap_future(self._pool.submit(QUEUE, warm_up, timeout=_WARM_UP))
        question = Question(situation(game, seat, update), seed=self._rng.getrandbits(64))
        names = levels.fallback_levels(game, seat, name)
        search_time = levels.of_title(game.title)[names[0]].seconds if names else 0.0
        queue = self._pool.status(QUEUE)
        start = self._clock()
        schedule = AnswerSchedule(
            start, self._beat, search_time, queue.waiting + queue.busy, queue.slots, self._max_wait
        )
        chosen = await self._search(names, question, schedule)
        await asyncio.sleep(max(0.0, schedule.release_time(self._clock()) - self._clock()))
        return chosen.notation

    async def _search(self, names: Sequence[str], question: Question, schedule: AnswerSchedule) -> Answer:
        for name in names:
            until = schedule.deadline - (schedule.reserve if name != names[-1] else 0.0)
            future = self._pool.submit_deferred(QUEUE, partial(self._job, name, question, schedule))
            with suppress(JobError, TimeoutError):
                chosen: Answer = await asyncio.wait_for(asyncio.wrap_future(future), max(0.0, until - self._clock()))
                self._random_at = None
                self._on_answer("asked" if name == names[0] else "weaker", self._clock() - schedule.start)
                return chosen
        self._on_answer("weaker", self._clock() - schedule.start)
        self._random_at = self._clock()
        _LOG.error("bot timeout: no level answered, moving at random")
        return PASSER_BY.answer(question, BeliefCache(1))

    def _job(self, name: str, question: Question, schedule: AnswerSchedule, waiting: int) -> Job:
        search_time = levels.of_title(question.situation.title)[name].seconds
        seconds = schedule.search_limit(search_time, self._clock(), waiting)
        return Job(think, (name, question), seconds + _GRACE)
