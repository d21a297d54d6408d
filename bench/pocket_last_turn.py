"""How well and how fast the last turn of Pocket is solved: `python -m bench.pocket_last_turn`, a minute at most.

The moments are those of random games in which the last turn begins and several suspects are left. How far the mixtures
are from an equilibrium is what both sides could gain by their best answers to them, together; a test compares these
answers with those that a slow solver finds by the rules alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from time import process_time

from bench import machine
from gaslamp.arena.shares import quantile
from gaslamp.bots.pocket.decision_point import DecisionPoint, all_hands
from gaslamp.bots.pocket.inspector import NODES
from gaslamp.bots.pocket.judgement.judgement import by_hand
from gaslamp.bots.pocket.search.aims import ANSWER_DETECTIVES, ANSWER_JACK
from gaslamp.bots.pocket.turn_solution import TurnSolution
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.position import Position

MOMENTS = 200


def last_turns(rng: Random) -> Iterator[Position]:
    """Give beginnings of last turns at which there is something to hide."""
    while True:
        position = Position()
        while position.ending == board.GOES_ON and not (position.turn == board.LAST_TURN and position.left == 15):
            position.step(rng.getrandbits(64))
        if position.ending == board.GOES_ON and not position.chase:
            yield position


def main() -> None:
    """Solve, and print how far off and how long."""
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
