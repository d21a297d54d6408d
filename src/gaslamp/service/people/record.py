"""A player's results, from the finished games: for the player, and for others by a secret link.

>>> from gaslamp.service.people.record import Score, longest_streak
>>> Score(won=3, lost=1).games
4
>>> longest_streak([True, True, False, True])
2
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType
from typing import Final, NamedTuple, TypeVar

from gaslamp.core.game import Side
from gaslamp.core.messages import Message
from gaslamp.service.games.reviews import StoredSummary
from gaslamp.service.lobby.lists import MyGame

_NO_REVIEWS: Final[Mapping[str, Mapping[Side, StoredSummary]]] = MappingProxyType({})

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Score:
    won: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.lost


class Loss(NamedTuple):
    """Win chance lost by one's own choices, in the games whose review was computed."""

    points: float  # mean per choice
    games: int


@dataclass(frozen=True, slots=True)
class Results:
    """Results against other players, without practice games and games that the guest played on both sides."""

    total: Score
    by_side: tuple[tuple[str, Side, Score], ...]  # title, side
    by_opponent: tuple[tuple[tuple[Message, ...], Score], ...]  # most games first
    streak: int  # games won in a row, the newest ones; negative: lost
    longest: int  # games won in a row
    losses: tuple[tuple[str, Side, Loss], ...] = ()  # title, side

    @property
    def against_bots(self) -> tuple[tuple[tuple[Message, ...], Score], ...]:
        """`by_opponent` without people, whose names are not shown to others."""
        return tuple(entry for entry in self.by_opponent if all(name.id.startswith("web.bot.") for name in entry[0]))


def results(games: Sequence[MyGame], summaries: Mapping[str, Mapping[Side, StoredSummary]] = _NO_REVIEWS) -> Results:
    """Sum up finished games, newest first, and the summaries of those that were reviewed."""
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
        _losses(counted, summaries),
    )


def longest_streak(outcomes: Iterable[bool]) -> int:
    return max((len([*run]) for won, run in groupby(outcomes) if won), default=0)


def _losses(
    games: Iterable[MyGame], summaries: Mapping[str, Mapping[Side, StoredSummary]]
) -> tuple[tuple[str, Side, Loss], ...]:
    reviewed: dict[tuple[str, Side], list[StoredSummary]] = {}
    for game in games:
        side = game.agreed.side(game.seat) if game.agreed else ""
        if (summary := summaries.get(game.id, {}).get(side)) is not None and summary.choices:
            reviewed.setdefault((game.title or "", side), []).append(summary)
    return tuple((title, side, _loss(ours)) for (title, side), ours in sorted(reviewed.items()))


def _loss(summaries: Sequence[StoredSummary]) -> Loss:
    lost, choices = sum(review.loss for review in summaries), sum(review.choices for review in summaries)
    return Loss(lost / 10 / choices, len(summaries))


def _scores(games: Iterable[MyGame], key: Callable[[MyGame], K]) -> dict[K, Score]:
    groups: dict[K, list[MyGame]] = {}
    for game in games:
        groups.setdefault(key(game), []).append(game)
    return {group: _score(members) for group, members in groups.items()}


def _score(games: Sequence[MyGame]) -> Score:
    won = sum(game.result == "won" for game in games)
    return Score(won, len(games) - won)
