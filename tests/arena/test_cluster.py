"""Arena runs on a Dask cluster with two workers, one of them killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from gaslamp.arena import plan as plans
from gaslamp.arena.match import play_all
from gaslamp.arena.run import BATCH, DaskCluster, _batches
from gaslamp.core.errors import GaslampError

if TYPE_CHECKING:
    from distributed import LocalCluster


@pytest.fixture(scope="module")
def scheduler() -> Iterator[LocalCluster]:
    dask = import_module("distributed")  # not with this file: it is slow to import
    with dask.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    ) as cluster:
        yield cluster


@pytest.mark.long
def test_a_killed_dask_worker_loses_no_game(scheduler: LocalCluster) -> None:
    plan = plans.make("pocket", ["passer_by", "constable"], 40, limit="200n")
    batches = [*_batches(plan.fixtures())]
    with import_module("distributed").Client(scheduler) as client:
        workers = [*client.run(os.getpid).values()]
    assert len(workers) == 2
    played = []
    for number, games in enumerate(DaskCluster(scheduler.scheduler_address).play(plan, batches)):
        if number == 1:
            os.kill(workers[0], signal.SIGKILL)
        played += games
    assert len(batches) == 160 // BATCH
    assert sorted(game.index for game in played) == list(range(160))
    records = {game.index: game.record for game in played}
    here = [game for batch in batches[:3] for game in play_all(plan, batch)]
    assert {game.index: game.record for game in here}.items() <= records.items()


@pytest.mark.long
def test_a_missing_cluster_is_an_error() -> None:
    plan = plans.make("pocket", ["passer_by"], 1)
    with pytest.raises(GaslampError) as refused:
        next(DaskCluster("nowhere://1").play(plan, []))
    assert refused.value.message.id == "arena.no_cluster"


@pytest.mark.long
def test_workers_with_other_opponents_are_refused(scheduler: LocalCluster) -> None:
    plan = replace(plans.make("pocket", ["passer_by"], 1), program="0.0.1 of yesterday")
    with pytest.raises(GaslampError) as refused:
        next(DaskCluster(scheduler.scheduler_address).play(plan, [*_batches(plan.fixtures())]))
    assert refused.value.message.id == "arena.other_program"
