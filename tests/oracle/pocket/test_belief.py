"""The detectives' belief against the oracle: every secret is tried, and kept if the visible table stays the same.

The fast belief learns from events and would believe an event that reveals too much. The oracle knows no events, only
what is visible, so it detects such an event.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

from gaslamp import titles
from gaslamp.core.game import apply, redact
from gaslamp.titles.pocket.rules import board
from tests.conftest import Proof
from tests.oracle.pocket.rules import PocketOracle

SECRET = ("jack", "jack_cards", "pile", "hourglasses")


def open_table(oracle: PocketOracle) -> tuple[object, ...]:
    """Return the public table, with the number of Jack's cards; after a reveal everything."""
    picture = oracle.picture()
    all_open = picture["chase"] or picture["winner"]
    cards = picture["jack_cards"]
    assert isinstance(cards, list)
    shown = {key: value for key, value in picture.items() if all_open or key not in SECRET}
    return repr(shown), len(cards), oracle.to_move()


def looks(notations: list[str], option: str) -> list[tuple[object, ...]] | None:
    """Return the public table after each action, or None if an action is illegal in this world."""
    oracle = PocketOracle(option)
    seen = []
    for notation in notations:
        if notation not in oracle.legal():
            return None
        oracle.play(notation)
        seen.append(open_table(oracle))
    return seen


def test_the_detectives_belief_matches_the_oracle(proof: Proof) -> None:
    games, worlds = proof.amount(test=6, proof=60), 0
    for number in range(games):
        rng = Random(f"{proof.seed} belief {number}")
        option = rng.choice(("detectives_win", "chase"))
        game = titles.game("pocket", {"both_goals_while_seen": option})
        position, belief = game.start(), game.belief("detectives")
        notations: list[str] = []
        hidden: list[int] = []
        stop = rng.randint(12, 60)
        while position.legal() and len(notations) < stop:
            action = rng.choice(position.legal())
            after, events = apply(game, position, action)
            if after.held.bit_count() > 2:
                break  # three cards make too many orders to try
            if after.held != position.held:
                hidden.append(len(notations))
            position = after
            notations.append(game.actions.format(action))
            for piece in redact(events, "detectives"):
                belief.observe(piece)
        expected = _by_trying(notations, hidden, option)
        found = {(world.identity, world.held): weight for world, weight in belief.worlds().items()}
        if position.chase or position.ending:  # once revealed, orders no longer matter
            assert set(found) == set(expected)
        else:
            assert found == expected, f"seed {proof.seed}, game {number}"
        worlds += len(expected)
    proof.report("pocket: belief against the oracle", games=games, worlds=worlds)


def _by_trying(notations: list[str], hidden: list[int], option: str) -> dict[tuple[int, int], int]:
    """Count the orders of each hand and identity that leave the public table the same."""
    truth = looks(notations, option)
    found: Counter[tuple[int, int]] = Counter()
    for jack in range(board.CELLS):
        for cards in permutations(range(board.CELLS), len(hidden)):
            other = list(notations)
            other[9] = f"jack {board.SUSPECTS[jack]}"
            for place, card in zip(hidden, cards, strict=True):
                other[place] = f"card {board.SUSPECTS[card]}"
            if looks(other, option) == truth:
                found[jack, sum(1 << card for card in cards)] += 1
    return dict(found)
