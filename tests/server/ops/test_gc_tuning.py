"""When garbage is looked for."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from pathlib import Path

from gaslamp.server.ops.database import database
from gaslamp.server.ops.metrics import Metrics
from gaslamp.server.ops.services import running
from gaslamp.server.ops.settings import Settings


class Ring:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.itself = self


def test_what_is_new_is_searched_however_little_it_is(tmp_path: Path) -> None:
    async def work() -> None:
        settings = Settings(tmp_path)
        kept = database(settings)
        kept.open()
        async with running(settings, kept, time.time, Metrics()):
            left = weakref.ref(Ring())
            async with asyncio.timeout(20):
                while left() is not None:
                    await asyncio.sleep(0.01)
        kept.close()

    gc.disable()  # it would not begin by itself
    try:
        asyncio.run(work())
    finally:
        gc.enable()
