"""What lists tell of a game without opening it. It is stored with the entry that changes it.

It contains only what everybody knows: nothing of it changes inside an activation.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from gaslamp.core.game import Seat
from gaslamp.game.state import State

Phase: TypeAlias = Literal["waiting", "playing", "over", "closed", "lost"]  # lost: it cannot be opened any more


class Summary(NamedTuple):
    phase: Phase
    at: int  # when everybody last learnt something, in milliseconds since 1970
    turn: Seat | None = None  # the player awaited; None for a bot
    winner: str | None = None  # side
    reason: str | None = None


def summary(state: State) -> Summary:
    at = state.last_public or state.setup.created
    if state.outcome is not None:
        return Summary("over", at, winner=state.outcome.winner, reason=state.outcome.reason)
    if state.closed:
        return Summary("closed", at)
    if not state.started:
        return Summary("waiting", at)
    idle = state.blocked or state.awaited in state.bots
    return Summary("playing", at, turn=None if idle else state.awaited)
