"""What Pocket looks like to an opponent who thinks one action ahead."""

from __future__ import annotations

from typing import Final

from gaslamp.core.game import CHANCE_MOVES
from gaslamp.titles.pocket import board
from gaslamp.titles.pocket.position import Position

_HOURGLASS: Final = 1.2  # one hourglass, in suspects who are still up
_CHASE: Final = 9.0  # to be seen in a chase is to lose


def prospect(position: Position, action: int) -> float:
    """Tell how well Jack would stand if an action were done, and the witnesses called right after it."""
    after = position.copy()
    after.carry_out(action)
    if after.doing < board.ACTING or after.doing == position.doing:
        return _if_called(after)
    options = after.legal()  # a token was taken: the best use of it counts
    values = [_done(after, option) for option in options]
    if after.to_move() == CHANCE_MOVES:
        return sum(values) / len(values)
    return max(values) if after.to_move() == board.JACK else min(values)


def _done(position: Position, action: int) -> float:
    after = position.copy()
    after.carry_out(action)
    return _if_called(after)


def _if_called(position: Position) -> float:
    """Value a call made now: suspects it leaves, hourglasses, and in a chase whether it sees Jack."""
    seen = position.seen()
    jack_seen = bool(seen >> position.jack & 1)
    if position.chase:
        return 0.0 if jack_seen else _CHASE
    left = position.up & (seen if jack_seen else ~seen)
    return left.bit_count() + _HOURGLASS * (position.hourglasses() + (not jack_seen))
