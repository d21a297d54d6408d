"""Has all games of a plan played that are not over yet: by processes of this machine, or by a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from itertools import islice
from typing import Final, Protocol, TypeAlias

from gaslamp.arena.folder import Folder
from gaslamp.arena.match import Played, play_all
from gaslamp.arena.plan import Fixture, Plan
from gaslamp.arena.result import Result, count
from gaslamp.core.errors import GaslampError
from gaslamp.live.workers import NoWorker, Pool

BATCH: Final = 8  # games that are handed out together: so many are played again by who died over them

Batch: TypeAlias = Sequence[Fixture]


class Crew(Protocol):
    """Those who play: batches in, games out, in whatever order they are over."""

    def play(self, plan: Plan, batches: Sequence[Batch]) -> Iterator[list[Played]]:
        """Play all of the batches."""


class Processes:
    """So many processes of this machine; one that dies is replaced, and its games are played again."""

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def play(self, plan: Plan, batches: Sequence[Batch]) -> Iterator[list[Played]]:
        """Play all of the batches."""
        pool = Pool(arena=self._workers)
        try:
            for done in as_completed([pool.submit("arena", play_all, plan, batch) for batch in batches]):
                yield done.result()
        except NoWorker:
            raise GaslampError("arena.no_players") from None
        finally:
            pool.close()


def usual_workers() -> int:
    """How many processes play where nobody says how many: one core is left to whoever works here."""
    return max(1, (os.cpu_count() or 1) - 1)


def run(folder: Folder, crew: Crew, told: Callable[[int], None] = lambda games: None) -> Result:
    """Play what is left of a plan and count; tell how many games are over as they are."""
    plan = folder.plan
    left = (fixture for fixture in plan.fixtures() if fixture.index not in folder.games)
    told(len(folder.games))
    for played in crew.play(plan, [*_batches(left)]):
        for game in played:
            folder.add(game)
        told(len(folder.games))
    result = count(plan, folder.games)
    folder.finish(result)
    return result


def _batches(fixtures: Iterator[Fixture]) -> Iterator[Batch]:
    while batch := tuple(islice(fixtures, BATCH)):
        yield batch
