"""The table as one visitor sees it, made anew only when something has changed since they last looked.

Every step at a table makes all who are there look, but most steps are told to one side alone. A frame is drawn in
slices, between which others are served: how long a ping takes should not tell that somebody else was drawn for.
"""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import Any, Final, NamedTuple

from gaslamp.core.game import Game, Outcome, Viewer
from gaslamp.game.updates import Update
from gaslamp.server.wire import rendering
from gaslamp.server.wire.fragment_cache import FragmentCache
from gaslamp.server.wire.frames.sent import TableFrame
from gaslamp.service.games.live_game import LiveGame

SLICE: Final = 0.0002  # seconds that are drawn at a stretch, at least; a pause costs a tenth of that


class _About(NamedTuple):
    """All that a frame is made of: equal ones make equal frames."""

    viewer: Viewer
    step: int  # it counts whatever this viewer is told
    outcome: Outcome | None
    around: rendering.Around  # whether they may act is in it
    language: str

    def differs_in_attendance(self, other: _About) -> bool:
        """Whether the table is the same but for who is there, and what follows it."""
        told = self.viewer, self.step, self.outcome, self.language
        if told != (other.viewer, other.step, other.outcome, other.language):
            return False
        return self.around.settled == other.around.settled


class _Drawn(NamedTuple):
    """A frame, and what it was made of."""

    about: _About
    update: Update
    frame: TableFrame


class FrameCache:
    """Makes the frames of one visitor at one table."""

    def __init__(self, live: LiveGame) -> None:
        self._live = live
        self._last: _Drawn | None = None
        self._fragments = FragmentCache("en")

    async def look(self, viewer: Viewer, around: rendering.Around, language: str) -> tuple[Update, TableFrame]:
        """What a viewer may know, and the frame that shows it, without the news."""
        live, last = self._live, self._last
        about = _About(viewer, live.state.updates[viewer], live.state.outcome, around, language)
        if last is None or about != last.about:
            self._last = last = await self._made(about, last)
        return last.update, last.frame

    async def _made(self, about: _About, last: _Drawn | None) -> _Drawn:
        viewer, _, _, around, language = about
        game = self._live.game
        if last is not None and about.differs_in_attendance(last.about):
            return _Drawn(
                about, last.update, rendering.with_attendance(last.frame, game, viewer, around, self._fragments)
            )
        update = self._live.update(viewer)
        self._fragments = self._fragments.speaking(language)
        return _Drawn(about, update, await drawn(update, game, viewer, around, self._fragments))


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
