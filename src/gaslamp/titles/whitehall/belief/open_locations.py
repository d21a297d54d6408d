"""The locations that Jack may still be making for: every choice of them that all news so far leave possible.

A choice has one white circle of each quadrant without a red marker. It is left possible if the Casebook may have drawn
it, nothing has told otherwise, and Jack could have played every earlier round without entering one of its circles.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Final, TypeAlias

from gaslamp.titles.whitehall.belief.chronicle import Night
from gaslamp.titles.whitehall.belief.rows import Row, Rows, rows_of
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.choices import location_sets
from gaslamp.titles.whitehall.rules.town import QUADRANTS

Choice: TypeAlias = tuple[int, ...]  # in the order of the quadrants

_WITNESSES: Final = 32  # rows of an earlier round that are drawn at first: most choices avoid one of them

_DRAWS: Final = 64  # before all choices are looked at


class EarlierRound:
    """The rows of a round that is over: what locations they can have avoided."""

    def __init__(self, night: Night, reached_later: Collection[int], tiles: Mapping[str, int]) -> None:
        assert night.end is not None
        self.rows = rows_of(night, tiles)
        self.rows.ended_at(night.end, reached_later)
        self.clues = frozenset(night.yes)
        self._rng = Random(1888)
        self._witnesses: list[frozenset[int]] = []

    def can_avoid(self, choice: Choice) -> bool:
        """Whether some row enters none of these."""
        if not self.clues.isdisjoint(choice):
            return False
        if not self._witnesses:
            ends = everything(self.rows)
            self._witnesses = [frozenset(self.rows.draw(ends, self._rng)) for _ in range(_WITNESSES)]
        if any(row.isdisjoint(choice) for row in self._witnesses):
            return True
        rows = self.avoiding(choice)
        ends = everything(rows)
        if ends:
            self._witnesses.append(frozenset(rows.draw(ends, self._rng)))
        return bool(ends)

    def draw(self, choice: Choice, rng: Random) -> Row:
        """Draw a row that enters none of these, each as likely as any other."""
        ends = everything(self.rows)
        for _ in range(_WITNESSES):
            row = self.rows.draw(ends, rng)
            if not set(row).intersection(choice):
                return row
        rows = self.avoiding(choice)
        return rows.draw(everything(rows), rng)

    def avoiding(self, choice: Choice) -> Rows:
        """The rows that enter none of these."""
        return self.rows.avoiding(choice, len(self.rows.legs))


def everything(rows: Rows) -> list[int]:
    """All states after the last turn."""
    return [*range(rows.make().size)]


class OpenLocations:
    """The choices of locations that are left."""

    def __init__(self, level: int, red: Sequence[int], told: Iterable[int], earlier: Sequence[EarlierRound]) -> None:
        town = board.current().town
        self._level = level  # of the Casebook
        self._red = {town.quadrant[circle]: circle for circle in red}
        self._earlier = earlier
        clues = frozenset[int]().union(*(night.clues for night in earlier))
        self.quadrants = [quadrant for quadrant in QUADRANTS if quadrant not in self._red]
        self._told: set[int] = set()
        self.lists = [[circle for circle in town.white(quadrant) if circle not in clues] for quadrant in self.quadrants]
        self._avoidable: dict[Choice, bool] = {}
        self._apart: dict[int, int] = {}
        self._all: list[Choice] | None = None
        for circle in told:
            self.forbid(circle)

    @property
    def circles(self) -> frozenset[int]:
        """Every circle that may be one of them as far as it alone is concerned."""
        return frozenset(circle for circles in self.lists for circle in circles)

    def forbid(self, circle: int) -> None:
        """Learn that a circle is none of them."""
        if any(circle in circles for circles in self.lists):
            self.lists = [[other for other in circles if other != circle] for circles in self.lists]
            self._apart, self._all = {}, None

    def allows(self, choice: Choice) -> bool:
        """Whether a choice is left possible."""
        if len(choice) != len(self.lists) or any(
            circle not in circles for circle, circles in zip(choice, self.lists, strict=True)
        ):
            return False
        if choice not in self._avoidable:
            self._avoidable[choice] = self._may_be_drawn(choice) and all(
                night.can_avoid(choice) for night in self._earlier
            )
        return self._avoidable[choice]

    def _may_be_drawn(self, choice: Choice) -> bool:
        """Whether the Casebook has such a set (WM-06)."""
        *before, last = self.whole(choice)
        word = sum(circle << 8 * k for k, circle in enumerate(before))
        return location_sets.weight(self._level, word, last) > 0

    def whole(self, choice: Choice) -> tuple[int, ...]:
        """All four locations in the order of the quadrants."""
        left = iter(choice)
        return tuple(self._red[quadrant] if quadrant in self._red else next(left) for quadrant in QUADRANTS)

    def all(self) -> list[Choice]:
        """Every choice."""
        if self._all is None:
            self._all = [choice for choice in product(*self.lists) if self.allows(choice)]
        return self._all

    def with_circle(self, circle: int) -> Iterator[Choice]:
        """Every choice that holds a circle."""
        return filter(self.allows, product(*self._lists_with(circle)))

    def _lists_with(self, circle: int) -> list[list[int]]:
        """The lists of those choices; one of them is empty if there are none."""
        if circle not in self.circles:
            return [[] for _ in self.lists]
        return [[circle] if circle in circles else circles for circles in self.lists]

    def apart(self, wanted: int, shared: int = 0) -> bool:
        """Whether so many choices are found that have no circle in common, but perhaps one that all have."""
        if shared not in self._apart:
            lists = self._lists_with(shared) if shared else self.lists
            self._apart[shared] = self._count_apart(lists, board.BOXES + 4, shared)
        return self._apart[shared] >= wanted

    def _count_apart(self, lists: Sequence[Sequence[int]], wanted: int, shared: int) -> int:
        """Count such choices, up to so many, as they come: there may be more."""
        if self._level <= board.NORMAL and not self._earlier:  # any circles together are a choice
            return min((len(circles) for circles in lists if shared not in circles), default=wanted)
        found = 0
        while found < wanted and (choice := next(filter(self.allows, product(*lists)), None)) is not None:
            taken = {*choice} - {shared}
            if not taken:
                return wanted  # there is nothing that a row could enter
            lists = [[circle for circle in circles if circle not in taken] for circles in lists]
            found += 1
        return found

    def draw(self, lists: Sequence[Sequence[int]], fits: Callable[[Choice], bool], rng: Random) -> Choice | None:
        """Draw a choice out of some circles of each list, each that fits as likely as any other; None if none does."""
        if not all(lists):
            return None
        for _ in range(_DRAWS):
            choice = tuple(rng.choice(circles) for circles in lists)
            if self.allows(choice) and fits(choice):
                return choice
        fitting = [choice for choice in product(*lists) if self.allows(choice) and fits(choice)]
        return rng.choice(fitting) if fitting else None
