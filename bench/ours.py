"""Random self-play of one title with the current kernel. Prints JSON; each kernel needs its own process."""

from __future__ import annotations

import json
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from importlib import import_module
from typing import Any

from bench.timing import Rate, best_nanoseconds, best_rate
from gaslamp import kernel, titles
from gaslamp.core.dice import Dice
from gaslamp.core.game import apply

THREADS = 2


@dataclass(frozen=True)
class Figures:
    """Results of one title with one kernel."""

    kernel: str
    rates: dict[str, Rate]
    copy_ns: float
    bytes_a_position: int


class Subject:
    """A title with its default options, and several loops that play it at random."""

    def __init__(self, title: str) -> None:
        self.game = titles.game(title)
        self.playouts = import_module(f"gaslamp.titles.{title}.rules.playout").playouts

    def whole(self, games: int) -> int:
        """Run whole games inside the kernel."""
        return int(self.playouts(self.game.start(), games, 1)[1])

    def threaded(self, games: int) -> int:
        """Spread the games over threads. Compiled code releases the GIL."""
        each = games // THREADS + 1
        with ThreadPoolExecutor(THREADS) as pool:
            return sum(pool.map(lambda seed: self.playouts(self.game.start(), each, seed)[1], range(THREADS)))

    def stepping(self, games: int) -> int:
        """Drive every step from Python, with the same loop as for OpenSpiel."""
        chance = random.Random(1).random
        steps = 0
        for _ in range(games):
            position = self.game.start()
            while legal := position.legal():
                position.advance(legal[int(chance() * len(legal))])
                steps += 1
        return steps

    def picking(self, games: int) -> int:
        """Drive every step from Python, but build only the chosen action."""
        chance = random.Random(1).random
        steps = 0
        for _ in range(games):
            position = self.game.start()
            while count := position.count():
                position.advance(position.option(int(chance() * count)))
                steps += 1
        return steps

    def applying(self, games: int) -> int:
        """Play as a table does: with legality checks, copies and events."""
        chance = random.Random(1).random
        steps = 0
        for _ in range(games):
            position = self.game.start()
            while legal := position.legal():
                position, _ = apply(self.game, position, legal[int(chance() * len(legal))])
                steps += 1
        return steps

    def middle(self) -> Any:
        """Return a position from the middle of a game."""
        position, dice = self.game.start(), Dice(1)
        for _ in range(25):
            position.advance(position.option(dice.below(position.count())))
        return position

    def measure(self) -> Figures:
        ways = {
            "whole games in the kernel": self.whole,
            f"the same, {THREADS} threads": self.threaded,
            "from Python: legal() + advance()": self.stepping,
            "from Python: option(k) + advance()": self.picking,
            "apply(), checked, with events": self.applying,
        }
        rates = {name: best_rate(way) for name, way in ways.items()}
        position = self.middle()
        return Figures(kernel.describe(), rates, best_nanoseconds(position.copy), sys.getsizeof(position))


if __name__ == "__main__":
    print(json.dumps(asdict(Subject(sys.argv[1]).measure())))
