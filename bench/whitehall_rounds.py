"""Rounds of Whitehall Mystery with many clues, as public news: input for belief benchmarks.

The players see everything: Jack takes his time and reaches a location with one of the last spaces, the figures stand on
his path, and most searches succeed. In some games the searches start only after a few turns: then a clue may be from
any of them, and there are more paths to track.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from gaslamp.core.game import SPECTATOR, News, redact
from gaslamp.titles.whitehall.game import Whitehall
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules import notation as n
from gaslamp.titles.whitehall.rules.position import Position
from gaslamp.titles.whitehall.rules.view import row_of

CLUES: Final = 10
TELLING: Final = frozenset({"jack_moved", "searched", "arrested_in_vain", "called_in_vain", "false_clue"})

_TOWN: Final = board.current().town
_FAR: Final = board.current().distances()
_ENDS: Final = frozenset({"over", "round_over", "revealed"})

Round = tuple[list[News], list[News]]  # news before the round, and in it


def recorded(number: int, seed: int = 1888) -> list[Round]:
    """Return *number* rounds with at least ten clues, each from a different game."""
    rounds: list[Round] = []
    for game in range(100 * number):
        rng = Random(f"{seed} round {game}")
        long = [candidate for candidate in _rounds(rng) if sum(_is_clue(news) for news in candidate[1]) >= CLUES]
        rounds += [rng.choice(long)] if long else []
        if len(rounds) == number:
            return rounds
    raise AssertionError("too few rounds with enough clues")


def _is_clue(news: News) -> bool:
    return news.kind == "searched" and news.details["answer"] == "yes"


def _rounds(rng: Random) -> Iterator[Round]:
    before: list[News] = []
    now: list[News] = []
    for news in _news(rng):
        if news.kind in _ENDS:
            if now:
                yield before, now
            before, now = [*before, *now], []
        (now if news.kind in TELLING or now else before).append(news)


def _news(rng: Random) -> Iterator[News]:
    game = Whitehall()
    position = game.start()
    patience = rng.choice((0, 3, 6, 9))
    while legal := position.legal():
        searching = position.doing in {board.ACTING, board.SEARCHING}
        action = legal[-1] if searching and position.track < patience else _chosen(position, legal, rng)
        before = position.copy()
        position.advance(action)
        yield from redact(game.events(before, action, position), SPECTATOR)


def _chosen(position: Position, legal: list[int], rng: Random) -> int:
    row = row_of(position)
    match board.STAGES[position.doing]:
        case "moving":
            moves = [action for action in legal if n.MOVE < action <= n.COACH_TO]
            return _flight(position, row, moves, rng) if moves and rng.random() < 0.93 else rng.choice(legal)
        case "walking":
            marked = {circle for box, circle in enumerate(row) if position.yellow >> box & 1}
            return max(legal, key=lambda action: (_unmarked(position, action, {*row} - marked), rng.random()))
        case "acting" | "searching":
            searches = [action for action in legal if n.SEARCH < action <= n.ARREST]
            hits = [action for action in searches if action - n.SEARCH in row]
            return rng.choice(hits if hits and rng.random() < 0.8 else searches or legal[-1:])
        case _:
            return rng.choice(legal)


def _flight(position: Position, row: tuple[int, ...], moves: list[int], rng: Random) -> int:
    """Visit new circles while there is time, then go to a location."""
    goals = [goal for k in range(4) if (goal := position.goals >> 8 * k & 255)]
    left = board.SPACES - position.track
    new = [move for move in moves if move - n.MOVE not in row and move - n.MOVE not in goals]
    in_time = [move for move in new if min(_FAR[board.C * (move - n.MOVE) + goal] for goal in goals) < left]
    if in_time:
        return rng.choice(in_time)
    return min(moves, key=lambda move: min(_FAR[board.C * (move - n.MOVE) + goal] for goal in goals))


def _unmarked(position: Position, action: int, trail: set[int]) -> int:
    """Count the circles of the path that a figure would have in range alone."""
    names = [n.crossing_name(position.crossing(k)) for k in range(3) if k != position.figure]
    covered = {circle for name in names for circle in _TOWN.in_range(name)}
    crossing = n.crossing_name((action - n.WALK_TO) if action <= n.SMOKE_TO else 1)
    return len((trail - covered).intersection(_TOWN.in_range(crossing)))
