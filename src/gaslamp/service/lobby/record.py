"""A player's results, from the finished games.

>>> from gaslamp.service.lobby.record import Score, longest_streak
>>> Score(won=3, lost=1).games
4
>>> longest_streak([True, True, False, True])
2
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from gaslamp.core.game import Side
from gaslamp.core.messages import Message
from gaslamp.service.lobby.lists import MyGame

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Score:
    won: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.lost


@dataclass(frozen=True, slots=True)
class Results:
    """Results against other players, without practice games and games that the guest played on both sides."""

    total: Score
    by_side: tuple[tuple[str, Side, Score], ...]  # title, side
    by_opponent: tuple[tuple[tuple[Message, ...], Score], ...]  # most games first
    streak: int  # games won in a row, the newest ones; negative: lost
    longest: int  # games won in a row


def results(games: Sequence[MyGame]) -> Results:
    """Sum up finished games, newest first."""
    readable = [game for game in games if game.agreed is not None and not game.practice]
    counted = [game for game in readable if game.result in {"won", "lost"}]
    sides = _scores(counted, lambda game: (game.title or "", game.agreed.side(game.seat) if game.agreed else ""))
    opponents = _scores(counted, lambda game: game.opponents)
    outcomes = [game.result == "won" for game in counted]
    newest = next(([*run] for _, run in groupby(outcomes)), [])
    return Results(
        _score(counted),
        tuple((title, side, score) for (title, side), score in sorted(sides.items(), key=lambda entry: entry[0])),
        tuple(sorted(opponents.items(), key=lambda entry: -entry[1].games)),
        len(newest) if newest and newest[0] else -len(newest),
        longest_streak(outcomes),
    )


def longest_streak(outcomes: Iterable[bool]) -> int:
    return max((len([*run]) for won, run in groupby(outcomes) if won), default=0)


def _scores(games: Iterable[MyGame], key: Callable[[MyGame], K]) -> dict[K, Score]:
    groups: dict[K, list[MyGame]] = {}
    for game in games:
        groups.setdefault(key(game), []).append(game)
    return {group: _score(members) for group, members in groups.items()}


def _score(games: Sequence[MyGame]) -> Score:
    won = sum(game.result == "won" for game in games)
    return Score(won, len(games) - won)
