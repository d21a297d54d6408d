"""Who knows how much: what was done, and up to where each viewer of a game has been told of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from gaslamp.core.game import Game, News, Seat, Viewer
from gaslamp.core.history import NewsHistory


class Done(NamedTuple):
    """An action that was carried out, the position after it, and what each viewer learns of it."""

    action: int
    after: Any
    news: Mapping[Viewer, tuple[News, ...]]
    drawn: bool  # by chance
    sealed: bool  # never taken back


class _Read(NamedTuple):
    """What one viewer has learnt from so many actions, up to the last of them."""

    length: int
    last: Done | None
    news: NewsHistory


_NOTHING_READ: Final = _Read(0, None, NewsHistory())


class Audience:
    """All who look at a game: the acting side knows every step, all others only what is finished."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self._steps = dict.fromkeys(game.viewers, 0)
        self._entries = dict.fromkeys(game.viewers, 0)
        self._read: dict[Viewer, _Read] = {}  # what each viewer had learnt when it last asked
        self.told = 0  # so many actions are known to everybody
        self.actor: Seat | None = None  # whose activation is under way

    def step(self, viewer: Viewer) -> int:
        """How many updates a viewer was entitled to so far."""
        return self._steps[viewer]

    def entries(self, viewer: Viewer) -> int:
        """How many entries of the log a viewer has been told of, or passed over."""
        return self._entries[viewer]

    def horizon(self, viewer: Viewer, actions: int) -> int:
        """How many of so many actions a viewer knows of: all but the acting side those before the activation."""
        acting = self.actor is not None and viewer in self._game.allies(self.actor)
        return actions if acting else self.told

    def news(self, viewer: Viewer, done: Sequence[Done]) -> NewsHistory:
        """All that a viewer has learnt: what it had learnt when it last asked, and what has come since."""
        horizon, before = self.horizon(viewer, len(done)), self._read.get(viewer, _NOTHING_READ)
        if before.length > horizon or (before.length and done[before.length - 1] is not before.last):
            before = _NOTHING_READ  # something was taken back
        if before.length < horizon:
            new = [piece for one in done[before.length : horizon] for piece in one.news[viewer]]
            before = self._read[viewer] = _Read(horizon, done[horizon - 1], before.news.and_then(new))
        return before.news

    def tell_side(self, seat: Seat, entries: int) -> None:
        """The side of a seat of the newest of so many entries."""
        self._tell(self._game.allies(seat), entries)

    def tell_everybody(self, actions: int, entries: int) -> None:
        """Tell everybody of all actions: no activation is under way."""
        self.actor = None
        self.told = actions
        self._tell(self._game.viewers, entries)

    def _tell(self, viewers: Sequence[Viewer], entries: int) -> None:
        """Count an update that viewers are entitled to; only then does the head move on that they are told."""
        for viewer in viewers:
            self._steps[viewer] += 1
            self._entries[viewer] = entries
