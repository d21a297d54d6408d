"""What Pocket looks like to an opponent who thinks one action ahead."""

from __future__ import annotations

from typing import Final

from gaslamp.brains.imagined import Imagined, after, average
from gaslamp.core.game import CHANCE_MOVES
from gaslamp.titles.pocket import board
from gaslamp.titles.pocket.position import Position

_HOURGLASS: Final = 1.2  # one hourglass, in suspects who are still up
_CHASE: Final = 9.0  # to be seen in a chase is to lose


def prospect(imagined: Imagined, action: int) -> float:
    """Tell how well Jack would stand if an action were done, and the witnesses called right after it."""
    before: Position = imagined[0][0]
    done = after(imagined, Position.carry_out, action)
    first: Position = done[0][0]
    if first.doing < board.ACTING or first.doing == before.doing:
        return average(done, _if_called)
    if first.to_move() == CHANCE_MOVES:
        return average(done, _if_drawn)
    values = [  # a token was taken: the best use of it counts, one for all that is held possible
        average(after(done, Position.carry_out, option), _if_called) for option in first.legal()
    ]
    return max(values) if first.to_move() == board.JACK else min(values)


def _if_drawn(position: Position) -> float:
    """Value a draw: any card that is left comes alike."""
    values = [average(after([(position, 1)], Position.carry_out, card), _if_called) for card in position.legal()]
    return sum(values) / len(values)


def _if_called(position: Position) -> float:
    """Value a call made now: suspects it leaves, hourglasses, and in a chase whether it sees Jack."""
    seen = position.seen()
    jack_seen = bool(seen >> position.jack & 1)
    if position.chase:
        return 0.0 if jack_seen else _CHASE
    left = position.up & (seen if jack_seen else ~seen)
    return left.bit_count() + _HOURGLASS * (position.hourglasses() + (not jack_seen))
