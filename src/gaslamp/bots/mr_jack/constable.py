"""The constable of Mr. Jack: an honest beginner, who acts as if the witnesses were called right after his action."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from gaslamp.bots.bot import Bot
from gaslamp.bots.imagined import Imagined, after, average, share
from gaslamp.bots.one_step import OneStep, Prospect
from gaslamp.core.game import CHANCE_MOVES, Seat
from gaslamp.core.messages import Message, message
from gaslamp.titles.mr_jack.belief import World
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.position import Position

_WON: Final = 24.0  # the game, in suspects who are not cleared
_RASH: Final = 240.0  # an innocent accused before the last round: so much that only the nearly certain is accused
_INVISIBLE: Final = 1.5  # to have been invisible at a call: Jack may leave in the next round
_HUNTER: Final = 0.1  # somebody who can be used next and has Jack in reach
_HUNTERS: Final = 4  # more of them are no better


class Constable(OneStep):
    """Knows what a call would tell, and accuses whom he is sure of."""

    def gist(self, world: World) -> Hashable:
        return world.identity, frozenset(world.detective)  # who Jack is, and whom the Detective knows to be innocent

    def prospect(self, imagined: Imagined, action: int, seat: Seat) -> Prospect:
        sign = 1 if seat == "jack" else -1
        before: Position = imagined[0][0]

        def worth(reached: Imagined) -> Prospect:
            return Prospect(sign * average(reached, lambda position: _worth(position, before)), reached)

        done = after(imagined, Position.advance, action)
        first: Position = done[0][0]
        if before.doing != board.PICKING or first.to_move() == CHANCE_MOVES:
            return worth(done)
        found = [worth(after(done, Position.advance, option)) for option in first.legal()]
        return max(found, key=lambda move: move.value)  # a card was picked: one move for all that is held possible

    def reasons(self, then: Imagined) -> tuple[Message, ...]:
        first: Position = then[0][0]
        if any(position.ending for position, _ in then):
            return (message("why.ends", share=share(then, _is_jacks_end)),)
        seen, suspects = first.seen(), first.up & ~first.detective_alibis
        left = {"seen": (suspects & seen).bit_count(), "unseen": (suspects & ~seen).bit_count()}
        return message("why.call", **left), message("why.seen", share=share(then, _jack_is_seen))


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


def _jack_is_seen(position: Position) -> bool:
    return bool(position.seen() >> position.jack & 1)


def _is_jacks_end(position: Position) -> bool:
    return bool(position.ending) and board.WINNERS[position.ending] != board.JACK


BOT: Final[Bot] = Constable()
