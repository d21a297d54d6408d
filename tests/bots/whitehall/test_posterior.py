"""The posterior about Jack: from public news alone, never excluding the truth, updated each round."""

from __future__ import annotations

from random import Random

import pytest

from gaslamp.bots.whitehall.belief.posterior import PlayerType, Posterior
from gaslamp.core.dice import Dice
from gaslamp.titles.whitehall.belief.belief import Belief
from gaslamp.titles.whitehall.rules.board import SPACES
from tests.conftest import Proof
from tests.contract.games import seeds
from tests.titles.whitehall.walks import Walk, dealt, game

STAGES = frozenset({"moving", "walking", "acting", "searching"})
SEVERAL = (PlayerType("direct", 0.5, 0.1), PlayerType("shy", 0.3, 0.22, shy=3), PlayerType("at random", 0.2, 1.0))


def posterior_of(walk: Walk, seat: str = "investigator1", player_types: tuple[PlayerType, ...] = SEVERAL) -> Posterior:
    found = Posterior(walk.game.options, player_types)
    for piece in walk.sight(seat).news:
        found.observe(piece)
    return found


def test_it_never_loses_jack_and_thinks_him_nowhere_else_than_the_exact_belief(proof: Proof) -> None:
    looked = 0
    for number, rng in seeds(proof.seed, "whitehall posterior", proof.amount(test=2, proof=40)):
        for walk in game(rng):
            if walk.position.round and rng.random() < 0.1 and walk.sight("jack").view.stage in STAGES:
                now = posterior_of(walk).now()
                assert sum(now.values()) == pytest.approx(1)
                assert now[walk.position.circle] > 0, f"game {number}"
                belief = Belief(walk.game.options)
                for piece in walk.sight("investigator1").news:
                    belief.observe(piece)
                assert not now.keys() - belief.circles().keys(), f"game {number}"
                looked += 1
    assert looked


@pytest.mark.parametrize("seed", [3, 27, 36])
def test_with_the_last_space_used_jack_is_on_a_location(seed: int) -> None:
    """WM-21; in rounds 2 and 3 a circle of an earlier row is none (WM-50)."""
    walk = next(
        walk for walk in game(Random(seed)) if walk.position.track == SPACES and walk.sight("jack").view.stage in STAGES
    )
    found, belief = posterior_of(walk), Belief(walk.game.options)
    for piece in walk.sight("investigator1").news:
        belief.observe(piece)
    assert walk.position.circle in found.now()
    assert found.now().keys() <= belief.circles().keys()
    jacks = found.sample(200, Dice(1))
    assert jacks.arrived() == jacks.size == 200


@pytest.mark.long
def test_jack_computes_the_public_posterior(proof: Proof) -> None:
    """He is told more, and lays it aside."""
    for _, rng in seeds(proof.seed, "whitehall public", proof.amount(test=2, proof=40)):
        for walk in game(rng):
            if walk.position.round and rng.random() < 0.1 and walk.sight("jack").view.stage in STAGES:
                assert posterior_of(walk, "jack").now() == posterior_of(walk).now()


def test_with_one_even_manner_rows_are_drawn_by_the_chances_they_add_up_to() -> None:
    walk = dealt().turn("move 37").turn("move 41")
    found = posterior_of(walk)
    now, jacks = found.now(), found.sample(4000, Dice(7))
    jacks.count()
    assert jacks.size == 4000
    for circle, share in now.items():
        assert jacks.at(circle) / 4000 == pytest.approx(share, abs=0.01)


def test_short_routes_indicate_the_direct_type() -> None:
    """And one who wanders is not."""
    straight = dealt().turn("move 37").turn("move 41").turn("move 24").turn("move 46")
    wandering = dealt().turn("move 37")
    for circle in (41, 24) * 6:
        wandering.turn(f"move {circle}")
    wandering.turn("move 45").turn("move 46")
    direct = [posterior_of(walk).weights[0] for walk in (straight, wandering)]
    assert direct[0] > 0.6 > direct[1]
