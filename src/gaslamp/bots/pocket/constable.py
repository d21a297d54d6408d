"""One-ply bot for Pocket: evaluates each action as if the call of witnesses came right after it."""

from __future__ import annotations

from typing import Final

from gaslamp.bots import reasons
from gaslamp.bots.bot import Bot
from gaslamp.bots.one_step import Imagined, OneStep, Prospect, after, average, share
from gaslamp.core.game import CHANCE_MOVES, Seat
from gaslamp.core.messages import Message, message
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.position import Position

_HOURGLASS: Final = 1.2  # one hourglass, in suspects
_CHASE: Final = 9.0  # not being seen in a chase


class Constable(OneStep):
    def prospect(self, imagined: Imagined, action: int, seat: Seat) -> Prospect:
        sign = 1 if seat == "jack" else -1
        before: Position = imagined[0][0]
        done = after(imagined, Position.carry_out, action)
        first: Position = done[0][0]
        if first.doing < board.ACTING or first.doing == before.doing:
            return Prospect(sign * average(done, _if_called), done)
        if first.to_move() == CHANCE_MOVES:
            return Prospect(sign * average(done, _if_drawn), done)
        uses = (after(done, Position.carry_out, option) for option in first.legal())
        prospects = [Prospect(sign * average(use, _if_called), use) for use in uses]
        return max(prospects, key=lambda use: use.value)  # one use for all worlds

    def reasons(self, before: Position, then: Imagined, seat: Seat) -> tuple[Message, ...]:
        first: Position = then[0][0]
        visible, is_last, jack_seen = first.seen(), first.left == 0, _jack_is_seen(first)
        seen, unseen = (first.up & visible).bit_count(), (first.up & ~visible).bit_count()
        if first.chase:
            return (message(f"why.chase_{'seen' if jack_seen else 'unseen'}", when=reasons.when(is_next=is_last)),)
        if seat == "jack":
            return (reasons.own_call(seen if jack_seen else unseen, is_seen=jack_seen, is_next=is_last),)
        return reasons.split_call(seen, unseen, is_next=is_last), message("why.seen", share=share(then, _jack_is_seen))


def _if_drawn(position: Position) -> float:
    """Return the mean of `_if_called` over the alibi cards that may be drawn."""
    values = [average(after([(position, 1)], Position.carry_out, card), _if_called) for card in position.legal()]
    return sum(values) / len(values)


def _if_called(position: Position) -> float:
    """Evaluate a call made now for Jack: suspects left, hourglasses, and in a chase whether Jack is seen."""
    visible = position.seen()
    jack_seen = _jack_is_seen(position)
    if position.chase:
        return 0.0 if jack_seen else _CHASE
    left = position.up & (visible if jack_seen else ~visible)
    return left.bit_count() + _HOURGLASS * (position.hourglasses() + (not jack_seen))


def _jack_is_seen(position: Position) -> bool:
    return bool(position.seen() >> position.jack & 1)


BOT: Final[Bot] = Constable()
