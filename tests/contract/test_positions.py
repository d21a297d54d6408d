"""Every title: legal actions, ends, copies, lengths and keys of positions in random games."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import CHANCE, Game, apply
from tests.conftest import Proof
from tests.contract.games import every_game, random_game, seeds


@every_game
def test_legal_lists_are_sorted_and_never_empty_before_the_end(game: Game[Any, Any], proof: Proof) -> None:
    positions = 0
    for number, rng in seeds(proof.seed, "legal", proof.amount(test=100, proof=5000)):
        position = game.start()
        while game.outcome(position) is None:
            legal = position.legal()
            assert legal, f"game {number}: nothing to do, and not over"
            assert legal == sorted(set(legal))
            if hasattr(position, "option"):  # the kernel's random choice uses the same list
                assert legal == [position.option(k) for k in range(position.count())]
            assert all(0 <= action < len(game.actions) for action in legal)
            if game.to_move(position) == CHANCE:
                weights = game.weights(position)
                assert len(weights) == len(legal)
                assert all(type(weight) is int and weight > 0 for weight in weights)
            position.advance(rng.choice(legal))
            positions += 1
        assert position.legal() == []
        assert game.to_move(position) is None
    proof.report(f"{game.title}: legal lists", positions=positions)


@every_game
def test_games_are_bounded_in_length(game: Game[Any, Any], proof: Proof) -> None:
    longest = 0
    for _, rng in seeds(proof.seed, "length", proof.amount(test=100, proof=5000)):
        longest = max(longest, len(random_game(game, rng)))
    assert longest <= game.longest


@every_game
def test_a_finished_game_stays_finished(game: Game[Any, Any], proof: Proof) -> None:
    for _, rng in seeds(proof.seed, "over", proof.amount(test=10, proof=200)):
        position = game.start()
        for action in random_game(game, rng):
            position.advance(action)
        for action in game.actions:
            with pytest.raises(IllegalAction):
                apply(game, position, action)


@every_game
def test_apply_refuses_illegal_actions_and_changes_nothing(game: Game[Any, Any], proof: Proof) -> None:
    for _, rng in seeds(proof.seed, "refuse", proof.amount(test=2, proof=50)):
        position = game.start()
        for action in random_game(game, rng):
            before = position.key()
            wrongs = sorted(set(game.actions) - set(position.legal()))
            for wrong in rng.sample(wrongs, min(len(wrongs), 300)):
                with pytest.raises(IllegalAction):
                    apply(game, position, wrong)
            after, _ = apply(game, position, action)
            assert position.key() == before
            position = after


@every_game
def test_copies_are_independent(game: Game[Any, Any], proof: Proof) -> None:
    for _, rng in seeds(proof.seed, "copies", proof.amount(test=50, proof=1000)):
        position = game.start()
        for action in random_game(game, rng):
            twins = [position.copy(), pickle.loads(pickle.dumps(position)), copy.deepcopy(position)]
            key = position.key()
            assert all(twin == position and hash(twin) == hash(position) and twin.key() == key for twin in twins)
            position.advance(action)
            assert all(twin.key() == key for twin in twins)
            assert position.key() != key


@every_game
def test_a_position_is_made_again_from_its_key(game: Game[Any, Any], proof: Proof) -> None:
    for _, rng in seeds(proof.seed, "keys", proof.amount(test=20, proof=200)):
        position = game.start()
        for action in random_game(game, rng):
            position.advance(action)
            assert type(position)(*position.key()) == position
