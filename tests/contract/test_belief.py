"""Every title with an exact belief: it equals the generic belief and contains the true world."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from gaslamp.core.belief import GenericBelief
from gaslamp.core.game import Game, apply, redact
from tests.conftest import Proof
from tests.contract.games import every_exact_game, random_game, seeds


@every_exact_game
def test_the_fast_belief_is_the_generic_one(game: Game[Any, Any], proof: Proof) -> None:
    wanted, positions = proof.amount(test=400, proof=20_000), 0
    for number, rng in seeds(proof.seed, "belief", wanted):
        if positions >= wanted:
            break
        position = game.start()
        fast = {viewer: game.belief(viewer) for viewer in game.viewers}
        generic = {viewer: GenericBelief(game, viewer) for viewer in game.viewers}
        told: list[int] = []
        for action in random_game(game, rng):
            position, events = apply(game, position, action)
            told.append(action)
            for viewer in game.viewers:
                news = redact(events, viewer)
                for piece in news:
                    fast[viewer].observe(piece)
                generic[viewer].observe(news)
                yardstick = generic[viewer].worlds()
                assert position in yardstick, f"game {number}: {viewer} excludes the truth"
                assert _retold(game, told, viewer, fast[viewer].worlds()) == yardstick, f"game {number}, {viewer}"
                positions += 1
    proof.report(f"{game.title}: fast belief is the generic one", positions=positions)


def _retold(game: Game[Any, Any], told: list[int], viewer: str, worlds: Any) -> dict[Any, Fraction]:
    """Return the position of each world of a fast belief, with its share."""
    total = sum(worlds.values())
    shares: dict[Any, Fraction] = {}
    for world, weight in worlds.items():
        position = game.start()
        for action in game.rewrite_history(told, viewer, world):
            position.advance(action)
        shares[position] = shares.get(position, Fraction(0)) + Fraction(weight, total)
    return shares


@every_exact_game
def test_a_view_and_the_true_world_make_the_position(game: Game[Any, Any], proof: Proof) -> None:
    for _, rng in seeds(proof.seed, "imagine", proof.amount(test=5, proof=150)):
        position = game.start()
        beliefs = {viewer: game.belief(viewer) for viewer in game.viewers}
        for action in random_game(game, rng):
            position, events = apply(game, position, action)
            for viewer, belief in beliefs.items():
                for piece in redact(events, viewer):
                    belief.observe(piece)
                view = game.view(position, viewer)
                assert any(game.position_from(view, world) == position for world in belief.worlds())
