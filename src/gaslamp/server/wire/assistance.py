"""Deduction aid and hints for one client.

Both are computed in worker processes from the client's own update, so that their time and bytes depend on nothing that
is hidden from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from gaslamp.core.game import SPECTATOR, Game, News, Seat, Viewer
from gaslamp.core.messages import Message, message
from gaslamp.game.updates import Update
from gaslamp.server.wire.replays import Replays
from gaslamp.server.wire.server_frames import AidFrame, HintFrame
from gaslamp.service.games.assistance import Advice, aid_request, hint_request
from gaslamp.service.games.live_game import LiveGame
from gaslamp.ui.panels import Aid
from gaslamp.ui.presentation import presentation
from gaslamp.ui.prompt import Choice
from gaslamp.workers.shared import SharedJobs


class _Subject(NamedTuple):
    viewer: Viewer
    step: int
    replay: bool
    view: Any
    news: tuple[News, ...]


class AidFeed:
    """One aid frame per update, or per step of a replay."""

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
        """Return what the aid is about; None in a game without aid. Replays always have aid."""
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


class HintFeed:
    """Hints on request, each for one step of the client's seat. If the game moves on, the request is cancelled."""

    def __init__(self, live: LiveGame, jobs: SharedJobs) -> None:
        self._live = live
        self._jobs = jobs
        self._requested: tuple[Seat, int] | None = None  # seat and step

    def request(self, seat: Seat, step: int) -> None:
        self._requested = seat, step

    def poll(self, viewer: Viewer, update: Update, wake: Callable[[], None]) -> HintFrame | None:
        """Return the requested hint, once; None if it is not ready, and *wake* is called when it is."""
        if self._requested is None:
            return None
        live, name = self._live, self._live.hint_level(viewer)
        if self._requested != (viewer, update.step) or not update.legal or name is None:
            self.cancel()
            return None
        result = self._jobs.get(self, hint_request(live.id, live.game, viewer, update), wake)
        if result is None:
            return None
        self._requested = None
        return hint_frame(result.value, name, update, live.game)

    def cancel(self) -> None:
        self._requested = None
        self._jobs.cancel(self)


def hint_frame(advice: Advice | None, name: str, update: Update, game: Game[Any, Any]) -> HintFrame:
    """Return the hint; an apology without *advice*: the worker failed."""
    if advice is None:
        return HintFrame(update.step, (message("web.hint.none"),))
    path = path_to(advice.notation, update, game)
    by = message("web.hint.by", level=message(f"web.bot.{name}"))
    return HintFrame(update.step, _labels(path), by, tuple(advice.reasons), tuple(choice.target for choice in path))


def path_to(notation: str, update: Update, game: Game[Any, Any]) -> tuple[Choice, ...]:
    """Return the choices that lead to an action, first to last."""
    choices = presentation(game).prompt(update.view, game.actions.parsed(update.legal)).choices
    return _path(choices, game.actions.parse(notation))


def _path(choices: Sequence[Choice], action: int) -> tuple[Choice, ...]:
    for choice in choices:
        if choice.action == action:
            return (choice,)
        rest = _path(choice.next, action)
        if rest:
            return (choice, *rest)
    return ()


def _labels(path: Sequence[Choice]) -> tuple[Message, ...]:
    """Return the labels of the inner choices, and the verb of the last one."""
    labels = (*(choice.label for choice in path[:-1]), *(choice.verb or choice.label for choice in path[-1:]))
    return tuple(label for label in labels if label is not None)
