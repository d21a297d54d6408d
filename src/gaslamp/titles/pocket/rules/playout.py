"""Random games of Pocket, single or in batches. Compiled, they run in C without the GIL."""

from __future__ import annotations

try:
    import cython  # only for `with cython.nogil`; compiled away
except ImportError:
    from gaslamp.core import nocython as cython
from gaslamp.core import bits
from gaslamp.core.dice import Dice
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.board import DETECTIVES, NOBODY
from gaslamp.titles.pocket.rules.position import Position

WINNERS = board.WINNERS


def run(position: Position, dice: Dice) -> bits.i32:
    steps: bits.i32 = 0
    while position.seat != NOBODY:
        position.step(dice.next())
        steps += 1
    return steps


def playout(position: Position, dice: Dice) -> int:
    """Play *position* to its end at random, in place. Returns the number of steps."""
    return run(position, dice)


def playouts(start: Position, games: bits.i32, seed: bits.u64) -> tuple[int, int]:
    """Play many random games from one position. Returns the detectives' wins and the total number of steps."""
    dice: Dice = Dice(seed)
    position: Position = start.copy()
    wins: bits.i32 = 0
    steps: bits.i64 = 0
    with cython.nogil:
        for _ in range(games):
            position.become(start)
            steps += run(position, dice)
            wins += WINNERS[position.ending] == DETECTIVES
    return wins, steps
