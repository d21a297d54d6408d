"""Whether the cost of a step grows with the length of a game: `python -m bench.server.state_growth [--games 60]`.

Plays random games of Whitehall Mystery and measures `State.after` around steps 10 and 100 for the same kinds of
actions, in CPU time.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from random import Random
from statistics import median
from typing import Final

from gaslamp import titles
from gaslamp.game import updates
from gaslamp.game.entries import Played
from gaslamp.game.propose import propose
from gaslamp.game.requests import Play, Start
from gaslamp.game.setup import RandomDraws, Setup
from gaslamp.game.state import State

_STEPS: Final = (10, 100)
_WIDTH: Final = 5  # steps on either side
_REPEATS: Final = 20  # of each measured step


def run(games: int) -> dict[str, dict[int, list[float]]]:
    """Return seconds of `State.after` by kind of action and step."""
    times: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for seed in range(games):
        rng = Random(seed)
        state = State.initial(Setup(titles.game("whitehall"), chance=RandomDraws(rng)))
        state = state.after(propose(state, Start(), now=0))
        for number in range(1, _STEPS[-1] + _WIDTH + 1):
            seat = state.to_move
            if seat is None:
                break
            update = updates.update(state, seat)
            entry = propose(state, Play(rng.choice(update.legal), update.step), number, seat)
            assert isinstance(entry, Played)
            step = next((step for step in _STEPS if abs(number - step) <= _WIDTH), None)
            if step is not None:
                times[entry.actions[0].partition(" ")[0]][step].append(_seconds(state, entry))
            state = state.after(entry)
    return times


def _seconds(state: State, entry: Played) -> float:
    best = float("inf")
    for _ in range(_REPEATS):
        started = time.thread_time()
        state.after(entry)
        best = min(best, time.thread_time() - started)
    return best


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=60)
    times = run(parser.parse_args().games)
    for kind, by_step in sorted(times.items()):
        if all(len(by_step[step]) >= 10 for step in _STEPS):
            first, last = (median(by_step[step]) * 1e6 for step in _STEPS)
            counts = "/".join(str(len(by_step[step])) for step in _STEPS)
            print(f"{kind:<10} step 10: {first:6.1f} us, step 100: {last:6.1f} us, ratio {last / first:.2f} ({counts})")


if __name__ == "__main__":
    main()
