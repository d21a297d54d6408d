"""Reviews of finished games: computed in a worker process, shared by clients, and their summaries stored.

Records from files are checked, and previews of shared games drawn, in worker processes too.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from sqlalchemy import Connection, select

from gaslamp import titles
from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Side
from gaslamp.core.messages import Message
from gaslamp.core.records.record import Record
from gaslamp.review.report import Review
from gaslamp.review.review import Opened, open_record, reviews
from gaslamp.storage.database import UNAVAILABLE, Database, upsert
from gaslamp.storage.schema import FINISHED, GAMES, REVIEWED
from gaslamp.ui import raster
from gaslamp.workers.pool import JobError, Pool
from gaslamp.workers.shared import JobResult, Request, SharedJobs

_LOG: Final = logging.getLogger(__name__)
REVIEW_QUEUE: Final = "reviews"
REVIEW_TIMEOUT: Final = 120.0  # seconds for a moment
_CACHED: Final = 100  # reviews; a game has at most a few hundred moments
_PICTURES: Final = 50  # previews in memory
_SHORT: Final = 20.0  # seconds to check a record, or to draw a picture
_NICENESS: Final = 10  # of the processes that review: running games come first


class StoredSummary(NamedTuple):
    """How a side played a reviewed game, in tenths of a point of win chance."""

    luck: int
    loss: int  # in all choices
    choices: int  # real ones

    @property
    def mean_loss(self) -> float:
        """Points of win chance lost per real choice."""
        return self.loss / 10 / self.choices if self.choices else 0.0


class Reviews:
    def __init__(self, pool: Pool, database: Database) -> None:
        self._database = database
        self._pool = pool
        self._pictures = SharedJobs(pool, _PICTURES)
        self._jobs = SharedJobs(pool, _CACHED, self._store)
        self._writes: set[asyncio.Task[None]] = set()

    def get(self, client: Hashable, game: str, record: Record, notify: Callable[[], None]) -> JobResult | None:
        """Return the review of a finished game as far as it is computed; see `SharedJobs.get`."""
        return self._jobs.get(client, review_request(game, record), notify)

    def cancel(self, client: Hashable) -> None:
        self._jobs.cancel(client)

    async def wait(self, game: str, record: Record) -> Review | None:
        """Return the complete review; None if it failed."""
        review: Review | None = await self._jobs.wait(review_request(game, record))
        return review

    async def check(self, text: str) -> Opened:
        """Read and check a record from a file. Raises GaslampError."""
        try:
            result = await asyncio.wrap_future(self._pool.submit(REVIEW_QUEUE, checked, text, timeout=_SHORT))
        except (JobError, TimeoutError):
            raise GaslampError("review.unchecked") from None
        if isinstance(result, Message):
            raise GaslampError(result.id, **result.params)
        return Opened(titles.game(result.title, result.options), result)

    async def picture(self, key: tuple[str, ...], board: str, heading: str, lines: tuple[str, ...]) -> bytes | None:
        """Return the JPEG for previews of a link; None if it failed. *key* identifies it."""
        request = Request(REVIEW_QUEUE, ("picture", *key), raster.card, (board, heading, lines), _SHORT)
        picture: bytes | None = await self._pictures.wait(request)
        return picture

    async def summaries(self, games: Collection[str]) -> Mapping[str, Mapping[Side, StoredSummary]]:
        """Return the stored summaries of those games that were reviewed, by game and side."""
        query = select(REVIEWED).where(REVIEWED.c.game.in_(games))
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        found: dict[str, dict[Side, StoredSummary]] = {}
        for row in rows:
            found.setdefault(row.game, {})[row.side] = StoredSummary(row.luck, row.loss, row.choices)
        return found

    async def close(self) -> None:
        await asyncio.gather(*self._writes, return_exceptions=True)

    def _store(self, request: Request, review: Review) -> None:
        task = asyncio.create_task(self._write(str(request.key[0]), review))
        self._writes.add(task)
        task.add_done_callback(self._writes.discard)

    async def _write(self, game: str, review: Review) -> None:
        rows = [
            {"game": game, "side": side, "luck": summary.luck, "loss": summary.loss, "choices": summary.choices}
            for side, summary in review.summaries.items()
        ]

        ended = select(GAMES.c.id).join(FINISHED, FINISHED.c.game == GAMES.c.id)
        whole = ended.where(GAMES.c.id == game, GAMES.c.prefix == "[]")  # not a practice game

        def work(connection: Connection) -> None:
            if connection.execute(whole).first() is not None:
                connection.execute(upsert(connection, REVIEWED), rows)

        try:
            await self._database.write(work)
        except UNAVAILABLE as error:
            _LOG.warning("review not stored: %s", type(error).__name__, extra={"game": game})


def review_request(game: str, record: Record) -> Request:
    """Return the request for the growing review of a finished game."""
    return Request(REVIEW_QUEUE, (game,), review, (replace(record, proof=None),), REVIEW_TIMEOUT)


def checked(text: str) -> Record | Message:
    """Return a checked record, or what is wrong with it."""
    try:
        return open_record(text).record
    except GaslampError as error:
        return error.message


def review(record: Record) -> Iterator[Review]:
    """Yield the growing review of a verified record, in a worker process of low priority."""
    if hasattr(os, "nice"):
        os.nice(max(0, _NICENESS - os.nice(0)))
    yield from reviews(Opened(titles.game(record.title, record.options), record))
