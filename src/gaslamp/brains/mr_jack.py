"""What Mr. Jack looks like to an opponent who thinks one action ahead."""

from __future__ import annotations

from typing import Final

from gaslamp.core.game import CHANCE_MOVES
from gaslamp.titles.mr_jack import board
from gaslamp.titles.mr_jack.position import Position

_WON: Final = 24.0  # the game, in suspects who are not cleared
_INVISIBLE: Final = 1.5  # to have been invisible at a call: Jack may leave in the next round


def prospect(position: Position, action: int) -> float:
    """Tell how well Jack would stand if an action were done, and the witnesses called right after it."""
    after = position.copy()
    after.advance(action)
    if position.doing != board.PICKING or after.to_move() == CHANCE_MOVES:
        return _worth(after, position)
    values = []  # a card was picked: the best move with it counts
    for option in after.legal():
        moved = after.copy()
        moved.advance(option)
        values.append(_worth(moved, position))
    return max(values) if position.seat == board.JACK else min(values)


def _worth(after: Position, before: Position) -> float:
    """Value a position for Jack: a game that is over, a call that was made, or a call as it would be now."""
    if after.ending:
        return _WON if board.WINNERS[after.ending] == board.JACK else -_WON
    if after.round != before.round:
        return after.up.bit_count() + (0.0 if after.visible else _INVISIBLE)
    seen = after.seen()
    visible = bool(seen >> after.jack & 1)
    left = after.up & (seen if visible else ~seen)
    return left.bit_count() + (0.0 if visible else _INVISIBLE)
