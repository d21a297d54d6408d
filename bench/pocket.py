"""Our own Pocket under one kernel. As a program it prints its figures as JSON: each kernel needs its own process."""

from __future__ import annotations

import json
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass

from bench.timing import Rate, best_nanoseconds, best_rate
from gaslamp import kernel
from gaslamp.core.dice import Dice
from gaslamp.core.game import apply
from gaslamp.titles.pocket.game import Pocket
from gaslamp.titles.pocket.playout import playouts
from gaslamp.titles.pocket.position import Position

THREADS = 2


@dataclass(frozen=True)
class Figures:
    """Everything measured of one kernel."""

    kernel: str
    rates: dict[str, Rate]
    copy_ns: float
    bytes_a_position: int


def whole(games: int) -> int:
    """Play whole games inside the kernel."""
    return playouts(Position(), games, 1)[1]


def threaded(games: int) -> int:
    """Share the games out among threads; compiled, they hold no lock."""
    with ThreadPoolExecutor(THREADS) as pool:
        shares = pool.map(lambda seed: playouts(Position(), games // THREADS + 1, seed)[1], range(THREADS))
        return sum(shares)


def stepping(games: int) -> int:
    """Drive every step from Python as the anchors are driven."""
    chance = random.Random(1).random
    steps = 0
    for _ in range(games):
        position = Position()
        while legal := position.legal():
            position.advance(legal[int(chance() * len(legal))])
            steps += 1
    return steps


def picking(games: int) -> int:
    """Drive every step from Python, but ask only for the action that is picked."""
    chance = random.Random(1).random
    steps = 0
    for _ in range(games):
        position = Position()
        while count := position.count():
            position.advance(position.option(int(chance() * count)))
            steps += 1
    return steps


def applying(games: int) -> int:
    """Play as a table does: checked, on copies, with events that say who learns what."""
    game = Pocket()
    chance = random.Random(1).random
    steps = 0
    for _ in range(games):
        position = game.start()
        while legal := position.legal():
            position, _ = apply(game, position, legal[int(chance() * len(legal))])
            steps += 1
    return steps


WAYS = {
    "whole games in the kernel": whole,
    f"the same, {THREADS} threads": threaded,
    "from Python: legal() + advance()": stepping,
    "from Python: option(k) + advance()": picking,
    "apply(), checked, with events": applying,
}


def middle() -> Position:
    """Give a position from the middle of a game."""
    position, dice = Position(), Dice(1)
    for _ in range(25):
        position.advance(position.option(dice.below(position.count())))
    return position


def measure() -> Figures:
    """Measure everything under the kernel of this process."""
    position = middle()
    return Figures(
        kernel.describe(),
        {name: best_rate(way) for name, way in WAYS.items()},
        best_nanoseconds(position.copy),
        sys.getsizeof(position),
    )


if __name__ == "__main__":
    print(json.dumps(asdict(measure())))
