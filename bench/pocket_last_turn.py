"""Exploitability and speed of the solver for Pocket's last turn: `python -m bench.pocket_last_turn`.

The positions are starts of the last turn in random games with several suspects left. The distance to an equilibrium is
the sum of what both sides could gain by best responses. A test compares these responses with a slow solver that uses
only the rules. Takes up to a minute.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from time import process_time

from bench import machine
from gaslamp.arena.rating import quantile
from gaslamp.bots.pocket.decision_point import DecisionPoint, all_hands
from gaslamp.bots.pocket.judgement.judgement import by_hand
from gaslamp.bots.pocket.search.constants import ANSWER_DETECTIVES, ANSWER_JACK
from gaslamp.bots.pocket.superintendent import NODES
from gaslamp.bots.pocket.turn_solution import TurnSolution
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.position import Position

MOMENTS = 200


def last_turns(rng: Random) -> Iterator[Position]:
    """Return positions at the start of the last turn with several suspects left."""
    while True:
        position = Position()
        while position.ending == board.GOES_ON and not (position.turn == board.LAST_TURN and position.left == 15):
            position.step(rng.getrandbits(64))
        if position.ending == board.GOES_ON and not position.chase:
            yield position


def main() -> None:
    """Solve the positions. Prints exploitability and times."""
    times, misses = [], []
    for position in islice(last_turns(Random(1888)), MOMENTS):
        shown = board.ALL_SUSPECTS & ~(position.pile | position.held | 1 << position.jack)
        hands = all_hands(DecisionPoint(position, shown, position.held.bit_count(), None))
        began = process_time()
        solution = TurnSolution(position, hands, shown, by_hand(), NODES)
        times.append(1000 * (process_time() - began))
        assert solution.mixture is not None
        misses.append(solution.mixture.against(ANSWER_JACK) - solution.mixture.against(ANSWER_DETECTIVES))
    print(
        f"{machine.describe()}.\n{MOMENTS} last turns: p50 {quantile(times, 0.5):.1f} ms, "
        f"p95 {quantile(times, 0.95):.1f} ms, at most {max(times):.1f} ms of processor time; "
        f"from the equilibrium at most {max(misses):.5f}, "
        f"{sum(miss <= 0.001 for miss in misses)} of them within 0.001."
    )


if __name__ == "__main__":
    main()
