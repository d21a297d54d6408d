"""What the games of a plan show: who wins how often, how long they think, how strong they are, what they tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gaslamp.arena.folder import Game
from gaslamp.arena.plan import Fixture, Plan
from gaslamp.arena.rating import Meeting, rate
from gaslamp.arena.shares import Estimate, mean, quantile, wilson
from gaslamp.core.game import Side


@dataclass(frozen=True, slots=True)
class Cell:
    """A pairing: the share of its games that the first side won."""

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
class Time:
    """How long a level thinks about a decision for a side, in milliseconds of a processor."""

    level: str
    side: Side
    decisions: int
    mean: float
    p95: float
    most: float


@dataclass(frozen=True, slots=True)
class Leak:
    """How many more games are won against a level by one who knows how it chooses; deal by deal, so in pairs."""

    level: str
    reader: str
    games: int
    unread: Estimate  # the share won against it without that knowledge
    read: Estimate
    gain: Estimate


@dataclass(frozen=True, slots=True)
class Result:
    plan: Plan
    sides: tuple[Side, ...]
    games: int
    cells: tuple[Cell, ...]
    ratings: tuple[Rating, ...]
    leaks: tuple[Leak, ...]
    times: tuple[Time, ...]  # the only part that is another one each time

    def cell(self, *levels: str) -> Cell:
        """The pairing of these levels."""
        return next(cell for cell in self.cells if cell.levels == levels)


def count(plan: Plan, games: Mapping[int, Game]) -> Result:
    """Count the games that were played, all of the plan or a part."""
    sides = plan.game.sides
    played = [(fixture, games[fixture.index]) for fixture in plan.fixtures() if fixture.index in games]
    usual = [(fixture, game) for fixture, game in played if not fixture.reader]
    cells = tuple(_cells(usual, sides[0]))
    rated = rate([Meeting(cell.levels, cell.won, cell.games) for cell in cells]) if cells else {}
    return Result(
        plan=plan,
        sides=sides,
        games=len(played),
        cells=cells,
        ratings=tuple(Rating(level, sides[number], points) for (level, number), points in rated.items()),
        leaks=tuple(_leaks(plan, played)),
        times=tuple(_times(usual, sides)),
    )


def _cells(played: Sequence[tuple[Fixture, Game]], side: Side) -> Iterable[Cell]:
    for levels in dict.fromkeys(fixture.levels for fixture, _ in played):
        winners = [game.winner for fixture, game in played if fixture.levels == levels]
        won = winners.count(side)
        yield Cell(levels, len(winners), won, wilson(won, len(winners)))


def _times(played: Sequence[tuple[Fixture, Game]], sides: Sequence[Side]) -> Iterable[Time]:
    found: dict[tuple[str, Side], list[int]] = {}
    for number, side in enumerate(sides):
        for fixture, game in played:
            found.setdefault((fixture.levels[number], side), []).extend(game.times.get(side, ()))
    for (level, side), times in found.items():
        if times:
            mean_time = sum(times) / len(times)
            yield Time(
                level, side, len(times), mean_time / 1000, quantile(times, 0.95) / 1000, max(times) / 1000
            )  # fmt: skip


def _leaks(plan: Plan, played: Sequence[tuple[Fixture, Game]]) -> Iterable[Leak]:
    """Compare the games of readers with those of the same levels on the same deals."""
    won = {(fixture.levels, fixture.deal, fixture.reader): game.winner for fixture, game in played}
    for levels in dict.fromkeys(fixture.levels for fixture, _ in played if fixture.reader):
        (reader,) = {fixture.reader for fixture, _ in played if fixture.reader}
        pairs = [
            (winner == reader, won[key, deal, ""] == reader)
            for (key, deal, reads), winner in won.items()
            if reads and key == levels and (key, deal, "") in won
        ]
        if pairs:
            place = plan.game.sides.index(plan.leak)
            read, unread = (sum(side) for side in zip(*pairs, strict=True))
            yield Leak(
                level=levels[place],
                reader=levels[1 - place],
                games=len(pairs),
                unread=wilson(unread, len(pairs)),
                read=wilson(read, len(pairs)),
                gain=mean([float(knowing) - unknowing for knowing, unknowing in pairs]),
            )
