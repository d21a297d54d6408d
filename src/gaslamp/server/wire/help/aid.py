"""The deduction aid of one client: one frame per update of its own, or per step of a replay.

It is requested for the client's own update and computed from the same news, so that its time and its bytes do not
depend on anything hidden from the client.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from gaslamp.core.game import SPECTATOR, News, Viewer
from gaslamp.game.updates import Update
from gaslamp.server.wire.frames.server_frames import AidFrame
from gaslamp.server.wire.replays import Replays
from gaslamp.service.games.assistance import aid_request
from gaslamp.service.games.live_game import LiveGame
from gaslamp.ui.panels import Aid
from gaslamp.ui.presentation import presentation
from gaslamp.workers.shared import SharedJobs


class _Subject(NamedTuple):
    viewer: Viewer
    step: int
    replay: bool
    view: Any
    news: tuple[News, ...]


class AidFeed:
    def __init__(self, live: LiveGame, jobs: SharedJobs, replays: Replays) -> None:
        self._live = live
        self._jobs = jobs
        self._replays = replays
        self._replay_step: int | None = None
        self._last: tuple[object, ...] = ()  # subject and language of the last frame

    def replay(self, step: int) -> None:
        self._replay_step = step
        self._last = ()

    def poll(self, viewer: Viewer, update: Update, language: str, wake: Callable[[], None]) -> AidFrame | None:
        """Return the aid for the newest update, once; None if it is not ready, and *wake* is called when it is."""
        subject = self._subject(viewer, update)
        if subject is None:
            return None
        key = (subject.viewer, subject.step, subject.replay, language)
        if key == self._last:
            return None
        live = self._live
        result = self._jobs.get(self, aid_request(live.id, live.game, subject.news), wake)
        if result is None:
            return None
        self._last = key
        aid = presentation(live.game).aid(subject.view, result.value) if result.value is not None else Aid()
        return AidFrame(subject.step, subject.replay, aid.sprites, aid.panels)

    def cancel(self) -> None:
        """Cancel the request, and send the next aid even if it is the same: the board was covered meanwhile."""
        self._jobs.cancel(self)
        self._last = ()

    def _subject(self, viewer: Viewer, update: Update) -> _Subject | None:
        """Return what the aid is about; None in a game without aid. Replays have it in any case."""
        game = self._live.game
        if update.outcome is not None:
            if self._replay_step is None or game.aid_from(SPECTATOR) is None:
                return None
            moment = self._replays.moment(self._replay_step)
            return _Subject(SPECTATOR, self._replay_step, replay=True, view=moment.view, news=moment.news)
        source = game.aid_from(viewer) if game.aided else None
        if source is None:
            return None
        news = update.news if source == viewer else self._live.update(source).news
        return _Subject(viewer, update.step, replay=False, view=update.view, news=news)
