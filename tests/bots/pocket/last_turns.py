"""Positions of Pocket's last turn, and their minimax values by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from gaslamp import titles
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.position import Position


def last_turns(rng: Random, tokens: int) -> Iterator[Position]:
    """Yield positions of random games in the last turn with *tokens* left."""
    while True:
        reading = rng.choice(["detectives_win", "chase"])
        position = titles.game("pocket", {"both_goals_while_seen": reading}).start()
        while position.ending == board.GOES_ON:
            if position.turn == 8 and position.doing == board.TAKING and position.left.bit_count() == tokens:
                yield position
                break
            position.step(rng.getrandbits(64))


def worth(position: Position) -> float:
    """Return the detectives' winning probability with perfect information and perfect play."""
    if position.ending != board.GOES_ON:
        return float(board.WINNERS[position.ending] == board.DETECTIVES)
    found = []
    for action in position.legal():
        after = position.copy()
        after.advance(action)
        found.append(worth(after))
    if position.to_move() == board.CHANCE:
        return sum(found) / len(found)
    return min(found) if position.to_move() == board.JACK else max(found)
