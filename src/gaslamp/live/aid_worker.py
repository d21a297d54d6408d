"""What the deduction aid shows is concluded here: in a worker process, from one viewer's news and nothing else.

It may take long, so nobody waits for it: who asks is given what is known, or woken when it is. What nobody asks for any
more is dropped if it has not been begun.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from gaslamp import titles
from gaslamp.core.game import Game, News
from gaslamp.live.workers import Pool

_LOG: Final = logging.getLogger(__name__)
DESK: Final = "aid"
_REMEMBERED: Final = 500  # conclusions
_LONGEST: Final = 60.0  # seconds that may be spent on one

_Key: TypeAlias = tuple[str, bytes]  # the game, and what was told
_ENCODER: Final = msgspec.msgpack.Encoder(order="deterministic")


class Concluded(NamedTuple):
    """What followed from some news; None if nothing did, or if whoever was to find out broke down."""

    what: Any


@dataclass(slots=True)
class _UnderWay:
    future: Future[Any]
    waiting: dict[Hashable, Callable[[], None]] = field(default_factory=dict)


def conclude(title: str, options: Mapping[str, str], news: Sequence[News]) -> Any:
    """Conclude, in a worker process."""
    return titles.game(title, options).conclude(news)


class AidWorker:
    """Remembers what was concluded, and has the rest concluded for those who ask."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._known: dict[_Key, Concluded] = {}  # the one used last is the last
        self._under_way: dict[_Key, _UnderWay] = {}
        self._asked: dict[Hashable, _Key] = {}  # what each waits for

    def ask(
        self, who: Hashable, id: str, game: Game[Any, Any], news: Sequence[News], wake: Callable[[], None]
    ) -> Concluded | None:
        """Give what follows from some news of a game; or None, and wake who asks when it is known.

        Whoever asks anew no longer waits for what it asked before.
        """
        key = (id, sha256(_ENCODER.encode(news)).digest())
        if self._asked.get(who) != key:
            self.forget(who)
        if key in self._known:
            self._known[key] = self._known.pop(key)
            return self._known[key]
        under_way = self._under_way.get(key) or self._begin(key, game, news)
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

    def _begin(self, key: _Key, game: Game[Any, Any], news: Sequence[News]) -> _UnderWay:
        loop = asyncio.get_running_loop()
        future = self._pool.submit(DESK, conclude, game.title, dict(game.options), tuple(news), seconds=_LONGEST)
        self._under_way[key] = under_way = _UnderWay(future)

        def done(finished: Future[Any]) -> None:
            if not finished.cancelled() and not loop.is_closed():
                loop.call_soon_threadsafe(self._done, key, finished)

        future.add_done_callback(done)
        return under_way

    def _done(self, key: _Key, finished: Future[Any]) -> None:
        under_way = self._under_way.pop(key)
        error = finished.exception()
        if error is not None:
            _LOG.error("nothing could be concluded for game %s", key[0], exc_info=error)
        self._known[key] = Concluded(None if error else finished.result())
        while len(self._known) > _REMEMBERED:
            del self._known[next(iter(self._known))]
        for who, wake in under_way.waiting.items():
            del self._asked[who]
            wake()
