"""What Mr. Jack looks like to an opponent who thinks one action ahead."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from gaslamp.brains.imagined import Imagined, after, average
from gaslamp.core.game import CHANCE_MOVES
from gaslamp.titles.mr_jack import board
from gaslamp.titles.mr_jack.belief import World
from gaslamp.titles.mr_jack.position import Position

_WON: Final = 24.0  # the game, in suspects who are not cleared
_RASH: Final = 240.0  # an innocent accused before the last round: so much that only the nearly certain is accused
_INVISIBLE: Final = 1.5  # to have been invisible at a call: Jack may leave in the next round
_HUNTER: Final = 0.1  # somebody who can be used next and has Jack in reach
_HUNTERS: Final = 4  # more of them are no better


def gist(world: World) -> Hashable:
    """Give what matters of a world here: who Jack is, and whom the Detective knows to be innocent."""
    return world.identity, frozenset(world.detective)


def prospect(imagined: Imagined, action: int) -> float:
    """Tell how well Jack would stand if an action were done, and the witnesses called right after it."""
    before: Position = imagined[0][0]
    done = after(imagined, Position.advance, action)
    first: Position = done[0][0]
    if before.doing != board.PICKING or first.to_move() == CHANCE_MOVES:
        return average(done, lambda position: _worth(position, before))
    values = [  # a card was picked: the best move with it counts, one for all that is held possible
        average(after(done, Position.advance, option), lambda position: _worth(position, before))
        for option in first.legal()
    ]
    return max(values) if before.seat == board.JACK else min(values)


def _worth(position: Position, before: Position) -> float:
    """Value a position for Jack: a game that is over, a call that was made, or a call as it would be now."""
    if position.ending == board.WRONG_ARREST and before.round < board.LAST_ROUND:
        return _RASH
    if position.ending:
        return _WON if board.WINNERS[position.ending] == board.JACK else -_WON
    hunted = _HUNTER * _hunters(position)
    if position.round == board.LAST_ROUND and before.seat == board.DETECTIVE:
        return _WON - hunted  # nothing that is found out from now on helps: arrest somebody
    suspects = position.up & ~position.detective_alibis
    visible = bool(position.visible)
    if position.round == before.round:
        seen = position.seen()
        visible = bool(seen >> position.jack & 1)
        suspects &= seen if visible else ~seen
    left = suspects.bit_count() - _cleared_by_a_card(position, suspects)
    return left + (0.0 if visible else _INVISIBLE) - hunted


def _hunters(position: Position) -> int:
    """Count those who have Jack in reach and whose card comes up next."""
    here = position.place(position.jack)
    near = board.REACH3[board.HEXES * position.covers + here]
    cards = position.face_up or (board.ALL & ~position.turned if position.round & 1 else board.ALL)
    others = (who for who in range(len(board.CHARACTERS)) if who != position.jack and cards >> who & 1)
    return min(_HUNTERS, sum(near >> position.place(who) & 1 for who in others))


def _cleared_by_a_card(position: Position, suspects: int) -> float:
    """Tell how many suspects the alibi card that the Detective is about to draw will clear, one at most."""
    if position.doing != board.DRAWING or position.mover() != board.DETECTIVE:
        return 0.0
    unknown = board.ALL & ~(1 << position.jack) & ~position.detective_alibis
    return (suspects & unknown).bit_count() / unknown.bit_count()
