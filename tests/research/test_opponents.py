"""Our bots in OpenSpiel and PettingZoo, and theirs in our arena."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pyspiel
import pytest

from bench.mr_jack import openspiel_ismcts
from gaslamp import titles
from gaslamp.arena import plan as plans
from gaslamp.arena.match import Match
from gaslamp.arena.plan import Tournament
from gaslamp.bots import BeliefCache, Question, levels
from gaslamp.core.errors import Unreadable
from gaslamp.research.episode import Episode
from gaslamp.research.openspiel import LevelBot, OpenSpielBot
from gaslamp.research.openspiel.ismcts import searcher
from gaslamp.research.opponents import Opponent, situation
from gaslamp.research.pettingzoo import mr_jack_v0, pocket_v0
from gaslamp.research.pettingzoo.environment import LevelPolicy

GUEST = "tests.research.guest"


def played(bots: list[Any], seed: int) -> list[str]:
    """Play a game of OpenSpiel between bots. Returns the actions."""
    rng = Random(seed)
    state = pyspiel.load_game("python_gaslamp_pocket").new_initial_state()
    done = []
    while not state.is_terminal():
        if state.is_chance_node():
            action = rng.choice(state.legal_actions())
        else:
            action = bots[state.current_player()].step(state)
            assert action in state.legal_actions()
            done.append(state.action_to_string(action))
        state.apply_action(action)
    return done


def test_our_levels_play_a_game_of_openspiel_and_the_same_again() -> None:
    bots = [LevelBot("constable", 0, seed=1), LevelBot("inspector", 1, seed=2)]
    assert [bot.player_id() for bot in bots] == [0, 1]
    first = played(bots, 5)
    for bot in bots:
        bot.restart()
    assert played(bots, 5) == first


def test_our_bots_play_openspiel_bots() -> None:
    game = pyspiel.load_game("python_gaslamp_pocket")
    bots = [pyspiel.make_uniform_random_bot(0, 3), LevelBot("constable", 1)]
    returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 7)
    assert sorted(returns) == [-1, 1]


def test_the_bench_seats_openspiels_search_at_a_table_of_mr_jack() -> None:
    plan = plans.make("mr_jack", ["passer_by"], 1, against=["bench.mr_jack.openspiel_ismcts"])
    (fixture,) = (one for one in plan.fixtures() if one.levels == ("passer_by", "bench.mr_jack.openspiel_ismcts"))
    questions = Match(plan, fixture).questions()
    asked = next(asked for seat, asked in questions if seat == "detective" and len(asked.legal) > 1)
    assert openspiel_ismcts.BOT.answer(Question(asked), BeliefCache()).notation in asked.legal


def test_a_level_that_cannot_play_a_seat_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    known = dict(levels.of_title("mr_jack"))
    known["superintendent"] = replace(known["superintendent"], sides=("detective",))
    monkeypatch.setattr(levels, "_in_folder", lambda _: known)
    episode = Episode(titles.game("mr_jack"))
    while episode.game.to_move(episode.position) == "chance":
        episode.advance(episode.position.legal()[0])
    with pytest.raises(Unreadable):
        Opponent("superintendent").choose(episode, "jack")


@pytest.mark.parametrize("module", [pocket_v0, mr_jack_v0], ids=lambda module: module.raw_env.title)
def test_our_levels_are_policies_of_an_environment(module: Any) -> None:
    env = module.env()
    env.reset(seed=3)
    agents = env.possible_agents
    policies = {agents[0]: LevelPolicy(env, "passer_by", 1), agents[1]: LevelPolicy(env, "constable", 2)}
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        env.step(None if over else policies[agent](seen))
    assert reward in {-1, 1}
    with pytest.raises(TypeError):
        LevelPolicy(pyspiel, "passer_by")


def test_a_bot_of_openspiel_plays_in_the_arena() -> None:
    plan = Tournament("pocket", {}, ("passer_by",), games=1, seed=4, against=(GUEST,))
    met = [fixture for fixture in plan.fixtures() if GUEST in fixture.levels]
    assert [fixture.levels for fixture in met] == [("passer_by", GUEST), (GUEST, "passer_by")]
    assert {Match(plan, fixture).play().winner for fixture in met} <= {"jack", "detectives"}


@pytest.mark.parametrize("title", ["pocket", "mr_jack", "whitehall"])
def test_an_openspiel_bot_gets_a_sampled_world(title: str) -> None:
    """The state depends on the question alone and looks the same to the seat."""
    game = titles.game(title)
    episode, rng = Episode(game), Random(2)
    seen: list[Any] = []

    class Looks:
        def step(self, state: Any) -> int:
            seen.append(state)
            searched = state.resample_from_infostate(1, Random(1).random)
            assert searched.episode.view(game.seats[1]) == state.episode.view(game.seats[1])
            return int(state.clone().legal_actions()[0])

    while len(seen) < 3:
        if game.to_move(episode.position) == game.seats[1] and len(episode.actions) > 20 * len(seen):
            asked = situation(episode, game.seats[1])
            answer = OpenSpielBot(lambda *_: Looks()).answer(Question(asked, seed=5), BeliefCache())
            assert answer.notation == asked.legal[0]
            assert seen[-1].episode.view(game.seats[1]) == asked.view
        legal = episode.position.legal()
        episode = episode if legal else Episode(game)
        episode.advance(rng.choice(episode.position.legal()))
    assert any(state.episode.position != episode.position for state in seen)


def test_openspiels_search_finds_its_way_in_an_imagined_state() -> None:
    episode, rng = Episode(titles.game("pocket")), Random(8)
    while episode.game.to_move(episode.position) != "detectives" or episode.position.count() < 5:
        episode.advance(rng.choice(episode.position.legal()))
    asked = situation(episode, "detectives")
    guest = OpenSpielBot(lambda game, player, seed: searcher(game, player, seed, simulations=8))
    assert guest.answer(Question(asked, seed=1), BeliefCache()).notation in asked.legal
