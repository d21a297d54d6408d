"""Plays the same random games under whichever kernel is loaded and boils them down to one line, to be compared."""

import hashlib
import sys

from gaslamp import kernel
from gaslamp.core.dice import Dice
from gaslamp.titles.pocket.playout import playouts
from gaslamp.titles.pocket.position import Position


def digest(seed: int, games: int) -> str:
    """Give a digest of every position and every legal list of some games, and what the batch makes of the same seed."""
    told = hashlib.sha256()
    dice = Dice(seed)
    for number in range(games):
        position = Position(chase_when_seen=number % 2)
        while legal := position.legal():
            told.update(f"{position.key()} {legal} {position.seen()}\n".encode())
            position.advance(legal[dice.below(len(legal))])
        told.update(f"{position.key()} {dice.state}\n".encode())
    return f"{told.hexdigest()} {playouts(Position(), games, seed)}"


if __name__ == "__main__":
    print(kernel.describe())
    print(digest(int(sys.argv[1]), int(sys.argv[2])))
