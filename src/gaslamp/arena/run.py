"""Runs a tournament on local processes or on a Dask cluster."""

from __future__ import annotations

import os
from asyncio import CancelledError
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from contextlib import closing
from itertools import islice
from typing import Final, Protocol, TypeAlias

from gaslamp.arena.folder import Folder
from gaslamp.arena.match import MatchResult, play_all
from gaslamp.arena.plan import Fixture, Tournament, program
from gaslamp.arena.result import TournamentResult, count
from gaslamp.core.errors import GaslampError
from gaslamp.workers.pool import Pool, WorkerLost

BATCH: Final = 8  # games per task; lost with a worker

_SCHEDULER_TIMEOUT: Final = 20  # seconds
_RETRIES: Final = 5  # per batch, after lost cluster workers

Batch: TypeAlias = Sequence[Fixture]


class Crew(Protocol):
    def play(self, plan: Tournament, batches: Sequence[Batch]) -> Iterator[list[MatchResult]]: ...


class Processes:
    """Local worker processes. A worker that dies is replaced and its batch is played again."""

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def play(self, plan: Tournament, batches: Sequence[Batch]) -> Iterator[list[MatchResult]]:
        pool = Pool(arena=self._workers)
        try:
            for done in as_completed([pool.submit("arena", play_all, plan, batch) for batch in batches]):
                yield done.result()
        except WorkerLost:
            raise GaslampError("arena.no_players") from None
        finally:
            pool.close()


class DaskCluster:
    """Workers of a Dask scheduler (the extra `cluster`). Batches of a lost worker are retried."""

    def __init__(self, address: str) -> None:
        self._address = address

    def play(self, plan: Tournament, batches: Sequence[Batch]) -> Iterator[list[MatchResult]]:
        """Play all batches. Raises GaslampError if the cluster is unreachable or runs another program."""
        try:
            import distributed  # noqa: PLC0415 - optional and slow to import
        except ImportError:
            raise GaslampError("arena.no_extra") from None
        try:
            client = distributed.Client(self._address, timeout=_SCHEDULER_TIMEOUT)
        except (OSError, ValueError, TimeoutError):
            raise GaslampError("arena.no_cluster", address=self._address[:80]) from None
        with closing(client):
            if set(client.run(program).values()) - {plan.program}:
                raise GaslampError("arena.other_program", address=self._address[:80])
            futures = [client.submit(play_all, plan, batch, pure=False, retries=_RETRIES) for batch in batches]
            try:
                for done, played in distributed.as_completed(futures, with_results=True):
                    yield played
                    done.release()
            except (distributed.KilledWorker, CancelledError, OSError):
                raise GaslampError("arena.no_players") from None


def usual_workers() -> int:
    return max(1, (os.cpu_count() or 1) - 1)


def run(folder: Folder, crew: Crew, on_progress: Callable[[int], None] = lambda games: None) -> TournamentResult:
    """Play the remaining games and evaluate them; *on_progress* receives the number of finished games."""
    plan = folder.plan
    left = (fixture for fixture in plan.fixtures() if fixture.index not in folder.games)
    on_progress(len(folder.games))
    for played in crew.play(plan, [*_batches(left)]):
        for game in played:
            folder.add(game)
        on_progress(len(folder.games))
    result = count(plan, folder.games)
    folder.finish(result)
    return result


def _batches(fixtures: Iterator[Fixture]) -> Iterator[Batch]:
    while batch := tuple(islice(fixtures, BATCH)):
        yield batch
