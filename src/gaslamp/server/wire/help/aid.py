"""The deduction aid of one visitor: one frame for each of its own updates, or steps of a replay, once it is concluded.

Nothing but the visitor's own update asks for it, and it is made of what that update was made of: what a seat may not
know of changes neither when it comes nor a byte of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from gaslamp.core.game import SPECTATOR, News, Viewer
from gaslamp.game.updates import Update
from gaslamp.live.aid_worker import AidWorker
from gaslamp.live.game.live_game import LiveGame
from gaslamp.server.wire.frames.server_frames import AidFrame
from gaslamp.server.wire.replays import Replays
from gaslamp.ui.panels import Aid
from gaslamp.ui.presentation import presentation


class _Seen(NamedTuple):
    """What an aid is about: a viewer's step, or one of a replay, and what was seen and known then."""

    viewer: Viewer
    step: int
    replay: bool
    view: Any
    news: tuple[News, ...]


class AidFeed:
    """Asks for what follows from what one visitor sees, and tells it once."""

    def __init__(self, live: LiveGame, aid_worker: AidWorker, replays: Replays) -> None:
        self._live = live
        self._game = live.game
        self._aid_worker = aid_worker
        self._replays = replays
        self._replaying: int | None = None  # the step of a replay that is looked at
        self._told: tuple[object, ...] = ()  # what the last frame was about

    def replay(self, step: int) -> None:
        """Turn to a step of a replay."""
        self._replaying = step
        self._told = ()

    def on(self, viewer: Viewer, update: Update, language: str, wake: Callable[[], None]) -> AidFrame | None:
        """Give what a viewer has not been told yet of its newest update; or nothing, and wake it when it is known."""
        seen = self._seen(viewer, update)
        if seen is None:
            return None
        about = (seen.viewer, seen.step, seen.replay, language)
        if about == self._told:
            return None
        live = self._live
        known = self._aid_worker.ask(self, live.id, live.game, seen.news, wake)
        if known is None:
            return None
        self._told = about
        aid = presentation(self._game).aid(seen.view, known.what) if known.what is not None else Aid()
        return AidFrame(seen.step, seen.replay, aid.sprites, aid.panels)

    def forget(self) -> None:
        """Wait for nothing any more, and tell everything anew: the curtain is up, or the visitor has gone."""
        self._aid_worker.forget(self)
        self._told = ()

    def _seen(self, viewer: Viewer, update: Update) -> _Seen | None:
        """What there is to conclude from; None in a game that was agreed to be played without the aid."""
        game = self._game
        if update.outcome is not None:
            return self._replayed()
        source = game.aid_from(viewer) if game.aided else None
        if source is None:
            return None
        news = update.news if source == viewer else self._live.update(source).news
        return _Seen(viewer, update.step, replay=False, view=update.view, news=news)

    def _replayed(self) -> _Seen | None:
        """The step of a replay: it has the aid however the game was played, for it is over."""
        if self._replaying is None or self._game.aid_from(SPECTATOR) is None:
            return None
        moment = self._replays.moment(self._replaying)
        return _Seen(SPECTATOR, self._replaying, replay=True, view=moment.view, news=moment.news)
