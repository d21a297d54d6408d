"""A hint for one visitor: what an opponent of the house would do in their place, and why, once it is worked out.

It is asked for one step of the visitor's own updates, and made of that update alone. If the table moves on meanwhile,
nobody waits for it any more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gaslamp.core.game import Game, Seat, Viewer
from gaslamp.core.messages import Message, message
from gaslamp.game.updates import Update
from gaslamp.live.bot_runner import Advice
from gaslamp.live.game.live_game import LiveGame
from gaslamp.live.hint_worker import HintWorker
from gaslamp.server.wire.frames.server_frames import HintFrame
from gaslamp.ui.presentation import presentation
from gaslamp.ui.prompt import Choice


class HintFeed:
    """Asks for a hint when its visitor does, and tells it once."""

    def __init__(self, live: LiveGame, hint_worker: HintWorker) -> None:
        self._live = live
        self._hint_worker = hint_worker
        self._asked: tuple[Seat, int] | None = None  # for which step of which seat

    def ask(self, seat: Seat, step: int) -> None:
        """Want a hint for a step of a seat; what was wanted before is not any more."""
        self._asked = seat, step

    def on(self, viewer: Viewer, update: Update, wake: Callable[[], None]) -> HintFrame | None:
        """Give the hint that was asked for; or nothing, and wake its visitor when it is known."""
        if self._asked is None:
            return None
        name = self._live.hint_level(viewer)
        if self._asked != (viewer, update.step) or not update.legal or name is None:
            self.forget()
            return None
        live = self._live
        known = self._hint_worker.ask(self, live.id, live.game, viewer, update, wake)
        if known is None:
            return None
        self._asked = None
        return hint_frame(known.what, name, update, live.game)

    def forget(self) -> None:
        """Want none any more."""
        self._asked = None
        self._hint_worker.forget(self)


def hint_frame(advice: Advice | None, name: str, update: Update, game: Game[Any, Any]) -> HintFrame:
    """Return the hint; without advice, because the worker failed, a frame that says so."""
    if advice is None:
        return HintFrame(update.step, (message("web.hint.none"),))
    way = way_to(advice.notation, update, game)
    by = message("web.hint.by", level=message(f"web.bot.{name}"))
    return HintFrame(update.step, named(way), by, tuple(advice.reasons), tuple(choice.target for choice in way))


def way_to(notation: str, update: Update, game: Game[Any, Any]) -> tuple[Choice, ...]:
    """What is to be pointed at, one after the other, to play an action."""
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
