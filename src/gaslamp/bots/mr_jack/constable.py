"""One-ply bot for Mr. Jack: evaluates each action as if the call of witnesses came right after it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from gaslamp.bots import reasons
from gaslamp.bots.bot import Bot
from gaslamp.bots.one_step import Imagined, OneStep, Prospect, after, average, share
from gaslamp.core.game import CHANCE_MOVES, Seat
from gaslamp.core.messages import Message, message
from gaslamp.titles.mr_jack.belief import World
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.position import Position

_WON: Final = 24.0  # the game, in uncleared suspects
_RASH: Final = 240.0  # penalty for an early wrong accusation
_INVISIBLE: Final = 1.5  # invisible at a call: Jack may escape
_HUNTER: Final = 0.1  # a playable character with Jack in reach
_HUNTERS: Final = 4  # cap on their number


class Constable(OneStep):
    """Evaluates the information from a call; accuses only near-certain suspects."""

    def gist(self, world: World) -> Hashable:
        return world.identity, frozenset(world.detective)  # identity and the Detective's alibis

    def prospect(self, imagined: Imagined, action: int, seat: Seat) -> Prospect:
        sign = 1 if seat == "jack" else -1
        before: Position = imagined[0][0]

        def worth(reached: Imagined) -> Prospect:
            return Prospect(sign * average(reached, lambda position: _worth(position, before)), reached)

        done = after(imagined, Position.advance, action)
        first: Position = done[0][0]
        if before.doing != board.PICKING or first.to_move() == CHANCE_MOVES:
            return worth(done)
        moves = [worth(after(done, Position.advance, option)) for option in first.legal()]
        return max(moves, key=lambda move: move.value)  # one move for all worlds

    def reasons(self, before: Position, then: Imagined, seat: Seat) -> tuple[Message, ...]:
        first: Position = then[0][0]
        if first.ending == board.ESCAPE:
            return (message("why.leaves"),)
        if first.ending in {board.RIGHT_ARREST, board.WRONG_ARREST}:
            return (message("why.ends", share=share(then, lambda position: position.ending == board.RIGHT_ARREST)),)
        called = first.round > before.round or bool(first.ending)
        visible = first.seen()
        left = {True: 0, False: 0}  # suspects by the answer of the call
        for position, _ in then:
            suspects = position.up & ~position.detective_alibis
            if called:
                left[bool(position.visible)] = suspects.bit_count()
            else:
                left = {True: (suspects & visible).bit_count(), False: (suspects & ~visible).bit_count()}
        if seat == "jack":
            is_seen = bool(first.visible) if called else _jack_is_seen(first)
            return (reasons.own_call(left[is_seen], is_seen=is_seen, is_next=called),)
        seen = share(then, lambda position: bool(position.visible)) if called else share(then, _jack_is_seen)
        return reasons.split_call(left[True], left[False], is_next=called), message("why.seen", share=seen)


def _worth(position: Position, before: Position) -> float:
    """Evaluate a position for Jack: a finished game, a call that was made, or a call as it would be now."""
    if position.ending == board.WRONG_ARREST and before.round < board.LAST_ROUND:
        return _RASH
    if position.ending:
        return _WON if board.WINNERS[position.ending] == board.JACK else -_WON
    hunted = _HUNTER * _hunters(position)
    if position.round == board.LAST_ROUND and before.seat == board.DETECTIVE:
        return _WON - hunted  # too late for information: arrest
    suspects = position.up & ~position.detective_alibis
    visible = bool(position.visible)
    if position.round == before.round:
        lit = position.seen()
        visible = bool(lit >> position.jack & 1)
        suspects &= lit if visible else ~lit
    left = suspects.bit_count() - _cleared_by_a_card(position, suspects)
    return left + (0.0 if visible else _INVISIBLE) - hunted


def _hunters(position: Position) -> int:
    """Count the characters that have Jack in reach and may be played next."""
    jack_hex = position.place(position.jack)
    near = board.REACH3[board.HEXES * position.covers + jack_hex]
    cards = position.face_up or (board.ALL & ~position.turned if position.round & 1 else board.ALL)
    others = (
        character for character in range(len(board.CHARACTERS)) if character != position.jack and cards >> character & 1
    )
    return min(_HUNTERS, sum(near >> position.place(other) & 1 for other in others))


def _cleared_by_a_card(position: Position, suspects: int) -> float:
    """Return the expected number of suspects cleared by the alibi card the Detective is about to draw."""
    if position.doing != board.DRAWING or position.mover() != board.DETECTIVE:
        return 0.0
    unknown = board.ALL & ~(1 << position.jack) & ~position.detective_alibis
    return (suspects & unknown).bit_count() / unknown.bit_count()


def _jack_is_seen(position: Position) -> bool:
    return bool(position.seen() >> position.jack & 1)


BOT: Final[Bot] = Constable()
