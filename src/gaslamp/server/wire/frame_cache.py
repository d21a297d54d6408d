"""The table as one visitor sees it, made anew only when something has changed since they last looked.

Every step at a table makes all who are there look, but most steps are told to one side alone. A frame is drawn in
slices, between which others are served: how long a ping takes should not tell that somebody else was drawn for.
"""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import Any, Final, NamedTuple

from gaslamp.core.game import Game, Outcome, Viewer
from gaslamp.live.game.live_game import LiveGame
from gaslamp.server.wire import rendering
from gaslamp.server.wire.fragment_cache import FragmentCache
from gaslamp.server.wire.frames.sent import TableFrame
from gaslamp.table.update import Update

SLICE: Final = 0.0002  # seconds that are drawn at a stretch, at least; a pause costs a tenth of that


class _About(NamedTuple):
    """All that a frame is made of: equal ones make equal frames."""

    viewer: Viewer
    step: int  # it counts whatever this viewer is told
    outcome: Outcome | None
    around: rendering.Around  # whether they may act is in it
    language: str


class FrameCache:
    """Makes the frames of one visitor at one table."""

    def __init__(self, live: LiveGame) -> None:
        self._live = live
        self._about: _About | None = None
        self._update: Update | None = None
        self._frame: TableFrame | None = None
        self._fragments = FragmentCache("en")

    async def look(self, viewer: Viewer, around: rendering.Around, language: str) -> tuple[Update, TableFrame]:
        """What a viewer may know, and the frame that shows it, without the news."""
        live = self._live
        about = _About(viewer, live.step(viewer), live.outcome, around, language)
        if self._update is None or self._frame is None or about != self._about:
            update = live.update(viewer)
            self._fragments = self._fragments.speaking(language)
            self._frame = await drawn(update, live.game, viewer, around, self._fragments)
            self._update, self._about = update, about
        return self._update, self._frame


async def drawn(
    update: Update, game: Game[Any, Any], viewer: Viewer, around: rendering.Around, fragments: FragmentCache
) -> TableFrame:
    """The frame that shows a viewer what it may know, without the news; others are served while it is drawn."""
    slices = rendering.drawn_in_slices(update, game, viewer, around, fragments)
    served = perf_counter()
    while True:
        try:
            next(slices)
        except StopIteration as whole:
            frame: TableFrame = whole.value
            return frame
        if perf_counter() - served >= SLICE:
            await asyncio.sleep(0)
            served = perf_counter()
