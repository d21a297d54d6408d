"""A finished game once more, step by step, with nothing hidden: what somebody sees who may know everything.

A step is an action together with the draws that follow it; before the first one lies what chance laid out. A game that
the table ended has one step more, in which what was hidden is laid open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import CHANCE, SPECTATOR, Event, Game, News, Outcome, redact
from gaslamp.core.record import Record, replay


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after one step: all of it, what everybody had been told by then, and what happened in this step."""

    view: Any  # the title's view, with nothing hidden
    news: tuple[News, ...]  # a spectator's, the newest last
    happened: tuple[News, ...]  # as those learnt it who knew
    outcome: Outcome | None = None  # in the last step


@dataclass(frozen=True, slots=True)
class _Step:
    position: Any
    heard: int  # so many news a spectator had by then
    happened: tuple[News, ...]


class Replay:
    """All moments of a finished game."""

    def __init__(self, game: Game[Any, Any], record: Record) -> None:
        self._game = game
        self._outcome = record.outcome
        self._news: list[News] = []
        self._steps: list[_Step] = []
        before = game.start()
        happened: list[Event] = []
        for action, after in replay(game, record):
            if game.to_move(before) != CHANCE:
                self._keep(before, happened)
                happened = []
            happened += game.events(before, action, after)
            before = after
        self._keep(before, happened)
        if record.outcome is not None and game.outcome(before) is None:
            self._keep(before, game.closing_events(before))

    @property
    def last(self) -> int:
        """Give the number of the last step; the first one is 0."""
        return len(self._steps) - 1

    def moment(self, step: int) -> Moment:
        """Give the table after a step, or refuse a number that no step has."""
        if not 0 <= step <= self.last:
            raise IllegalAction("error.no_step", last=self.last)
        here = self._steps[step]
        return Moment(
            view=self._game.view(here.position, SPECTATOR, ended=True),
            news=tuple(self._news[: here.heard]),
            happened=here.happened,
            outcome=self._outcome if step == self.last else None,
        )

    def _keep(self, position: Any, happened: Sequence[Event]) -> None:
        self._news += redact(happened, SPECTATOR)
        told = tuple(News(event.kind, event.details) for event in happened)
        self._steps.append(_Step(position, len(self._news), told))
