"""What is told of a game: updates for viewers, and the summary for lists, which is stored with each entry."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from gaslamp.core.game import SPECTATOR, News, Outcome, Seat, Viewer
from gaslamp.game.state import State
from gaslamp.ui.presentation import presentation

Phase: TypeAlias = Literal["waiting", "playing", "over", "closed", "lost"]  # lost: it cannot be opened any more


class Update(msgspec.Struct, frozen=True):
    step: int  # number of updates this viewer has been entitled to
    view: Any  # the title's view, a dataclass
    legal: tuple[str, ...]  # actions this viewer may play now
    final: tuple[str, ...]  # those that cannot be undone
    may_undo: bool
    news: tuple[News, ...]  # oldest first
    outcome: Outcome | None
    head: str = ""  # of the chain of commitments, up to the last entry this viewer was told of; "" without a seal


class Summary(NamedTuple):
    """What is public: nothing of it changes inside an activation."""

    phase: Phase
    at: int  # when everybody last learnt something, in milliseconds since 1970
    turn: Seat | None = None  # the player awaited; None for a bot
    winner: str | None = None  # side
    reason: str | None = None
    round: int = 0  # as spectators see it; 0 if the title has no rounds


def update(state: State, viewer: Viewer) -> Update:
    game, course = state.setup.game, state.course
    to_move = state.outcome is None and viewer == state.to_move
    actions = course.position.legal() if to_move else []
    return Update(
        step=state.updates[viewer],
        view=game.view(course.seen_by(viewer).position, viewer, ended=state.outcome is not None),
        legal=game.actions.formatted(actions),
        final=game.actions.formatted(action for action in actions if course.is_final(action)),
        may_undo=to_move and course.may_undo(viewer),
        news=course.news(viewer),
        outcome=state.outcome,
        head=state.heads[viewer].hex(),
    )


def summary(state: State) -> Summary:
    at = state.last_public or state.setup.created
    if state.outcome is not None:
        return Summary("over", at, None, state.outcome.winner, state.outcome.reason, _round(state))
    if state.closed:
        return Summary("closed", at)
    if not state.started:
        return Summary("waiting", at)
    return Summary("playing", at, turn(state), round=_round(state))


def turn(state: State) -> Seat | None:
    """Return the player that a running game waits for; None for a bot, or while it is stopped."""
    if state.outcome is not None or state.closed or not state.started:
        return None
    return None if state.blocked or state.awaited in state.bots else state.awaited


def _round(state: State) -> int:
    game = state.game
    view = game.view(state.course.seen_by(SPECTATOR).position, SPECTATOR, ended=state.outcome is not None)
    return presentation(game).round_of(view)
