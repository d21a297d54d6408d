"""Things worked out at a desk of the pool for those who ask: nobody waits, and each is worked out once.

Who asks is given what is known, or woken when it is. What nobody asks for any more is dropped if it has not been begun.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from gaslamp.live.workers import Pool, PoolClosed

_LOG: Final = logging.getLogger(__name__)
_REMEMBERED: Final = 500  # answers

Key: TypeAlias = tuple[Hashable, ...]  # the id of the game, and what an answer depends on


class Known(NamedTuple):
    """What was worked out; None if nothing was, or if whoever was to find out broke down."""

    what: Any


@dataclass(slots=True)
class _UnderWay:
    future: Future[Any]
    waiting: dict[Hashable, Callable[[], None]] = field(default_factory=dict)


class Inquiries:
    """Remembers what was worked out at a desk, and has the rest worked out for those who ask."""

    def __init__(self, pool: Pool, desk: str, longest: float) -> None:
        self._pool = pool
        self._desk = desk
        self._longest = longest  # seconds that may be spent on one
        self._known: dict[Key, Known] = {}  # the one used last is the last
        self._under_way: dict[Key, _UnderWay] = {}
        self._asked: dict[Hashable, Key] = {}  # what each waits for

    def ask(
        self, who: Hashable, key: Key, wake: Callable[[], None], work: Callable[..., Any], *words: Any
    ) -> Known | None:
        """Give what some work on some words comes to; or None, and wake who asks when it is known.

        Whoever asks anew no longer waits for what it asked before.
        """
        if self._asked.get(who) != key:
            self.forget(who)
        if key in self._known:
            self._known[key] = self._known.pop(key)
            return self._known[key]
        under_way = self._under_way.get(key) or self._begin(key, work, words)
        under_way.waiting[who] = wake
        self._asked[who] = key
        return None

    def forget(self, who: Hashable) -> None:
        """Wake somebody no more; what nobody waits for is dropped unless it has been begun."""
        key = self._asked.pop(who, None)
        if key is None:
            return
        under_way = self._under_way[key]
        del under_way.waiting[who]
        if not under_way.waiting and under_way.future.cancel():
            del self._under_way[key]

    def _begin(self, key: Key, work: Callable[..., Any], words: tuple[Any, ...]) -> _UnderWay:
        loop = asyncio.get_running_loop()
        future = self._pool.submit(self._desk, work, *words, seconds=self._longest)
        self._under_way[key] = under_way = _UnderWay(future)

        def done(finished: Future[Any]) -> None:
            if not finished.cancelled() and not loop.is_closed():
                loop.call_soon_threadsafe(self._done, key, finished)

        future.add_done_callback(done)
        return under_way

    def _done(self, key: Key, finished: Future[Any]) -> None:
        under_way = self._under_way.pop(key)
        error = finished.exception()
        if error is not None and not isinstance(error, PoolClosed):
            _LOG.error("nothing could be worked out for game %s", key[0], exc_info=error)
        self._known[key] = Known(None if error else finished.result())
        while len(self._known) > _REMEMBERED:
            del self._known[next(iter(self._known))]
        for who, wake in under_way.waiting.items():
            del self._asked[who]
            wake()
