"""What was played in a game, and how much of it each viewer knows.

The acting side knows every action; the others know those before the unfinished activation. Courses are immutable and
share their actions: a longer course refers to the shorter one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self

import msgspec
from msgspec.structs import replace

from gaslamp.core.game import CHANCE, Event, Game, News, Seat, Viewer, advance, redacted
from gaslamp.core.history import NewsHistory


class Move(NamedTuple):
    previous: Move | None
    number: int  # of actions so far
    action: int
    position: Any  # after the action
    news: Mapping[Viewer, tuple[News, ...]]
    drawn: bool  # drawn for this game, not taken from another one
    irreversible: bool


class Turn(NamedTuple):  # a finished activation
    previous: Turn | None
    last: Move
    seat: Seat


class Course(msgspec.Struct, frozen=True, eq=False):
    game: Game[Any, Any]
    last: Move  # the newest action
    public: Move  # the newest action that everybody knows
    turn: Turn | None = None  # the last finished activation
    actor: Seat | None = None  # whose activation is unfinished
    undo_limit: int = 0  # number of actions that cannot be undone
    draws: int = 0
    _news: Mapping[Viewer, NewsHistory] = {}  # up to `public`
    _own_news: dict[Viewer, NewsHistory] = {}  # cache, up to `last`

    @classmethod
    def start(cls, game: Game[Any, Any]) -> Self:
        first = Move(None, 0, -1, game.start(), {}, drawn=False, irreversible=True)
        return cls(game, first, first, _news=dict.fromkeys(game.viewers, NewsHistory()))

    @property
    def position(self) -> Any:
        return self.last.position

    @property
    def actions(self) -> list[int]:
        return [move.action for move in reversed(list(since(self.last, 0)))]

    def seen_by(self, viewer: Viewer) -> Move:
        return self.last if self._acts(viewer) else self.public

    def news(self, viewer: Viewer) -> NewsHistory:
        if not self._acts(viewer):
            return self._news[viewer]
        if viewer not in self._own_news:
            moves = reversed(list(since(self.last, self.public.number)))
            self._own_news[viewer] = self._news[viewer].and_then(piece for move in moves for piece in move.news[viewer])
        return self._own_news[viewer]

    def is_final(self, action: int) -> bool:
        """True if a legal action could not be undone by the player alone."""
        after = self.position.copy()
        after.advance(action)
        return self.game.ends_undo(self.position, action, after)

    def may_undo(self, seat: Seat) -> bool:
        return seat == self.actor and self.last.number > self.undo_limit

    def turn_reversible(self, seat: Seat | None = None) -> bool:
        """True if the last finished activation could be undone by agreement: nothing was drawn or answered since.

        With a *seat*, only what that seat knows is considered, and only seats of the acting side get True.
        """
        if self.turn is None or self.turn.previous is None:
            return False
        if seat is not None and seat not in self.game.allies(self.turn.seat):
            return False
        newest = self.last if seat is None else self.seen_by(seat)
        return not any(move.irreversible for move in since(newest, self.turn.previous.last.number))

    # ---- longer and shorter courses

    def played(self, notations: Sequence[str], *, drawn: bool = True) -> Course:
        """Carry out actions. *drawn* is False for chance actions of another game."""
        game, course = self.game, self
        for notation in notations:
            before, action = course.position, game.actions.parse(notation)
            after, events = advance(game, before, action)
            move = Move(
                course.last,
                course.last.number + 1,
                action,
                after,
                redacted(events, game.viewers),
                drawn=drawn and game.to_move(before) == CHANCE,
                irreversible=game.irreversible(before, action, after),
            )
            course = replace(
                course,
                last=move,
                draws=course.draws + move.drawn,
                undo_limit=move.number if game.ends_undo(before, action, after) else course.undo_limit,
                _own_news={},
            )
        return course

    def turn_ended(self, seat: Seat) -> Course:
        """End the activation of *seat*: all actions become public."""
        return replace(self, turn=Turn(self.turn, self.last, seat)).published()

    def undone(self) -> Course:
        assert self.last.previous is not None
        last = self.last.previous
        draws = self.draws - self.last.drawn
        actor = self.actor if last is not self.public else None
        return replace(self, last=last, draws=draws, actor=actor, _own_news={})

    def turn_undone(self) -> Course:
        """Take back the last finished activation, and what was played since."""
        assert self.turn is not None
        assert self.turn.previous is not None
        turn = self.turn.previous
        taken = list(since(self.last, turn.last.number))
        news = self._news
        if self.public.number > turn.last.number:
            lost = list(since(self.public, turn.last.number))
            count = {viewer: sum(len(move.news[viewer]) for move in lost) for viewer in news}
            news = {viewer: NewsHistory(history[: len(history) - count[viewer]]) for viewer, history in news.items()}
        return replace(
            self,
            last=turn.last,
            public=turn.last,
            turn=turn,
            actor=None,
            undo_limit=turn.last.number,
            draws=self.draws - sum(move.drawn for move in taken),
            _news=news,
            _own_news={},
        )

    def published(self, closing: Sequence[Event] = ()) -> Course:
        """Publish all actions, and the *closing* events of a game that did not end by the rules."""
        news = dict(self._news)
        new = list(reversed(list(since(self.last, self.public.number))))
        ending = redacted(closing, self.game.viewers)
        for viewer in self.game.viewers:
            pieces = [piece for move in new for piece in move.news[viewer]]
            news[viewer] = news[viewer].and_then([*pieces, *ending[viewer]])
        return replace(self, public=self.last, actor=None, _news=news, _own_news={})

    def _acts(self, viewer: Viewer) -> bool:
        return self.actor is not None and viewer in self.game.allies(self.actor)


def since(move: Move, number: int) -> Iterator[Move]:
    while move.number > number:
        yield move
        assert move.previous is not None
        move = move.previous
