"""Plays the same random games with the loaded kernel and prints a digest, to compare kernels."""

import hashlib
import sys

from gaslamp import kernel
from gaslamp.core.dice import Dice
from gaslamp.core.game import SPECTATOR, redact
from gaslamp.titles.pocket.rules.playout import playouts
from gaslamp.titles.pocket.rules.position import Position
from gaslamp.titles.whitehall.belief.belief import Belief
from gaslamp.titles.whitehall.game import Whitehall
from gaslamp.titles.whitehall.rules.notation import MOVE
from gaslamp.titles.whitehall.rules.opening import opening
from gaslamp.titles.whitehall.rules.playout import playouts as whitehall_playouts

FOR_JACK = {"murderer_at_large": "on", "newspaper_fabrications": "on", "false_clues": "on"}
SLEEVES = {"roll_up_your_sleeves": "on"}
WHITEHALL_OPTIONS: list[dict[str, str]] = [
    {},
    {**FOR_JACK, **SLEEVES, "smoker": "on", "reconstructed_tiles": "on", "investigators": "3"},
    {**FOR_JACK, **SLEEVES, "reinforcements": "red_green_brown", "casebook": "difficult", "investigators": "2"},
    {"casebook": "easy"},
]


def digest(seed: int, games: int) -> str:
    """Return a digest of games of Pocket and of fewer games of Whitehall Mystery, with beliefs."""
    return f"{pocket(seed, games)} {whitehall(seed, 1 + games // 10)} {beliefs(seed, 4 + games // 500)}"


def pocket(seed: int, games: int) -> str:
    """Return a digest of all positions and legal actions of some games, and of the batch with the same seed."""
    told = hashlib.sha256()
    dice = Dice(seed)
    for number in range(games):
        position = Position(chase_when_seen=number % 2)
        while legal := position.legal():
            told.update(f"{position.key()} {legal} {position.seen()}\n".encode())
            position.advance(legal[dice.below(len(legal))])
        told.update(f"{position.key()} {dice.state}\n".encode())
    return f"{told.hexdigest()} {playouts(Position(), games, seed)}"


def whitehall(seed: int, games: int) -> str:
    """Return the same for Whitehall Mystery with many options; Jack takes every new location he passes."""
    told = hashlib.sha256()
    dice = Dice(seed)
    for number in range(games):
        position = opening(WHITEHALL_OPTIONS[number % len(WHITEHALL_OPTIONS)])
        while legal := position.legal():
            told.update(f"{position.key()} {legal}\n".encode())
            goals = [goal for k in range(4) if (goal := position.goals >> 8 * k & 255)]
            found = [MOVE + goal for goal in goals if MOVE + goal in legal]
            position.advance(found[0] if found else legal[dice.below(len(legal))])
        told.update(f"{position.key()} {dice.state}\n".encode())
    return f"{told.hexdigest()} {[whitehall_playouts(opening(options), games, seed) for options in WHITEHALL_OPTIONS]}"


def beliefs(seed: int, games: int) -> str:
    """Return a digest of beliefs in games of Whitehall Mystery, and of some samples."""
    told = hashlib.sha256()
    dice = Dice(seed)
    for number in range(games):
        game = Whitehall(WHITEHALL_OPTIONS[number % len(WHITEHALL_OPTIONS)])
        position, belief = game.start(), Belief(game.options)
        while legal := position.legal():
            before, action = position.copy(), legal[dice.below(len(legal))]
            position.advance(action)
            for news in redact(game.events(before, action, position), SPECTATOR):
                belief.observe(news)
            if dice.below(6) == 0:
                weights = belief.lanes([lambda _, here, kind, circles: 1 / (here + len(kind) + circles[-1])])
                told.update(f"{belief.circles()} {weights} {[*belief.worlds()][:3]}\n".encode())
        told.update(f"{position.key()}\n".encode())
    return told.hexdigest()


if __name__ == "__main__":
    print(kernel.describe())
    print(digest(int(sys.argv[1]), int(sys.argv[2])))
