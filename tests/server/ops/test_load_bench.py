"""The benches of many tables and of opponents, at the size of a test: everybody plays and is answered."""

from __future__ import annotations

import sys

import pytest

from bench import opponents
from bench.server.load import measure


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a machine has one address of its own")
def test_a_small_crowd_plays() -> None:
    found = measure(2, ["pocket", "mr_jack"], rate=20, warm_up=0.2, seconds=1)
    assert found.refused == 0
    assert found.steps > 0
    assert found.sender[0] > 0
    assert found.mib > 1
    assert found.cpu > found.echo > 0
    assert 0 < found.bytes[0] <= found.bytes[1] <= found.bytes[2]


@pytest.mark.slow
def test_a_few_games_wait_for_their_opponents() -> None:
    found = opponents.measure(games=3, names=["pocket", "mr_jack"], person=0.0, seconds=2.0, workers=1, beat=0.05)
    assert found.released.keys() == {"pocket", "mr_jack"}
    assert all(found.released.values())
    assert len(found.thought) == sum(map(len, found.released.values()))
