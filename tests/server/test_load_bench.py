"""The bench of a server with many tables, at the size of a test: everybody sits, plays and is answered."""

from __future__ import annotations

import sys

import pytest

from bench.load import measure


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a machine has one address of its own")
def test_a_small_crowd_plays() -> None:
    found = measure(2, ["pocket", "mr_jack"], rate=20, warm_up=0.2, seconds=1)
    assert found.refused == 0
    assert found.steps > 0
    assert found.sender[0] > 0
    assert found.mib > 1
