"""Random self-play of OpenSpiel's hidden-information games, driven from Python: the reference for our figures."""

import random

import pyspiel

from bench.timing import Rate, best_rate

GAMES = ("dark_chess", "kriegspiel", "phantom_ttt", "leduc_poker", "battleship")


def measure(name: str) -> Rate:
    """Play an OpenSpiel game at random with the same loop as ours: list legal actions, pick one, apply it in place."""
    game = pyspiel.load_game(name)
    chance = random.Random(1).random

    def play(games: int) -> int:
        steps = 0
        for _ in range(games):
            state = game.new_initial_state()
            while legal := state.legal_actions():
                state.apply_action(legal[int(chance() * len(legal))])
                steps += 1
        return steps

    return best_rate(play)
