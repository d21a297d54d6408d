"""A round in progress: Jack's possible rows, given at least one possible choice of remaining locations.

The choice constrains rows in four ways. No circle entered is a remaining location (WM-18, WM-50), except the last one
after a plain move while the investigators answer. With the last space used Jack must have reached one (WM-21). When
Jack is to move again he has reached none, and has a legal move (WM-20).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random

from gaslamp.titles.whitehall.belief.chronicle import JackTurn
from gaslamp.titles.whitehall.belief.layers import Arrivals
from gaslamp.titles.whitehall.belief.open_locations import Choice, ChoiceFamilies, OpenLocations
from gaslamp.titles.whitehall.belief.rows import Row, RowSet
from gaslamp.titles.whitehall.belief.states import HIDDEN, PLAIN, SAFE
from gaslamp.titles.whitehall.rules.board import ALLEY, BOAT, COACH, SPACES
from gaslamp.titles.whitehall.rules.choices import jack_moves


@dataclass(frozen=True)
class Phase:
    """Phase of a turn: the investigators are answering, or Jack is to move past *figures*."""

    answering: bool
    figures: int = 0  # crossings, a byte each; 0 while answering


ANSWERING = Phase(answering=True)


class Run:
    """Rows that end in accepted states. The layers are built only when more than counts is needed."""

    def __init__(self, counts: dict[int, int], lay_out: Callable[[], tuple[RowSet, tuple[int, ...]]]) -> None:
        self.counts = counts  # by final circle
        self._lay_out = lay_out

    @cached_property
    def laid_out(self) -> tuple[RowSet, tuple[int, ...]]:
        """Return the rows with the accepted indices of their last layer."""
        return self._lay_out()


def run_of(rows: RowSet, accepted: Iterable[int]) -> Run:
    last, places = rows.make(), tuple(accepted)
    counts: dict[int, int] = {}
    for place in places:
        circle = last.key(place) & 255
        counts[circle] = counts.get(circle, 0) + last.count(place)
    return Run(counts, lambda: (rows, places))


def arrival(rows: RowSet, circle: int, arrivals: Arrivals) -> Run:
    """Return the rows that end on a circle they have not entered before."""

    def lay_out() -> tuple[RowSet, tuple[int, ...]]:
        new = rows.avoiding({circle}, len(rows.legs) - 1)
        return new, tuple(place for place, end, _, _ in new.ends() if end == circle)

    count = rows.arriving(circle, arrivals)
    return Run({circle: count} if count else {}, lay_out)


class Round:
    def __init__(self, start: int, tiles: Mapping[str, int], locations: OpenLocations) -> None:
        self.rows = RowSet(start, tiles)
        self.locations = locations
        self._tiles = tiles  # left; face-down ones not counted as used
        self._track = 0
        self._runs: tuple[Phase, list[Run]] | None = None
        self._arrivals = Arrivals()

    # ---- news

    def move(self, turn: JackTurn) -> None:
        self.rows.turn(turn)
        self._track += self.rows.legs[-1].spaces()
        self._runs = None

    def search(self, circle: int, *, found: bool) -> None:
        constrain = self.rows.yes if found else self.rows.no
        constrain(circle, len(self.rows.legs))
        self._runs = None

    def arrest_in_vain(self, circles: tuple[int, ...]) -> None:
        self.rows.not_at(circles, len(self.rows.legs))
        self._runs = None

    def forbid(self, circle: int) -> None:
        """Exclude a circle as a location (WM-62b, WM-68c)."""
        self.locations.forbid(circle)
        self._runs = None

    # ---- rows

    def runs(self, phase: Phase) -> list[Run]:
        """Return all possible rows as disjoint runs."""
        if self._runs is None or self._runs[0] != phase:
            self._runs = phase, [run for run in self._find_runs(phase) if run.counts]
        return self._runs[1]

    def _find_runs(self, phase: Phase) -> Iterator[Run]:
        if self._track == SPACES:
            yield from self._having_arrived()
        elif self._choices_are_many(phase):
            yield run_of(self.rows, self._accepted(self.rows, phase))
        else:
            spare = 1 if phase.answering else 4  # Jack's circle, and a Coach's two
            families = ChoiceFamilies(self.locations.all(), spare)
            rows = families.follow(self.rows)
            yield run_of(rows, self._accepted(rows, phase, families))

    def _entering(self, phase: Phase) -> int:
        """Return the number of turns in which Jack cannot have entered a location: not an unanswered plain one."""
        turns = len(self.rows.legs)
        answering = phase.answering or self._track == SPACES
        return turns - (answering and turns > 0 and self.rows.legs[-1].kind == PLAIN)

    def _choices_are_many(self, phase: Phase) -> bool:
        """Return True if there are more disjoint choices than a row can exclude."""
        ruled_out = self.rows.boxes_with(self.locations.circles, self._entering(phase))
        stuck = (not jack_moves.plain(end, phase.figures) for _, end, _, _ in self.rows.ends())
        if not phase.answering and any(stuck):
            ruled_out += 2  # a Coach may be the only move left
        return self.locations.apart(ruled_out + 1)

    def _accepted(self, rows: RowSet, phase: Phase, families: ChoiceFamilies | None = None) -> Iterator[int]:
        for place, circle, alleys, family in rows.ends():
            if phase.answering:
                yield place
            elif family == SAFE or families is None:
                if self._can_move(circle, alleys, (), phase):
                    yield place
            elif any(
                circle not in choice and self._can_move(circle, alleys, choice, phase)
                for choice in families.choices(family)
            ):
                yield place

    def _can_move(self, end: int, alleys: int, choice: Choice, phase: Phase) -> bool:
        boats = sum(leg.kind == HIDDEN for leg in self.rows.legs) - alleys
        tiles = (
            self._tiles["coach"] << 4 * COACH
            | self._tiles["alley"] - alleys << 4 * ALLEY
            | self._tiles["boat"] - boats << 4 * BOAT
        )
        goals = sum(circle << 8 * k for k, circle in enumerate(choice))
        return jack_moves.count(end, phase.figures, goals, tiles, self._track) > 0

    def _having_arrived(self) -> Iterator[Run]:
        """Return the rows that end on a location with the last space, one run per location (WM-21)."""
        if self.rows.legs[-1].kind != PLAIN:
            return
        before = len(self.rows.legs) - 1
        for circle in sorted({circle for _, circle, _, _ in self.rows.ends()} & self.locations.circles):
            ruled_out = self.rows.boxes_with(self.locations.circles - {circle}, before)
            if self.locations.apart(ruled_out + 1, shared=circle):
                yield arrival(self.rows, circle, self._arrivals)
            else:
                choices = [(*({*choice} - {circle}),) for choice in self.locations.with_circle(circle)]
                rows = ChoiceFamilies(choices, spare=1).follow(self.rows.avoiding({circle}, before))
                yield run_of(rows, (place for place, end, _, _ in rows.ends() if end == circle))

    # ---- rows with a given choice

    def run_with(self, choice: Choice, phase: Phase) -> Run:
        rows = self.rows.avoiding(choice, self._entering(phase))
        return run_of(rows, (place for place, end, alleys, _ in rows.ends() if self._fits(end, alleys, choice, phase)))

    def _fits(self, end: int, alleys: int, choice: Choice, phase: Phase) -> bool:
        if self._track == SPACES:
            return end in choice and self.rows.legs[-1].kind == PLAIN
        return phase.answering or self._can_move(end, alleys, choice, phase)

    def has(self, row: Row, choice: Choice, phase: Phase) -> bool:
        if not self.locations.allows(choice):
            return False
        rows, accepted = self.run_with(choice, phase).laid_out
        return rows.state_of(row) in accepted

    def draw_choice(self, row: Row, phase: Phase, rng: Random) -> Choice | None:
        """Draw locations consistent with *row*, uniformly."""
        boxes = sum(leg.spaces() for leg in self.rows.legs[: self._entering(phase)])
        entered = set(row[: boxes + 1])
        lists = [[circle for circle in circles if circle not in entered] for circles in self.locations.lists]
        if self._track == SPACES:
            lists = [[row[-1]] if row[-1] in circles else circles for circles in lists]
        turns = zip(self.rows.legs, self.rows.kinds(row), strict=True)
        alleys = sum(leg.kind == HIDDEN and kind == "alley" for leg, kind in turns)
        return self.locations.draw(lists, lambda choice: self._fits(row[-1], alleys, choice, phase), rng)
