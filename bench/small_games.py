"""Small games solved exactly: what a best response to the superintendent's Jack wins, and what the reader finds.

    python -m bench.small_games --title mr_jack --games 3

A small game is the end of a real one: the last two rounds of Mr. Jack, or turns 7 and 8 of Pocket, with at most three
suspects, whose cards are known. Each activation has the best few choices: two for the reader, one for each suspect for
Jack. Actions that end the game are never left out.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import Any

from bench.exact import Solution, Strategy, best_response, size
from bench.restricted import READERS, SUSPECTS, SmallGame
from gaslamp import titles
from gaslamp.arena.lookahead import LOCAL
from gaslamp.arena.policy import Policy
from gaslamp.bots import Limit
from gaslamp.core.game import CHANCE
from gaslamp.core.history import Playthrough


def small_game(title: str, seed: int, nodes: int = 500, *, later: int = 0) -> SmallGame:
    """Return the small game after random play; *later* activations of it are over."""
    rng, limit = Random(f"{title} {seed}"), Limit(nodes=nodes)
    while True:
        root = _random_game(title, rng, later)
        game = SmallGame(root, Policy(title, "superintendent", limit), limit)
        if len(game.start().weighted) == SUSPECTS or (title == "pocket" and len(game.start().weighted) == 2):
            return game


def _random_game(title: str, rng: Random, later: int) -> Playthrough[Any, Any]:
    """Play at random, avoiding ends, up to the last two rounds or turns and *later* activations of them."""
    game = titles.game(title)
    playthrough = Playthrough(game)
    while not _begins(playthrough, later):
        position = playthrough.position
        actions = [*position.legal()]
        rng.shuffle(actions)
        for action in actions:
            after = position.copy()
            after.advance(action)
            if game.outcome(after) is None:
                playthrough.advance(action)
                break
        else:
            playthrough = Playthrough(game)
    return playthrough


def _begins(playthrough: Playthrough[Any, Any], later: int) -> bool:
    game, position = playthrough.game, playthrough.position
    if game.to_move(position) == CHANCE or not game.turn_complete(position):
        return False
    if game.title == "mr_jack":
        return bool(position.round == 7 + later // 4 and position.used == later % 4)
    used = 4 - position.left.bit_count()
    return bool(position.turn == 7 + later // 4 and used == later % 4)


def main() -> None:
    """Print each small game's size, its value, and what the best response to the superintendent's Jack wins."""
    parser = argparse.ArgumentParser(prog="python -m bench.small_games", description=__doc__)
    parser.add_argument("--title", choices=[*READERS], default="mr_jack")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--nodes", type=int, default=500)
    parser.add_argument("--later", type=int, default=0, help="activations of the two rounds that are over")
    parser.add_argument("--rounds", type=int, default=300, help="iterations of CFR+")
    asked = parser.parse_args()
    for seed in range(asked.games):
        game = small_game(asked.title, seed, asked.nodes, later=asked.later)
        strategies: dict[int, Strategy] = {}
        root = game.tree(strategies)
        prior = [weight for _, weight in game.start().weighted]
        solution = Solution(root, prior)
        solution.run(asked.rounds)
        low, high = solution.bounds()
        best = best_response(root, prior, strategies)
        print(
            f"{asked.title} {seed}: {size(root):,} nodes, {len(prior)} suspects; value {low:.4f} to {high:.4f}; "
            f"best response {best:.4f}, reader {game.reader_value():.4f}, as in the arena {game.figure(LOCAL):.4f}; "
            f"exploitability {best - high:+.4f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
