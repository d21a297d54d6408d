"""The hints of one client.

A hint is requested for one step of the client's seat and computed from that update alone. If the game moves on, the
request is cancelled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gaslamp.core.game import Game, Seat, Viewer
from gaslamp.core.messages import Message, message
from gaslamp.game.updates import Update
from gaslamp.server.wire.frames.server_frames import HintFrame
from gaslamp.service.games.assistance import Advice, hint_request
from gaslamp.service.games.live_game import LiveGame
from gaslamp.ui.presentation import presentation
from gaslamp.ui.prompt import Choice
from gaslamp.workers.shared import SharedJobs


class HintFeed:
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
        plan = live.plan(viewer, update.step)
        result = self._jobs.get(self, hint_request(live.id, live.game, viewer, update, plan), wake)
        if result is None:
            return None
        self._requested = None
        if result.value is not None:
            live.keep_plan(viewer, update.step, result.value.plan)
        return hint_frame(result.value, name, update, live.game)

    def cancel(self) -> None:
        self._requested = None
        self._jobs.cancel(self)


def hint_frame(advice: Advice | None, name: str, update: Update, game: Game[Any, Any]) -> HintFrame:
    """Return the hint; without advice, because the worker failed, a frame that says so."""
    if advice is None:
        return HintFrame(update.step, (message("web.hint.none"),))
    way = way_to(advice.notation, update, game)
    by = message("web.hint.by", level=message(f"web.bot.{name}"))
    return HintFrame(update.step, named(way), by, tuple(advice.reasons), tuple(choice.target for choice in way))


def way_to(notation: str, update: Update, game: Game[Any, Any]) -> tuple[Choice, ...]:
    choices = presentation(game).prompt(update.view, game.actions.parsed(update.legal)).choices
    return _way(choices, game.actions.parse(notation))


def named(way: Sequence[Choice]) -> tuple[Message, ...]:
    """Return the labels of the inner choices, and the verb of the last one."""
    names = (*(choice.label for choice in way[:-1]), *(choice.verb or choice.label for choice in way[-1:]))
    return tuple(name for name in names if name is not None)


def _way(choices: Sequence[Choice], action: int) -> tuple[Choice, ...]:
    for choice in choices:
        if choice.action == action:
            return (choice,)
        rest = _way(choice.next, action)
        if rest:
            return (choice, *rest)
    return ()
