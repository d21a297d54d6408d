"""Learning from mistakes: at each judged decision of a side, find an alternative that is good enough."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import CHANCE, Game, Seat, Side
from gaslamp.game.entries import Played, Started
from gaslamp.game.setup import Setup
from gaslamp.game.state import State
from gaslamp.game.updates import Update, update
from gaslamp.review.report import Decision, Review


class Exercise:
    """The judged decisions of a side, one for each step. The learner sees what its seat knew then."""

    def __init__(self, game: Game[Any, Any], actions: Sequence[str], review: Review, side: Side) -> None:
        self.game = game
        self.side = side
        self._record = tuple(actions)
        pairs = zip(review.points, review.points[1:], strict=False)
        self.decisions: list[tuple[int, Decision]] = [  # with the number of actions before
            (before.actions, point.decision)
            for before, point in pairs
            if point.decision is not None and point.decision.side == side and point.decision.judgement
        ]
        if self.decisions:
            self.begin(0)

    @property
    def last(self) -> int:
        return len(self.decisions) - 1

    @property
    def decision(self) -> Decision:
        return self.decisions[self._step][1]

    def begin(self, step: int) -> None:
        """Go to a decision. Raises IllegalAction if there is none."""
        if not 0 <= step <= self.last:
            raise IllegalAction("error.no_step", last=self.last)
        self._step, self._tried, self.solved = step, tuple[str, ...](), False
        self.seat: Seat = self.decision.seat
        self._start = self._state = replayed(self.game, self._record[: self.decisions[step][0]])

    def update(self) -> Update:
        current = update(self._state, self.seat)
        return replace(current, legal=(), final=()) if self.solved else current

    def play(self, notation: str) -> str:
        """Try an action. Returns "unfinished", "good", "same" or "bad"; after the last two it starts again."""
        self._tried += (notation,)
        state = self._state.after(Played(self.seat, (notation,)))
        position = state.course.position
        if not self.game.turn_complete(position) and self.game.to_move(position) != CHANCE:
            self._state = state
            return "unfinished"
        reached = position.key()
        if reached in {self._key(actions) for actions in self.decision.good}:
            self._state, self.solved = state, True
            return "good"
        self._tried, self._state = (), self._start
        return "same" if reached == self._key(self.decision.played.actions) else "bad"

    def _key(self, actions: Sequence[str]) -> tuple[int, ...]:
        position = self._start.course.position.copy()
        for notation in actions:
            position.advance(self.game.actions.parse(notation))
        key: tuple[int, ...] = position.key()
        return key


def replayed(game: Game[Any, Any], actions: Sequence[str]) -> State:
    """Return the state of a game after some actions of its record, draws included."""
    turns: list[tuple[Seat, list[str]]] = [(CHANCE, [])]
    position = game.start()
    for notation in actions:
        mover = game.to_move(position)
        if mover not in {None, CHANCE}:
            turns.append((str(mover), []))
        turns[-1][1].append(notation)
        position.advance(game.actions.parse(notation))
    state = State.initial(Setup(game))
    for mover, played in turns:
        state = state.after(Started(tuple(played)) if mover == CHANCE else Played(mover, tuple(played)))
    return state
