"""Our titles as PettingZoo environments: its own tests, and properties of ours."""

from __future__ import annotations

import io
import pickle
from contextlib import redirect_stdout
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from gaslamp.core.errors import IllegalAction
from gaslamp.research import rendering
from gaslamp.research.pettingzoo import mr_jack_v0, pocket_v0, whitehall_v0

TITLES = (pocket_v0, mr_jack_v0, whitehall_v0)


def play(env: Any, seed: int, steps: int = 10_000) -> dict[str, float]:
    """Play at random. Returns the last rewards."""
    rng = Random(seed)
    env.reset(seed=seed)
    rewards = {}
    for agent in env.agent_iter(steps):
        seen, reward, over, cut_off, _ = env.last()
        rewards[agent] = reward
        env.step(None if over or cut_off else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return rewards


# PettingZoo's test suite has fixed lists of its own environments and expects agent names of its own style.
@pytest.mark.long
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:We recommend agents to be named:UserWarning")
@pytest.mark.parametrize("module", TITLES, ids=lambda module: module.raw_env.title)
def test_pettingzoos_own_tests_pass(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "WIDTH", 120)
    with redirect_stdout(io.StringIO()):
        api_test(module.env(), num_cycles=60)
        seed_test(module.env, num_cycles=30)
        render_test(module.env, custom_tests={"svg": lambda drawn: drawn.startswith("<svg")})


@pytest.mark.parametrize("module", TITLES, ids=lambda module: module.raw_env.title)
def test_rewards_are_zero_sum(module: ModuleType) -> None:
    rewards = play(module.env(), 1)
    assert sorted(rewards.values()) == [-1, 1]


def test_waiting_agents_have_empty_masks_and_no_secrets() -> None:
    env = pocket_v0.raw_env()
    play(env, 2, steps=5)
    jack, detectives = env.observe("jack"), env.observe("detectives")
    assert jack["action_mask"].any() != detectives["action_mask"].any()
    private = slice(-18, None)  # the identity and the hand
    assert jack["observation"][private].any()
    assert not detectives["observation"][private].any()
    assert np.array_equal(jack["observation"][2:-18], detectives["observation"][2:-18])


def test_rendering_shows_the_spectators_view_by_default() -> None:
    seen = {}
    for viewer in ("spectator", "jack"):
        env = pocket_v0.raw_env(render_mode="ansi", viewer=viewer)
        play(env, 3, steps=4)
        seen[viewer] = env.render()
    identity = [line for line in seen["jack"].splitlines() if line.startswith("identity: ")]
    assert identity[0] != "identity: "
    assert identity[0] not in seen["spectator"]
    assert "identity: \n" in seen["spectator"]


@pytest.mark.long
def test_pixels_show_the_board_as_its_viewer_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "WIDTH", 150)
    drawn = {}
    for viewer in ("spectator", "jack"):
        env = whitehall_v0.raw_env(render_mode="rgb_array", viewer=viewer)
        play(env, 4, steps=9)
        drawn[viewer] = env.render()
    assert drawn["jack"].shape == (rendering.WIDTH, rendering.WIDTH, 3)
    assert drawn["jack"].std() > 10  # not blank
    assert (drawn["jack"] != drawn["spectator"]).any()


def test_options_are_arguments_and_the_environment_can_be_pickled() -> None:
    env = pickle.loads(pickle.dumps(whitehall_v0.raw_env(investigators="3", render_mode="svg")))
    assert env.possible_agents == ["jack", "investigator1", "investigator2", "investigator3"]
    assert env.render_mode == "svg"
    with pytest.raises(ValueError, match="render_mode"):
        pocket_v0.raw_env(render_mode="oil")


def test_a_game_can_be_cut_off() -> None:
    """PettingZoo's own test needs parallel agents and cannot run on turn-based games."""
    env = pocket_v0.raw_env(max_cycles=4)
    play(env, 1, steps=4)
    assert set(env.truncations.values()) == {True}
    assert set(env.terminations.values()) == {False}
    play(env, 1)
    assert env.agents == []


def test_illegal_actions_raise_or_end_the_game() -> None:
    bare = pocket_v0.raw_env()
    bare.reset(seed=1)
    with pytest.raises(IllegalAction):
        bare.step(0)
    guarded = pocket_v0.env()
    guarded.reset(seed=1)
    agent = guarded.agent_selection
    guarded.step(0)
    assert guarded.terminations[agent]
    assert guarded.rewards[agent] == -1
