"""Replay of a finished game, step by step, with nothing hidden.

A step is an action with the draws that follow it; step 0 is the deal. A game that did not end by the rules has one more
step, which reveals what was hidden. A replay stops where something is visible: a step inside an activation that changes
nothing on the board is shown with the next one.
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
    """The game after one step."""

    view: Any  # the title's view, with nothing hidden
    news: tuple[News, ...]  # of a spectator, oldest first
    happened: tuple[News, ...]  # since the previous stop, with nothing hidden
    outcome: Outcome | None = None  # in the last step


@dataclass(frozen=True, slots=True)
class _Step:
    position: Any
    news: int  # number of a spectator's news
    happened: tuple[News, ...]
    turn_complete: bool


class Replay:
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
        self._always = {0}  # stops even if nothing is visible
        if record.outcome is not None and game.outcome(before) is None:
            self._always.add(self.last)  # the game ended inside this step
            self._keep(before, game.closing_events(before))

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self._steps) - 1

    def moment(self, step: int) -> Moment:
        """Return the game after a step. Raises IllegalAction if there is no such step."""
        if not 0 <= step <= self.last:
            raise IllegalAction("error.no_step", last=self.last)
        current = self._steps[step]
        first = max((stop + 1 for stop in self.stops if stop < step), default=0)
        return Moment(
            view=self._view(current),
            news=tuple(self._news[: current.news]),
            happened=tuple(piece for shown in self._steps[first : step + 1] for piece in shown.happened),
            outcome=self._outcome if step == self.last else None,
        )

    @cached_property
    def stops(self) -> tuple[int, ...]:
        """Steps with a visible change, the first and the last."""
        boards = [self._board(step) for step in self._steps]
        return tuple(
            number
            for number, step in enumerate(self._steps)
            if number in {*self._always, self.last} or step.turn_complete or boards[number] != boards[number - 1]
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
        scene = presentation(self._game).scene(self._view(step), self._news[: step.news])
        return scene.sprites, scene.trails

    def _keep(self, position: Any, happened: Sequence[Event]) -> None:
        self._news += redact(happened, SPECTATOR)
        news = tuple(News(event.kind, event.details) for event in happened)
        self._steps.append(_Step(position, len(self._news), news, self._game.turn_complete(position)))
