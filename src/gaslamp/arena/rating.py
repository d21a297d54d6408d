"""Win rates with 95% confidence intervals, and Bradley-Terry ratings on the Elo scale for each level and side.

Titles are not balanced and the sides play differently, so a level has two ratings, and only players of different
sides meet. 400 points mean ten wins for each loss. Each pairing gets half a win and half a loss extra, to keep the
rating of an undefeated level finite.

>>> [round(value, 2) for value in wilson(won=60, games=100)]
[0.6, 0.5, 0.69]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, exp, log, sqrt
from typing import Final, NamedTuple, TypeAlias

Z: Final = 1.959964  # 95% two-sided


class Estimate(NamedTuple):
    value: float
    low: float
    high: float


def wilson(won: int, games: int) -> Estimate:
    """Return the share of games won with its Wilson interval."""
    share = won / games
    middle = (share + Z * Z / 2 / games) / (1 + Z * Z / games)
    half = Z * sqrt(share * (1 - share) / games + Z * Z / 4 / games / games) / (1 + Z * Z / games)
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half))


def mean(values: Sequence[float]) -> Estimate:
    """Return the mean of values between -1 and 1 from independent games."""
    middle = sum(values) / len(values)
    if len(values) < 2:
        return Estimate(middle, -1.0, 1.0)
    spread = sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))
    half = Z * spread / sqrt(len(values))
    return Estimate(middle, max(-1.0, middle - half), min(1.0, middle + half))


def quantile(values: Sequence[float], share: float) -> float:
    """Return the *share*-quantile (0 to 1) by the nearest-rank method."""
    return sorted(values)[max(0, ceil(share * len(values)) - 1)]


Player: TypeAlias = tuple[str, int]  # level, number of its side
Matrix: TypeAlias = list[list[float]]

_POINTS: Final = 400 / log(10)
_ROUNDS: Final = 100
_EXACT: Final = 1e-9


class Meeting(NamedTuple):
    levels: tuple[str, ...]  # of first and second side
    won: int
    games: int


class Fit:
    """The most likely ratings for some meetings. The first level that plays both sides has a mean of 0."""

    def __init__(self, meetings: Sequence[Meeting]) -> None:
        players = [*dict.fromkeys((name, side) for side in (0, 1) for name in _names(meetings, side))]
        self.columns = _columns(players)
        rows = [_row(meeting, self.columns) for meeting in meetings]
        self._values = [0.0] * len({column for column, _ in self.columns.values() if column is not None})
        self._information: Matrix = []
        for _ in range(_ROUNDS):
            slope, self._information = _likelihood(meetings, rows, self._values)
            step = _solve(self._information, slope)
            self._values = [value + change for value, change in zip(self._values, step, strict=True)]
            if max(map(abs, step)) < _EXACT:
                break

    def rating(self, player: Player) -> Estimate:
        return self._estimate({player: 1})

    def step(self, lower: Player, higher: Player) -> Estimate:
        """Return the rating of *higher* minus that of *lower*."""
        return self._estimate({higher: 1, lower: -1})

    def _estimate(self, players: Mapping[Player, int]) -> Estimate:
        weights = [0.0] * len(self._values)
        for player, weight in players.items():
            column, sign = self.columns[player]
            if column is not None:
                weights[column] += weight * sign
        middle = sum(weight * value for weight, value in zip(weights, self._values, strict=True))
        spread = _solve(self._information, weights)
        half = Z * sqrt(sum(weight * part for weight, part in zip(weights, spread, strict=True)))
        return Estimate(_POINTS * middle, _POINTS * (middle - half), _POINTS * (middle + half))


def _names(meetings: Sequence[Meeting], side: int) -> Iterator[str]:
    return (meeting.levels[side] for meeting in meetings)


def _columns(players: Sequence[Player]) -> Mapping[Player, tuple[int | None, int]]:
    """Return the unknown and sign of each player's rating. One rating is fixed: only differences are determined."""
    names = dict.fromkeys(name for name, _ in players)
    anchor = next((name for name in names if (name, 0) in players and (name, 1) in players), None)
    tied = (anchor, 1) if anchor is not None else players[0]
    free = [player for player in players if player != tied]
    columns: dict[Player, tuple[int | None, int]] = {player: (number, 1) for number, player in enumerate(free)}
    columns[tied[0] or "", tied[1]] = (columns[anchor, 0][0], -1) if anchor is not None else (None, 1)
    return columns


def _row(meeting: Meeting, columns: Mapping[Player, tuple[int | None, int]]) -> dict[int, float]:
    row: dict[int, float] = {}
    for side, weight in ((0, 1), (1, -1)):
        column, sign = columns[meeting.levels[side], side]
        if column is not None:
            row[column] = row.get(column, 0.0) + weight * sign
    return row


def _likelihood(
    meetings: Sequence[Meeting], rows: Sequence[Mapping[int, float]], values: Sequence[float]
) -> tuple[list[float], Matrix]:
    """Return gradient and information matrix of the log-likelihood."""
    slope = [0.0] * len(values)
    information = [[0.0] * len(values) for _ in values]
    for meeting, row in zip(meetings, rows, strict=True):
        share = 1 / (1 + exp(-sum(weight * values[column] for column, weight in row.items())))
        games = meeting.games + 1
        for column, weight in row.items():
            slope[column] += weight * (meeting.won + 0.5 - games * share)
            for other, with_it in row.items():
                information[column][other] += weight * with_it * games * share * (1 - share)
    return slope, information


def _solve(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """Solve linear equations with a symmetric positive definite matrix, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for number, pivot in enumerate(rows):
        for other in rows[number + 1 :]:
            factor = other[number] / pivot[number]
            for column in range(number, len(pivot)):
                other[column] -= factor * pivot[column]
    solved = [0.0] * len(rows)
    for number in range(len(rows) - 1, -1, -1):
        row = rows[number]
        solved_part = sum(row[column] * solved[column] for column in range(number + 1, len(rows)))
        solved[number] = (row[-1] - solved_part) / row[number]
    return solved
