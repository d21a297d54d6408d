"""The OpenSpiel games: OpenSpiel's own tests, and no leak of hidden information."""

from __future__ import annotations

import pickle
import subprocess
import sys
import unittest
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

from gaslamp import titles
from gaslamp.research import openspiel
from gaslamp.research.openspiel import games

GAMES = (
    "python_gaslamp_pocket",
    "python_gaslamp_pocket(both_goals_while_seen=chase)",
    "python_gaslamp_mr_jack(edition=original)",
    "python_gaslamp_whitehall",
    "python_gaslamp_whitehall(investigators=3,casebook=easy,murderer_at_large=on,false_clues=on)",
)
SMALL = GAMES[:3]
RECALL = pyspiel.IIGObservationType(perfect_recall=True)
PUBLIC = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
PRIVATE = pyspiel.IIGObservationType(perfect_recall=False, public_info=False)
EVERYONE = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)


def moments(game: Any, seed: int, every: int = 1) -> list[Any]:
    """Play a random game; yield the states in which a player is to move."""
    rng = Random(seed)
    state = game.new_initial_state()
    found = []
    while not state.is_terminal():
        if not state.is_chance_node():
            found.append(state.clone())
        state.apply_action(rng.choice(state.legal_actions()))
    return found[::every]


def test_every_title_is_registered_by_the_import() -> None:
    registered = {known.short_name for known in pyspiel.registered_games()}
    assert {openspiel.PREFIX + title for title in titles.titles()} <= registered


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_openspiels_random_games_find_nothing_wrong(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize("name", [*SMALL[:1], *SMALL[2:]])
def test_openspiels_tests_of_any_game_pass(name: str) -> None:
    api_test = import_module("open_spiel.integration_tests.api_test")  # not with this file: it is slow to import
    of_game = {"game": pyspiel.load_game(name), "game_name": name}
    played = type("Played", (api_test.EnforceAPIOnPartialTreeBase,), of_game)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(played).run(result)
    assert result.testsRun >= 5
    assert [trace for _, trace in (*result.errors, *result.failures)] == []


@pytest.mark.long
def test_a_playthrough_is_the_same_each_time_and_shows_every_plane() -> None:
    algorithm = import_module("open_spiel.python.algorithms.generate_playthrough")
    text = algorithm.playthrough(GAMES[0], None, seed=1)
    assert text == algorithm.playthrough(GAMES[0], None, seed=1)
    assert "ObservationTensor(1).detectives" in text
    assert "PrivateObservationString(0)" in text


def test_options_are_parameters_and_wrong_ones_are_refused() -> None:
    assert pyspiel.load_game("python_gaslamp_whitehall(investigators=3)").num_players() == 4
    assert pyspiel.load_game(GAMES[1]).rules.options == {"both_goals_while_seen": "chase"}
    with pytest.raises(Exception, match="edition"):
        pyspiel.load_game("python_gaslamp_mr_jack(edition=third)")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_and_its_states_survive_pickling(name: str) -> None:
    game = pyspiel.load_game(name)
    state = moments(game, 3, every=9)[-1]
    again = pickle.loads(pickle.dumps(state))
    assert again.history() == state.history()
    assert again.episode.position == state.episode.position
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


@pytest.mark.long
def test_a_pickled_state_loads_in_another_process() -> None:
    pickled = pickle.dumps(moments(pyspiel.load_game(GAMES[0]), 1)[3])
    code = "import pickle, sys; print(len(pickle.load(sys.stdin.buffer).history()))"
    told = subprocess.run([sys.executable, "-c", code], input=pickled, capture_output=True, check=True)
    assert int(told.stdout) == len(pickle.loads(pickled).history())


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_state_looks_the_same_to_its_player_and_is_another_game(name: str) -> None:
    game = pyspiel.load_game(name)
    observers = [make_observation(game, kind) for kind in (RECALL, None, PUBLIC, PRIVATE)]
    rng = Random(1)
    others = 0
    states = moments(game, 2)
    for state in states[:: max(1, len(states) // 6)]:
        player = state.current_player()
        for _ in range(3):
            other = state.resample_from_infostate(player, rng.random)
            others += other.history() != state.history()
            assert other.current_player() == player
            assert other.legal_actions() == state.legal_actions()
            for observer in observers:
                assert observer.string_from(other, player) == observer.string_from(state, player)
                observer.set_from(state, player)
                tensor = observer.tensor.copy()
                observer.set_from(other, player)
                assert np.array_equal(observer.tensor, tensor)
    assert others


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_information_states_differ_as_tensors_where_they_differ_as_texts(name: str) -> None:
    game = pyspiel.load_game(name)
    observer = make_observation(game, RECALL)
    texts: dict[bytes, str] = {}
    states = moments(game, 4)
    rng = Random(2)
    for state in states[:: max(1, len(states) // 8)]:
        for moment in (state, *(state.resample_from_infostate(player, rng.random) for player in (0, 1))):
            for player in range(game.num_players()):
                observer.set_from(moment, player)
                text = observer.string_from(moment, player)
                assert texts.setdefault(observer.tensor.tobytes(), text) == text
    assert len(set(texts.values())) == len(texts) > 8


@pytest.mark.parametrize("name", GAMES)
def test_the_public_half_is_the_same_for_all_and_the_private_halves_hold_the_rest(name: str) -> None:
    game = pyspiel.load_game(name)
    public, private, everyone = (make_observation(game, kind) for kind in (PUBLIC, PRIVATE, EVERYONE))
    state = moments(game, 5)[-1]
    texts = [public.string_from(state, player) for player in range(game.num_players())]
    assert len(set(texts)) == 1
    for player, seat in enumerate(game.rules.seats):
        private.set_from(state, player)
        everyone.set_from(state, player)
        for plane, tensor in private.dict.items():
            if plane != "seat":
                assert np.array_equal(everyone.dict[f"{seat}.{plane}"], tensor)
    private.set_from(state, 0)
    assert any(tensor.any() for plane, tensor in private.dict.items() if plane != "seat")
    assert private.string_from(state, 0)
    assert private.string_from(state, 0) not in texts[0]


def test_ismcts_plays_pocket_by_our_beliefs() -> None:
    game = pyspiel.load_game(GAMES[0])
    state = moments(game, 6)[4]
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 2.0, 40, random_state=rng)
    policy = bot.get_policy(state)
    assert sorted(action for action, _ in policy) == state.legal_actions()
    assert sum(share for _, share in policy) == pytest.approx(1)


def test_allies_have_equal_returns() -> None:
    game = pyspiel.load_game(GAMES[4])
    last = moments(game, 7)[-1]
    while not last.is_terminal():
        last.apply_action(last.legal_actions()[0])
    jack, *investigators = last.returns()
    assert abs(jack) == 1
    assert investigators == [-jack / 3] * 3


def test_a_title_without_an_encoding_has_texts_and_no_tensors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "encoding_of", lambda title: None)
    game = pyspiel.load_game(GAMES[0])
    observer = game.make_py_observer()
    assert observer.tensor is None
    observer.set_from(game.new_initial_state(), 0)
    assert "stage: dealing" in observer.string_from(game.new_initial_state(), 0)
