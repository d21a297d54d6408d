"""The constable of Pocket: an honest beginner, who acts as if the witnesses were called right after his action."""

from __future__ import annotations

from typing import Final

from gaslamp.bots.bot import Bot
from gaslamp.bots.imagined import Imagined, after, average, share
from gaslamp.bots.one_step import OneStep, Prospect
from gaslamp.core.game import CHANCE_MOVES, Seat
from gaslamp.core.messages import Message, message
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.position import Position

_HOURGLASS: Final = 1.2  # one hourglass, in suspects who are still up
_CHASE: Final = 9.0  # to be seen in a chase is to lose


class Constable(OneStep):
    """Knows what a call would tell, and no more."""

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
        found = [Prospect(sign * average(use, _if_called), use) for use in uses]
        return max(found, key=lambda use: use.value)  # a token was taken: one use for all that is held possible

    def reasons(self, then: Imagined) -> tuple[Message, ...]:
        first: Position = then[0][0]
        seen = first.seen()
        left = {"seen": (first.up & seen).bit_count(), "unseen": (first.up & ~seen).bit_count()}
        return message("why.call", **left), message("why.seen", share=share(then, _jack_is_seen))


def _if_drawn(position: Position) -> float:
    """Value a draw: any card that is left comes alike."""
    values = [average(after([(position, 1)], Position.carry_out, card), _if_called) for card in position.legal()]
    return sum(values) / len(values)


def _if_called(position: Position) -> float:
    """Value a call made now, for Jack: suspects it leaves, hourglasses, and in a chase whether it sees him."""
    seen = position.seen()
    jack_seen = _jack_is_seen(position)
    if position.chase:
        return 0.0 if jack_seen else _CHASE
    left = position.up & (seen if jack_seen else ~seen)
    return left.bit_count() + _HOURGLASS * (position.hourglasses() + (not jack_seen))


def _jack_is_seen(position: Position) -> bool:
    return bool(position.seen() >> position.jack & 1)


BOT: Final[Bot] = Constable()
