"""The one door between the table and the computer opponents: what they are asked, where they think, when they answer.

An opponent gets what a person in its seat gets, never a position. For live games it thinks in another process. Who
passes its time is answered for by the next weaker level, in the end by chance: a game never stands still because of us.
When an answer is released does not depend on how long it was thought about (`pace.py`).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from random import Random, SystemRandom
from typing import Any, Final, NamedTuple

from gaslamp import kernel, titles
from gaslamp.bots import levels as registry
from gaslamp.bots import random_bot
from gaslamp.bots.bot import Answer, Limit, Question, Situation
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.levels import Level
from gaslamp.core.errors import BrokenTitle
from gaslamp.core.game import Game, Seat
from gaslamp.core.messages import Message, message
from gaslamp.game.table import Table
from gaslamp.game.updates import Update
from gaslamp.live.pace import Plan
from gaslamp.live.worker_process import Task, TookTooLong
from gaslamp.live.workers import BrokeDown, NoWorker, Pool
from gaslamp.ui.presentation import presentation

DESK: Final = "opponents"
_LOG: Final = logging.getLogger(__name__)
_PATIENCE: Final = 1.5  # seconds that a worker may think longer than it should
_MINUTE: Final = 60.0  # seconds
_TO_LOAD: Final = 30.0  # seconds
_SENTENCES: Final = 3  # of a hint
# Of a hint: nodes, not seconds, so that how much else there is to do changes none. None named: a level's own.
_OF_A_HINT: Final = Limit() if kernel.COMPILED else Limit(nodes=10_000)


def levels(title: str) -> Mapping[str, Level]:
    """The opponents that a title has, the weakest first, and what each of them can play of it."""
    return registry.of_title(title)


def known() -> tuple[str, ...]:
    """The names of all opponents that some title has, the weakest first."""
    found: set[str] = set()
    for title in titles.titles():
        with suppress(BrokenTitle):  # whoever plays it is told
            found |= levels(title).keys()
    return tuple(name for name in registry.NAMES if name in found)


def check_levels() -> None:
    """Refuse titles whose opponents cannot be loaded."""
    for title in titles.titles():
        levels(title)


def names(game: Game[Any, Any], seat: Seat) -> tuple[str, ...]:
    """The names of the opponents who can have a seat, the weakest first."""
    return registry.of_seat(game, seat)


def check(game: Game[Any, Any], seat: Seat, name: str) -> None:
    """Refuse the name of an opponent who does not exist or cannot have this seat."""
    registry.check(game, seat, name)


def like(game: Game[Any, Any], seat: Seat, name: str | None = None) -> str | None:
    """Who is nearest to a level in another seat; without a level, the strongest. None where nobody plays."""
    return registry.closest_level(game, seat, name)


def situation(game: Game[Any, Any], seat: Seat, update: Update) -> Situation:
    """What an opponent in a seat is told."""
    return Situation.of(game, seat, update.view, update.legal, update.news)


def answer(table: Table, seat: Seat, name: str, rng: Random, limit: Limit = Limit()) -> None:  # noqa: B008 - frozen
    """Let an opponent take one step for a seat that is to move, here and now."""
    update = table.update(seat)
    question = Question(situation(table.game, seat, update), limit, rng.getrandbits(64))
    table.play(seat, registry.answer(name, question).notation, update.step)


_KEPT: Final = BeliefCache()  # by this process, if it is a worker


def think(name: str, question: Question) -> Answer:
    """Choose, in a worker process."""
    return registry.answer(name, question, _KEPT)


class Advice(NamedTuple):
    """What an opponent would do in somebody's place, and why."""

    notation: str
    reasons: tuple[Message, ...]


def advise(game: Game[Any, Any], seat: Seat, update: Update, seed: int) -> tuple[str | None, Question]:
    """Who is to advise a seat, the strongest who can play it, and what is asked: what it would be asked there."""
    return like(game, seat), Question(situation(game, seat, update), _OF_A_HINT, seed)


