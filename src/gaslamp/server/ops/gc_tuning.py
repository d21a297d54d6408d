"""Tune the garbage collector to avoid long pauses.

Python's own thresholds count allocations minus deallocations. A server that replaces frames by frames reaches them
late, with hundreds of thousands of young objects, and then pauses for 30 ms or more. Here the youngest generation is
collected by the clock, while it is small, and objects that live long are frozen.
"""

from __future__ import annotations

import gc
from typing import Final

YOUNG_THRESHOLD: Final = 20_000  # allocations before an automatic young collection
YOUNG_INTERVAL: Final = 0.1  # seconds
UNFROZEN_INTERVAL: Final = 600.0  # seconds
FULL_INTERVAL: Final = 6 * 3600.0  # seconds; finds evicted games that were frozen
_NEVER: Final = 1_000_000_000


def freeze_startup() -> None:
    """Exclude all present objects from collections, and collect only the young generation automatically."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_THRESHOLD, _NEVER, _NEVER)


async def collect_young() -> None:
    gc.collect(0)


async def collect_unfrozen() -> None:
    """Collect, then freeze the rest: games stay in memory for long."""
    gc.collect()
    gc.freeze()


async def collect_all() -> None:
    gc.unfreeze()
    await collect_unfrozen()
