"""When garbage is looked for: with many players it must not be among all their things while they wait.

What is dropped is freed at once; only what holds itself in a ring waits for the collector. Left to itself that would
search for it in all that is new every few seconds, a tenth of a second at a time.
"""

from __future__ import annotations

import gc
from typing import Final

OFTEN: Final = 20_000  # new things, after which those alone are searched
EVERY: Final = 600.0  # seconds, after which all things are
_NEVER: Final = 1_000_000_000


def spare_what_stays() -> None:
    """Leave what is there now out of every search, and search nothing but the newest things by itself."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(OFTEN, _NEVER, _NEVER)


async def collect() -> None:
    """Search all things, and spare what is left: a game in memory stays long."""
    gc.collect()
    gc.freeze()
