"""What one viewer is told of a game."""

from __future__ import annotations

from typing import Any

import msgspec

from gaslamp.core.game import News, Outcome, Viewer
from gaslamp.game.state import State


class Update(msgspec.Struct, frozen=True):
    """The game as one viewer knows it."""

    step: int  # number of updates this viewer has been entitled to
    view: Any  # the title's view, a dataclass
    legal: tuple[str, ...]  # actions this viewer may play now
    final: tuple[str, ...]  # those that cannot be undone
    may_undo: bool
    news: tuple[News, ...]  # oldest first
    outcome: Outcome | None
    head: str = ""  # of the chain of commitments, up to the last entry this viewer was told of; "" without a seal


_ENCODER = msgspec.json.Encoder(order="deterministic")


def encode(update: Update) -> bytes:
    """Return an update as bytes; equal updates give equal bytes."""
    return _ENCODER.encode(update)


def update(state: State, viewer: Viewer) -> Update:
    """Return what *viewer* knows, including the actions that the viewer's seat may play."""
    game, course = state.setup.game, state.course
    to_move = state.outcome is None and viewer == state.to_move
    position = course.position
    actions = position.legal() if to_move else []
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
