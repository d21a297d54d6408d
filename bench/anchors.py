"""Random self-play of OpenSpiel's games of hidden information, driven from Python: the anchor of our own figures."""

import random

import pyspiel

from bench.timing import Rate, best_rate

GAMES = ("dark_chess", "kriegspiel", "phantom_ttt", "leduc_poker", "battleship")


def measure(name: str) -> Rate:
    """Play a game of OpenSpiel at random, in the loop that ours gets too: the legal list, one of it, apply in place."""
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
