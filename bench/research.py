"""`python -m bench research`: our environments compared with those of PettingZoo and OpenSpiel.

All are stepped at random in the same loops. The unit is processor time, the best of several short rounds: other
programs on the machine disturb it far less than wall time.
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import make_observation

from gaslamp import titles
from gaslamp.research import openspiel
from gaslamp.research.batch import Batch

ROUNDS, SECONDS = 5, 0.5
CLASSIC = (
    "chess_v6", "connect_four_v3", "go_v5", "hanabi_v5", "leduc_holdem_v4", "rps_v2", "texas_holdem_no_limit_v6",
    "texas_holdem_v4", "tictactoe_v3",
)  # fmt: skip
SPIEL = ("phantom_ttt", "leduc_poker", "dark_chess", "kriegspiel", "battleship")
OURS = ("pocket", "mr_jack", "whitehall")
GAMES = (64, 256)  # batch sizes


def rate(play: Callable[[int], int]) -> float:
    """Return the highest steps per second of `play(amount)`, which returns its number of steps."""
    clock = time.process_time
    amount, took = 1, 0.0
    while took < SECONDS / 4:
        amount *= 2
        began = clock()
        play(amount)
        took = clock() - began
    amount = max(1, int(amount * SECONDS / took))
    best = 0.0
    for _ in range(ROUNDS):
        began = clock()
        steps = play(amount)
        best = max(best, steps / (clock() - began))
    return best


def of_pettingzoo(env: Any) -> Callable[[int], int]:
    """Play games of an environment: observe, choose a legal action, step."""
    chance = Random(1).random

    def play(games: int) -> int:
        steps = 0
        for seed in range(games):
            env.reset(seed=seed)
            for agent in env.agent_iter():
                observation, _, terminated, truncated, info = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                mask = observation.get("action_mask") if isinstance(observation, dict) else info.get("action_mask")
                if mask is None:
                    env.step(env.action_space(agent).sample())
                else:
                    legal = np.flatnonzero(mask)
                    env.step(int(legal[int(chance() * len(legal))]))
                steps += 1
        return steps

    return play


def of_openspiel(game: Any, *, tensor: bool = False) -> Callable[[int], int]:
    """Play games of OpenSpiel; with *tensor*, including the observation of the player to move."""
    chance = Random(1).random
    observer = make_observation(game) if tensor else None

    def play(games: int) -> int:
        steps = 0
        for _ in range(games):
            state = game.new_initial_state()
            while legal := state.legal_actions():
                if observer and not state.is_chance_node():
                    observer.set_from(state, state.current_player())
                state.apply_action(legal[int(chance() * len(legal))])
                steps += 1
        return steps

    return play


def of_position(title: str) -> Callable[[int], int]:
    """Play games of ours on a bare position, in the same loop."""
    start, chance = titles.game(title).start(), Random(1).random

    def play(games: int) -> int:
        steps = 0
        for _ in range(games):
            position = start.copy()
            while legal := position.legal():
                position.advance(legal[int(chance() * len(legal))])
                steps += 1
        return steps

    return play


def of_lane(title: str) -> Callable[[int], int]:
    """Step one game of a batch, with its mask and observation."""
    batch = Batch(title, 1)
    lane, legal, counts, chance = batch.lanes[0], batch.legal[0], batch.counts, Random(1).random

    def play(steps: int) -> int:
        for _ in range(steps):
            lane.act(legal[int(chance() * counts[0])])
        return steps

    return play


def of_batch(title: str, games: int, *, picked: bool, watch: Any = "mover") -> Callable[[int], int]:
    """Step a batch; the actions are chosen with NumPy if *picked*, else by the kernel."""
    batch = Batch(title, games, watch=watch)
    lists, rng = batch.legal.reshape(-1), np.random.default_rng(1)
    begins = np.arange(games) * batch.legal.shape[1]

    def play(steps: int) -> int:
        for _ in range(steps):
            if picked:
                batch.step(lists.take(begins + (rng.random(games) * batch.counts).astype(np.int64)))
            else:
                batch.step_at_random()
        return steps * len(batch)

    return play


def measured() -> Iterator[tuple[str, float]]:
    for name in CLASSIC:
        try:
            env = import_module(f"pettingzoo.classic.{name}").env()
        except Exception as error:  # noqa: BLE001 - missing optional dependencies
            print(f"left out: {name}: {type(error).__name__}: {error}"[:160], file=sys.stderr)
            continue
        yield f"PettingZoo {name}", rate(of_pettingzoo(env))
    for title in OURS:
        yield (
            f"ours in PettingZoo, {title}_v0",
            rate(of_pettingzoo(import_module(f"gaslamp.research.pettingzoo.{title}_v0").env())),
        )
    for name in SPIEL:
        yield f"OpenSpiel {name}, from Python", rate(of_openspiel(pyspiel.load_game(name)))
    for title in OURS:
        yield f"ours, {title}: position from Python", rate(of_position(title))
        yield f"ours in OpenSpiel, {title}", rate(of_openspiel(pyspiel.load_game(openspiel.PREFIX + title)))
    yield (
        "OpenSpiel dark_chess, with observation tensor",
        rate(of_openspiel(pyspiel.load_game("dark_chess"), tensor=True)),
    )
    for title in OURS:
        game = pyspiel.load_game(openspiel.PREFIX + title)
        yield f"ours in OpenSpiel, {title}, with observation tensor", rate(of_openspiel(game, tensor=True))
        yield f"ours, {title}: one game, mask and observation", rate(of_lane(title))
    for title in OURS:
        for games in GAMES:
            yield f"batch of {games}, {title}, chosen in the kernel", rate(of_batch(title, games, picked=False))
        yield f"batch of {games}, {title}, chosen with NumPy", rate(of_batch(title, games, picked=True))
        yield "the same, observations of all seats", rate(of_batch(title, games, picked=True, watch="all"))


def report() -> str:
    """Run all measurements, print each line as it is done, and return the table."""
    warnings.simplefilter("ignore")
    lines = ["| steps per second of CPU time".ljust(58) + "|       steps/s |", f"|{'-' * 57}|{'-' * 14}:|"]
    print(*lines, sep="\n", flush=True)
    for label, steps in measured():
        lines.append(f"| {label:<55} | {steps:>13,.0f} |")
        print(lines[-1], flush=True)
    return "\n".join(lines) + "\n"
