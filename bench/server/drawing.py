"""CPU time of rendering and diffing a table, in one process without sockets: `python -m bench.server.drawing`.

Random games are rendered for both seats. The figure is the CPU time per step, the best of several rounds, over whole
games and after the first steps: this shows whether a step costs more in a long game.
"""

from __future__ import annotations

import time
from itertools import chain
from random import Random
from typing import Final

from gaslamp import titles
from gaslamp.core.messages import message
from gaslamp.game.table import Table
from gaslamp.server.wire import rendering
from gaslamp.server.wire.fragment_cache import FragmentCache
from gaslamp.server.wire.patches import Patches

_ROUNDS: Final = 5
_GAMES: Final = 4
_FIRST: Final = 40  # number of first steps


def game(title: str, seed: int) -> list[float]:
    """Play a game. Returns the seconds per step of rendering and diffing for all seats."""
    rng, table = Random(seed), Table(titles.game(title), rng=Random(seed))
    seats = table.game.seats
    chairs = tuple(rendering.Chair(seat, rendering.GUEST, message("web.seat.guest"), present=True) for seat in seats)
    around = rendering.Around("id", chairs)
    windows = {seat: (FragmentCache("en"), Patches()) for seat in seats}
    shown, took = dict.fromkeys(seats, -1), []
    while (mover := table.to_move) is not None:
        update = table.update(mover)
        table.play(mover, rng.choice(update.legal), update.step)
        began = time.process_time()
        for seat, (fragments, patches) in windows.items():
            if table.step(seat) != shown[seat]:
                shown[seat] = table.step(seat)
                patches.text(rendering.table_frame(table.update(seat), table.game, seat, around, fragments))
        took.append(time.process_time() - began)
    return took


def main() -> None:
    for title in titles.titles():
        whole, late = [], []
        for _ in range(_ROUNDS):
            games = [game(title, seed) for seed in range(_GAMES)]
            steps, later = [*chain(*games)], [*chain(*(one[_FIRST:] for one in games))]
            whole.append(1000 * sum(steps) / len(steps))
            late += [1000 * sum(later) / len(later)] if later else []
        long = f"; {min(late):.2f} ms after {_FIRST} steps" if late else ""
        print(f"{title}: {min(whole):.2f} ms a step{long}")


if __name__ == "__main__":
    main()
