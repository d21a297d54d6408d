"""Evaluation of a tournament: win rates, decision times, ratings and worst cases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from gaslamp.arena.folder import GameResult
from gaslamp.arena.plan import Fixture, Tournament
from gaslamp.arena.rating import Estimate, Fit, Meeting, mean, quantile, wilson
from gaslamp.bots.levels import NAMES
from gaslamp.core.game import Side


@dataclass(frozen=True, slots=True)
class PairingResult:
    levels: tuple[str, ...]
    games: int
    won: int
    share: Estimate


@dataclass(frozen=True, slots=True)
class Rating:
    level: str
    side: Side
    points: Estimate


@dataclass(frozen=True, slots=True)
class Step:
    """Rating of a level minus that of the next weaker one in the tournament."""

    lower: str
    level: str
    side: Side
    points: Estimate


@dataclass(frozen=True, slots=True)
class Time:
    """CPU milliseconds per decision of a level on one side."""

    level: str
    side: Side
    decisions: int
    mean: float
    p95: float
    most: float


@dataclass(frozen=True, slots=True)
class WorstCase:
    """Wins of a level against an opponent that knows its policy, on the same deals as without that knowledge."""

    level: str
    reader: str
    games: int
    unread: Estimate  # share won if the policy is not known
    read: Estimate
    adjusted: Estimate | None  # the same as *read*, by AIVAT; None if the policy is only estimated
    loss: Estimate  # unread minus read, deal by deal


@dataclass(frozen=True, slots=True)
class TournamentResult:
    plan: Tournament
    sides: tuple[Side, ...]
    games: int
    cells: tuple[PairingResult, ...]
    ratings: tuple[Rating, ...]
    steps: tuple[Step, ...]
    worst_cases: tuple[WorstCase, ...]
    times: tuple[Time, ...]  # not reproducible

    def cell(self, *levels: str) -> PairingResult:
        return next(cell for cell in self.cells if cell.levels == levels)


def count(plan: Tournament, games: Mapping[int, GameResult]) -> TournamentResult:
    sides = plan.game.sides
    played = [(fixture, games[fixture.index]) for fixture in plan.fixtures() if fixture.index in games]
    usual = [(fixture, game) for fixture, game in played if not fixture.reader]
    cells = tuple(_cells(usual, sides[0]))
    fit = Fit([Meeting(cell.levels, cell.won, cell.games) for cell in cells]) if cells else None
    return TournamentResult(
        plan=plan,
        sides=sides,
        games=len(played),
        cells=cells,
        ratings=tuple(_ratings(fit, sides)) if fit else (),
        steps=tuple(_steps(fit, sides)) if fit else (),
        worst_cases=tuple(_worst_cases(plan, played)),
        times=tuple(_times(usual, sides)),
    )


def _cells(played: Sequence[tuple[Fixture, GameResult]], side: Side) -> Iterable[PairingResult]:
    for levels in dict.fromkeys(fixture.levels for fixture, _ in played):
        winners = [game.winner for fixture, game in played if fixture.levels == levels]
        won = winners.count(side)
        yield PairingResult(levels, len(winners), won, wilson(won, len(winners)))


def _ratings(fit: Fit, sides: Sequence[Side]) -> Iterable[Rating]:
    for level, number in fit.columns:
        yield Rating(level, sides[number], fit.rating((level, number)))


def _steps(fit: Fit, sides: Sequence[Side]) -> Iterable[Step]:
    for number, side in enumerate(sides):
        ladder = [name for name in NAMES if (name, number) in fit.columns]
        for lower, level in pairwise(ladder):
            yield Step(lower, level, side, fit.step((lower, number), (level, number)))


def _times(played: Sequence[tuple[Fixture, GameResult]], sides: Sequence[Side]) -> Iterable[Time]:
    by_player: dict[tuple[str, Side], list[int]] = {}
    for number, side in enumerate(sides):
        for fixture, game in played:
            by_player.setdefault((fixture.levels[number], side), []).extend(game.times.get(side, ()))
    for (level, side), times in by_player.items():
        if times:
            mean_time = sum(times) / len(times)
            yield Time(
                level, side, len(times), mean_time / 1000, quantile(times, 0.95) / 1000, max(times) / 1000
            )  # fmt: skip


def _worst_cases(plan: Tournament, played: Sequence[tuple[Fixture, GameResult]]) -> Iterable[WorstCase]:
    """Compare the readers' games with those of the same levels on the same deals."""
    side = plan.worst_case
    plain = {(fixture.levels, fixture.deal): game for fixture, game in played if not fixture.reader}
    for levels in dict.fromkeys(fixture.levels for fixture, _ in played if fixture.reader):
        pairs = [
            (game, plain[levels, fixture.deal])
            for fixture, game in played
            if fixture.reader and fixture.levels == levels and (levels, fixture.deal) in plain
        ]
        if not pairs:
            continue
        place = plan.game.sides.index(side)
        read, unread = ([game.winner == side for game in games] for games in zip(*pairs, strict=True))
        adjusted = [1.0 - game.adjusted for game, _ in pairs if game.adjusted is not None]
        yield WorstCase(
            level=levels[place],
            reader=levels[1 - place],
            games=len(pairs),
            unread=wilson(sum(unread), len(pairs)),
            read=wilson(sum(read), len(pairs)),
            adjusted=mean(adjusted) if len(adjusted) == len(pairs) else None,
            loss=mean([float(before) - after for before, after in zip(unread, read, strict=True)]),
        )
