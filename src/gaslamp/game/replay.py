"""A finished game once more, step by step, with nothing hidden: what somebody sees who may know everything.

A step is an action together with the draws that follow it; before the first one lies what chance laid out. A game that
the table ended has one step more, in which what was hidden is laid open. Whoever walks through a game stops where there
is something to see: a step in the middle of an activation that changes nothing on the board is told with the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import CHANCE, SPECTATOR, Event, Game, News, Outcome, redact
from gaslamp.core.records.record import Record, replay
from gaslamp.ui.presentation import presentation


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after one step: all of it, what everybody had been told by then, and what happened in this step."""

    view: Any  # the title's view, with nothing hidden
    news: tuple[News, ...]  # a spectator's, the newest last
    happened: tuple[News, ...]  # as those learnt it who knew, since the stop before
    outcome: Outcome | None = None  # in the last step


@dataclass(frozen=True, slots=True)
class _Step:
    position: Any
    heard: int  # so many news a spectator had by then
    happened: tuple[News, ...]
    settled: bool  # no activation is under way


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
        self._always = {0}  # stops whatever is to be seen
        if record.outcome is not None and game.outcome(before) is None:
            self._always.add(self.last)  # the table ended it here, whatever was under way
            self._keep(before, game.closing_events(before))

    @property
    def last(self) -> int:
        """The number of the last step; the first one is 0."""
        return len(self._steps) - 1

    def moment(self, step: int) -> Moment:
        """Give the table after a step, or refuse a number that no step has."""
        if not 0 <= step <= self.last:
            raise IllegalAction("error.no_step", last=self.last)
        here = self._steps[step]
        first = max((stop + 1 for stop in self.stops if stop < step), default=0)
        return Moment(
            view=self._view(here),
            news=tuple(self._news[: here.heard]),
            happened=tuple(piece for one in self._steps[first : step + 1] for piece in one.happened),
            outcome=self._outcome if step == self.last else None,
        )

    @cached_property
    def stops(self) -> tuple[int, ...]:
        """The steps in which there is something to see, the first and the last among them."""
        boards = [self._board(step) for step in self._steps]
        return tuple(
            number
            for number, step in enumerate(self._steps)
            if number in {*self._always, self.last} or step.settled or boards[number] != boards[number - 1]
        )

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """The first stop of each round."""
        firsts: dict[int, int] = {}
        for stop in self.stops:
            firsts.setdefault(presentation(self._game).round_of(self._view(self._steps[stop])), stop)
        return tuple(firsts.values())

    def _view(self, step: _Step) -> Any:
        return self._game.view(step.position, SPECTATOR, ended=True)

    def _board(self, step: _Step) -> tuple[object, ...]:
        scene = presentation(self._game).scene(self._view(step), self._news[: step.heard])
        return scene.sprites, scene.trails

    def _keep(self, position: Any, happened: Sequence[Event]) -> None:
        self._news += redact(happened, SPECTATOR)
        told = tuple(News(event.kind, event.details) for event in happened)
        self._steps.append(_Step(position, len(self._news), told, self._game.turn_complete(position)))
