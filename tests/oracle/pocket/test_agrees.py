"""The fast rules of Pocket and the oracle agree after every action of random games."""

import random
from collections import Counter

import pytest

from gaslamp.core.game import Outcome
from gaslamp.titles.pocket.game import Pocket
from tests.conftest import Proof
from tests.oracle.pocket.compare import picture_of
from tests.oracle.pocket.rules import PocketOracle

CHUNKS = 2


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("both_goals_while_seen", ["detectives_win", "chase"])
def test_the_fast_rules_agree_with_the_slow_ones(both_goals_while_seen: str, chunk: int, proof: Proof) -> None:
    games = max(1, proof.amount(test=200, proof=20_000) // (2 * CHUNKS))
    endings: Counter[str | None] = Counter()
    positions = 0
    for number in range(games):
        seed = f"{proof.seed} {both_goals_while_seen} {chunk} {number}"
        compared, reason = compare_a_game(both_goals_while_seen, seed)
        positions += compared
        endings[reason] += 1
    name = f"pocket agrees with its oracle ({both_goals_while_seen}, {chunk + 1} of {CHUNKS})"
    proof.report(name, games=games, positions=positions, ways_to_end=len(endings))


def compare_a_game(both_goals_while_seen: str, seed: str) -> tuple[int, str | None]:
    """Play one random game on both. Returns the number of compared positions and the ending."""
    game = Pocket({"both_goals_while_seen": both_goals_while_seen})
    rng = random.Random(seed)
    fast = game.start()
    slow = PocketOracle(both_goals_while_seen)
    played: list[str] = []
    while True:
        legal = [game.actions.format(action) for action in fast.legal()]
        where = f"game {seed!r} after {played}"
        assert (game.to_move(fast) or "nobody") == slow.to_move(), where
        assert len(legal) == len(set(legal)), where
        assert set(legal) == slow.legal(), where
        assert picture_of(fast) == slow.picture(), where
        assert game.outcome(fast) == outcome_of(slow), where
        if not legal:
            return len(played) + 1, slow.reason
        action = rng.choice(legal)
        played.append(action)
        fast.advance(game.actions.parse(action))
        slow.play(action)


def outcome_of(slow: PocketOracle) -> Outcome | None:
    return Outcome(slow.winner, slow.reason) if slow.winner and slow.reason else None
