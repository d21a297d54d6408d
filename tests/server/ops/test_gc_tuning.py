"""What holds itself in a ring is freed in the end, however long it was spared."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from gaslamp.server.ops import gc_tuning


class Ring:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture
def as_it_was() -> Iterator[None]:
    """Leave the collector of the process as it is."""
    threshold = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*threshold)


@pytest.mark.long
@pytest.mark.usefixtures("as_it_was")
def test_what_was_spared_and_dropped_is_freed_in_the_end() -> None:
    ring = Ring()
    gone = ref(ring)
    gc_tuning.freeze_startup()
    del ring
    asyncio.run(gc_tuning.collect_unfrozen())
    assert gone() is not None, "it was spared"
    asyncio.run(gc_tuning.collect_all())
    assert gone() is None
    assert gc.get_freeze_count() > 0, "what is left is spared again"


@pytest.mark.usefixtures("as_it_was")
def test_what_is_new_is_freed_soon() -> None:
    gc_tuning.freeze_startup()
    ring = Ring()
    gone = ref(ring)
    del ring
    asyncio.run(gc_tuning.collect_young())
    assert gone() is None
