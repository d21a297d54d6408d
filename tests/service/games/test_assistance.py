"""Requests of deduction aid and hints: their keys hold what the result depends on."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.core.game import News
from gaslamp.game.table import Table
from gaslamp.service.games.assistance import aid_request, hint_request
from gaslamp.workers.pool import Pool
from gaslamp.workers.shared import Request, SharedJobs

WHITEHALL = titles.game("whitehall")
POCKET = titles.game("pocket")
NEWS = (News("location_hidden", {"count": 4}), News("started", {"circle": 33}))


def in_worker(request: Request) -> Any:
    """Compute a request as a server does; fails if it was computed in this process."""

    async def wait() -> Any:
        pool = Pool(**{request.queue: 1})
        try:
            result = await SharedJobs(pool).wait(request)
            assert pool.status(request.queue).processes
        finally:
            pool.close()
        return result

    return asyncio.run(wait())


def test_an_aid_is_concluded_from_the_news_in_a_worker() -> None:
    concluded = WHITEHALL.conclude(NEWS)
    assert concluded is not None
    assert in_worker(aid_request("game", WHITEHALL, NEWS)) == concluded


@pytest.mark.long
def test_a_hint_is_computed_in_a_worker_and_can_be_repeated() -> None:
    table = Table(POCKET, rng=Random(1))
    update = table.update("detectives")
    request = hint_request("game", POCKET, "detectives", update)
    first, second = in_worker(request), in_worker(request)
    assert first == second
    assert first.notation in update.legal
    assert first.reasons


def test_keys_differ_by_game_and_by_knowledge() -> None:
    aids = [
        aid_request("game", WHITEHALL, NEWS),
        aid_request("other", WHITEHALL, NEWS),
        aid_request("game", WHITEHALL, NEWS[:1]),
    ]
    updates = [Table(POCKET, rng=Random(seed)).update("detectives") for seed in (1, 2)]
    hints = [hint_request(id, POCKET, "detectives", update) for id in ("game", "other") for update in updates]
    assert len({request.key for request in aids}) == 3
    assert len({request.key for request in hints}) == 4
    assert len({request.args[1].seed for request in hints}) == 4


def test_a_plan_changes_the_key_but_not_the_seed() -> None:
    """After an undo, the hint at the first step is the same as before."""
    update = Table(POCKET, rng=Random(1)).update("detectives")
    first, second = (hint_request("game", POCKET, "detectives", update, plan) for plan in ((), (75, 84)))
    assert first.key != second.key
    assert first.args[1].seed == second.args[1].seed


def test_equal_knowledge_gives_an_equal_request() -> None:
    assert aid_request("game", WHITEHALL, NEWS) == aid_request("game", WHITEHALL, list(NEWS))
    updates = [Table(POCKET, rng=Random(1)).update("detectives") for _ in range(2)]
    first, second = (hint_request("game", POCKET, "detectives", update) for update in updates)
    assert first == second
