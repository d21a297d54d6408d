"""Replay of a finished game, step by step, with nothing hidden or as one seat knew it.

A step is an action with the draws that follow it; step 0 is the deal. A game that did not end by the rules has one more
step, which reveals what was hidden. A replay stops where something is visible: a step inside an activation that changes
nothing on the board is shown with the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import CHANCE, SPECTATOR, Event, Game, News, Outcome, Seat, Viewer, redact
from gaslamp.core.records.record import Record, replay
from gaslamp.ui.presentation import presentation


@dataclass(frozen=True, slots=True)
class Moment:
    view: Any  # the title's view, with nothing hidden or of the seat
    news: tuple[News, ...]  # of the seat or a spectator, oldest first
    happened: tuple[News, ...]  # since the previous stop, with nothing hidden or as the seat learnt it
    outcome: Outcome | None = None  # in the last step


@dataclass(frozen=True, slots=True)
class _Step:
    position: Any
    actions: int  # so far, draws included
    events: tuple[Event, ...]  # since the previous step
    news: int  # number of a spectator's news
    actor: Seat | None  # whose activation is unfinished


class Replay:
    def __init__(self, game: Game[Any, Any], record: Record) -> None:
        self._game = game
        self._outcome = record.outcome
        self._news: list[News] = []
        self._steps: list[_Step] = []
        before = game.start()
        happened: list[Event] = []
        mover: Seat | None = None
        for number, (action, after) in enumerate(replay(game, record)):
            if game.to_move(before) != CHANCE:
                self._keep(before, number, happened, mover)
                mover, happened = game.to_move(before), []
            happened += game.events(before, action, after)
            before = after
        self._keep(before, len(record.actions), happened, mover)
        self._always = {0}  # stops even if nothing is visible
        if record.outcome is not None and game.outcome(before) is None:
            self._always.add(self.last)  # the game ended inside this step
            self._keep(before, len(record.actions), game.closing_events(before), None)

    @property
    def last(self) -> int:
        return len(self._steps) - 1

    def moment(self, step: int, seat: Seat | None = None) -> Moment:
        """Return the game after a step, as *seat* knew it. Raises IllegalAction if there is no such step."""
        if not 0 <= step <= self.last:
            raise IllegalAction("error.no_step", last=self.last)
        outcome = self._outcome if step == self.last else None
        first = max((stop + 1 for stop in self.stops if stop < step), default=0)
        if seat is None:
            happened = self._events(first, step)
            return Moment(
                view=self._view(self._steps[step]),
                news=self.news(step, SPECTATOR),
                happened=tuple(News(event.kind, event.details) for event in happened),
                outcome=outcome,
            )
        known, before = self._known(step, seat), self._known(first - 1, seat) if first else -1
        return Moment(
            view=self._game.view(self._steps[known].position, seat, ended=outcome is not None),
            news=self.news(step, seat),
            happened=redact([*self._events(before + 1, known)], seat),
            outcome=outcome,
        )

    def news(self, step: int, viewer: Viewer) -> tuple[News, ...]:
        """Return the news that a viewer had after a step; a spectator learns of each step at once."""
        if viewer == SPECTATOR:
            return tuple(self._news[: self._steps[step].news])
        return redact([*self._events(0, self._known(step, viewer))], viewer)

    def finished(self, step: int) -> int:
        """Return how many actions were played when the last activation up to *step* ended. Raises IllegalAction."""
        if not 0 <= step <= self.last:
            raise IllegalAction("error.no_step", last=self.last)
        while self._steps[step].actor is not None:
            step -= 1
        return self._steps[step].actions

    def step_after(self, actions: int) -> int:
        """Return the first step after which this number of actions of the record is played, draws included."""
        return next((number for number, step in enumerate(self._steps) if step.actions >= actions), self.last)

    @cached_property
    def stops(self) -> tuple[int, ...]:
        """Steps with a visible change, the first and the last."""
        boards = [self._board(step) for step in range(len(self._steps))]
        return tuple(
            number
            for number, step in enumerate(self._steps)
            if number in {*self._always, self.last} or step.actor is None or boards[number] != boards[number - 1]
        )

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        firsts: dict[int, int] = {}
        for stop in self.stops:
            firsts.setdefault(presentation(self._game).round_of(self._view(self._steps[stop])), stop)
        return tuple(firsts.values())

    def _view(self, step: _Step) -> Any:
        return self._game.view(step.position, SPECTATOR, ended=True)

    def _board(self, step: int) -> tuple[object, ...]:
        scene = presentation(self._game).scene(self._view(self._steps[step]), self.news(step, SPECTATOR))
        return scene.sprites, scene.trails

    def _known(self, step: int, seat: Seat) -> int:
        """Return the newest step that a seat knew after *step*; it learns of other sides' activations as a whole."""
        while (actor := self._steps[step].actor) is not None and seat not in self._game.allies(actor):
            step -= 1
        return step

    def _events(self, first: int, last: int) -> Iterable[Event]:
        return (event for step in self._steps[first : last + 1] for event in step.events)

    def _keep(self, position: Any, actions: int, happened: Sequence[Event], mover: Seat | None) -> None:
        actor = None if self._game.turn_complete(position) else mover
        self._news += redact(happened, SPECTATOR)
        self._steps.append(_Step(position, actions, tuple(happened), len(self._news), actor))
