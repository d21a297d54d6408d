"""Pocket's last turn as a small game: OpenSpiel's solvers and metrics run on it."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import get_all_states, outcome_sampling_mccfr

from gaslamp.research.openspiel.last_turn import NAME

SMALL = f"{NAME}(seed=28,tokens=2)"


def test_chance_deals_the_hidden_state_first() -> None:
    game = pyspiel.load_game(SMALL)
    state = game.new_initial_state()
    assert sum(share for _, share in state.chance_outcomes()) == pytest.approx(1)
    seen: dict[int, set[str]] = {0: set(), 1: set()}
    for world in state.legal_actions():
        drawn = state.child(world)
        assert (drawn.episode.position.turn, drawn.episode.position.left.bit_count()) == (8, 2)
        for player, texts in seen.items():
            texts.add(drawn.information_state_string(player))
    assert len(seen[1]) == 1
    assert len(seen[0]) > 1


def test_openspiels_random_games_and_pickles_of_it() -> None:
    pyspiel.random_sim_test(pyspiel.load_game(SMALL), num_sims=2, serialize=False, verbose=False)
    state = pyspiel.load_game(SMALL).new_initial_state().child(3)
    again = pickle.loads(pickle.dumps(state))
    assert again.episode.position == state.episode.position
    assert str(again) == str(state)


def test_information_states_have_equal_legal_actions() -> None:
    states = get_all_states.get_all_states(
        pyspiel.load_game(SMALL), include_terminals=False, include_chance_states=False, to_string=str
    )
    allowed: dict[Any, list[int]] = {}
    for state in states.values():
        key = state.current_player(), state.information_state_string()
        assert allowed.setdefault(key, state.legal_actions()) == state.legal_actions()
    assert len(allowed) < len(states)


def test_outcome_sampling_goes_through_the_whole_of_pocket() -> None:
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(pyspiel.load_game("python_gaslamp_pocket"))
    solver.iteration()
    assert solver.average_policy()
