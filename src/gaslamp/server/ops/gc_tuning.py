"""When garbage is looked for: with many players it must not be among all their things while they wait.

What is dropped is freed at once; only what holds itself in a ring waits for the collector. Left to itself that would
search for it in all that is new every few seconds, a tenth of a second at a time. And it counts what is made less what
is dropped: where frames replace frames, hundreds of thousands are new before it begins, and everybody waits for
thirty milliseconds. So the newest are searched by the clock, while they are few.
"""

from __future__ import annotations

import gc
from typing import Final

OFTEN: Final = 20_000  # new things, after which those alone are searched
SOON: Final = 0.1  # seconds, after which the newest are in any case
EVERY: Final = 600.0  # seconds, after which all are that have not been spared
SELDOM: Final = 6 * 3600.0  # seconds, after which those are that had been spared: a game among them may have gone since
_NEVER: Final = 1_000_000_000


def spare_what_stays() -> None:
    """Leave what is there now out of every search, and search nothing but the newest things by itself."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(OFTEN, _NEVER, _NEVER)


async def collect_newest() -> None:
    """Search what is new since the last search."""
    gc.collect(0)


async def collect() -> None:
    """Search all that has not been spared, and spare what is left: a game in memory stays long."""
    gc.collect()
    gc.freeze()


async def collect_everything() -> None:
    """Search what was spared as well; everybody waits for it a little longer."""
    gc.unfreeze()
    await collect()