def advice(name: str, question: Question) -> Advice:
    """Say what an opponent would do and why, in a worker process: what is to follow a first step comes first."""
    found, asked = think(name, question), question.situation
    reasons = found.why.reasons
    if found.why.then is not None:
        game = titles.game(asked.title, asked.options)
        follows = message("why.then", what=presentation(game).label(game.actions.parse(found.why.then)))
        reasons = (follows, *reasons)
    return Advice(found.notation, reasons[:_SENTENCES])


def prepare() -> None:
    """Load what all opponents need, in a worker process: to find this function is enough."""


class BotRunner:
    """Has the opponents of live games think in worker processes, and releases their answers."""

    def __init__(
        self,
        pool: Pool,
        *,
        beat: float = 0.7,
        clock: Callable[[], float] = time.monotonic,
        measured: Callable[[bool, float], None] = lambda _, __: None,
    ) -> None:
        self._pool = pool
        self._beat = beat
        self._clock = clock
        self._measured = measured  # told of each answer whether it is that of the level asked, and the seconds it took
        self._rng = SystemRandom()
        self._random_at: float | None = None  # when the last answer was given, if it was a random one

    @property
    def at_random(self) -> bool:
        """True if the last answer, less than a minute ago, was random because no level answered in time."""
        return self._random_at is not None and self._clock() - self._random_at < _MINUTE

    async def answer(self, game: Game[Any, Any], seat: Seat, name: str, update: Update) -> str:
        """The notation an opponent chooses, when it may be known. Why it does is its own affair."""
        await self._have_somebody()
        question = Question(situation(game, seat, update), seed=self._rng.getrandbits(64))
        ladder = registry.fallback_levels(game, seat, name)
        plan = self._plan(game.title, *ladder[:1])
        chosen = await self._chosen(ladder, question, plan)
        wait = plan.release(self._clock()) - self._clock()
        if wait > 0:
            await asyncio.sleep(wait)
        return chosen.notation

    async def _have_somebody(self) -> None:
        """Wait for the first worker, which takes its time to start: that is nobody's thinking."""
        if not self._pool.state(DESK).workers:
            with suppress(NoWorker, BrokeDown, TookTooLong):
                await asyncio.wrap_future(self._pool.submit(DESK, prepare, seconds=_TO_LOAD))

    def _plan(self, title: str, *names: str) -> Plan:
        state = self._pool.state(DESK)
        likes = max((registry.of_title(title)[name].seconds for name in names), default=0.0)
        return Plan(self._clock(), self._beat, likes, state.waiting + state.busy, self._pool.workers(DESK))

    async def _chosen(self, ladder: Sequence[str], question: Question, plan: Plan) -> Answer:
        """Ask an opponent, and if it takes too long or fails the next weaker one; the last one answers here."""
        begun = self._clock()
        for number, name in enumerate(ladder):
            last = number == len(ladder) - 1
            answer = await self._asked(name, question, plan, plan.last if last else plan.last - plan.spare)
            if answer is not None:
                self._random_at = None
                self._measured(number == 0, self._clock() - begun)
                return answer
        self._measured(False, self._clock() - begun)  # noqa: FBT003 - it has a name where it is used
        self._random_at = self._clock()
        _LOG.error("a bot answered at random: no level answered in time")
        return random_bot.BOT.answer(question, BeliefCache(1))

    async def _asked(self, name: str, question: Question, plan: Plan, until: float) -> Answer | None:
        title = question.situation.title
        likes = registry.of_title(title)[name].seconds

        def task(waiting: int) -> Task:
            seconds = plan.share(likes, self._clock(), waiting)
            return Task(think, (name, question), seconds + _PATIENCE)

        future = self._pool.submit_later(DESK, task)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), max(0.0, until - self._clock()))
        except (TimeoutError, NoWorker, BrokeDown, TookTooLong):
            return None
