"""Choices of the locations Jack has not reached that are consistent with the news.

A choice has one white circle per quadrant without a red marker. It is possible if the Casebook may have drawn it, no
news excludes it, and Jack could have played every earlier round without entering its circles.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Final, TypeAlias

from gaslamp.titles.whitehall.belief.chronicle import Night
from gaslamp.titles.whitehall.belief.layers import Leg
from gaslamp.titles.whitehall.belief.rows import Row, RowSet, rows_of
from gaslamp.titles.whitehall.belief.states import LOST, PLAIN, SAFE
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import C
from gaslamp.titles.whitehall.rules.choices import location_sets
from gaslamp.titles.whitehall.rules.town import QUADRANTS

Choice: TypeAlias = tuple[int, ...]  # in the order of the quadrants

_WITNESSES: Final = 32  # rows sampled per earlier round; most choices avoid one

_DRAWS: Final = 64  # attempts before enumerating all choices


class EarlierRound:
    """The possible rows of a finished round, and the locations that they can have avoided."""

    def __init__(self, night: Night, reached_later: Collection[int], tiles: Mapping[str, int]) -> None:
        assert night.end is not None
        self.rows = rows_of(night, tiles)
        self.rows.ended_at(night.end, reached_later)
        self.clues = frozenset(night.yes)
        self._rng = Random(1888)
        self._witnesses: list[frozenset[int]] = []

    def can_avoid(self, choice: Choice) -> bool:
        """Return True if some row enters none of the circles of *choice*."""
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
        ends = everything(self.rows)
        for _ in range(_WITNESSES):
            row = self.rows.draw(ends, rng)
            if not set(row).intersection(choice):
                return row
        rows = self.avoiding(choice)
        return rows.draw(everything(rows), rng)

    def avoiding(self, choice: Choice) -> RowSet:
        return self.rows.avoiding(choice, len(self.rows.legs))


def everything(rows: RowSet) -> list[int]:
    return [*range(rows.make().size)]


class OpenLocations:
    def __init__(
        self, level: int, red: Sequence[int], excluded: Iterable[int], earlier: Sequence[EarlierRound]
    ) -> None:
        town = board.current().town
        self._level = level  # of the Casebook
        self._red = {town.quadrant[circle]: circle for circle in red}
        self._earlier = earlier
        clues = frozenset[int]().union(*(night.clues for night in earlier))
        self.quadrants = [quadrant for quadrant in QUADRANTS if quadrant not in self._red]
        self.lists = [[circle for circle in town.white(quadrant) if circle not in clues] for quadrant in self.quadrants]
        self._avoidable: dict[Choice, bool] = {}
        self._apart: dict[int, int] = {}
        self._all: list[Choice] | None = None
        for circle in excluded:
            self.forbid(circle)

    @property
    def circles(self) -> frozenset[int]:
        return frozenset(circle for circles in self.lists for circle in circles)

    def forbid(self, circle: int) -> None:
        if any(circle in circles for circles in self.lists):
            self.lists = [[other for other in circles if other != circle] for circles in self.lists]
            self._apart, self._all = {}, None

    def allows(self, choice: Choice) -> bool:
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
        *before, last = self.whole(choice)
        word = sum(circle << 8 * k for k, circle in enumerate(before))
        return location_sets.weight(self._level, word, last) > 0

    def whole(self, choice: Choice) -> tuple[int, ...]:
        """Return all four locations in the order of the quadrants."""
        left = iter(choice)
        return tuple(self._red[quadrant] if quadrant in self._red else next(left) for quadrant in QUADRANTS)

    def all(self) -> list[Choice]:
        if self._all is None:
            self._all = [choice for choice in product(*self.lists) if self.allows(choice)]
        return self._all

    def with_circle(self, circle: int) -> Iterator[Choice]:
        return filter(self.allows, product(*self._lists_with(circle)))

    def _lists_with(self, circle: int) -> list[list[int]]:
        """Return the circles of each quadrant for choices that contain *circle*; all empty if there are none."""
        if circle not in self.circles:
            return [[] for _ in self.lists]
        return [[circle] if circle in circles else circles for circles in self.lists]

    def apart(self, minimum: int, shared: int = 0) -> bool:
        """Return True if *minimum* choices are found that share at most the circle *shared*."""
        if shared not in self._apart:
            lists = self._lists_with(shared) if shared else self.lists
            self._apart[shared] = self._count_apart(lists, board.BOXES + 4, shared)
        return self._apart[shared] >= minimum

    def _count_apart(self, lists: Sequence[Sequence[int]], limit: int, shared: int) -> int:
        """Count choices that share at most *shared*, greedily up to *limit*: a lower bound."""
        if self._level <= board.NORMAL and not self._earlier:  # every combination is a choice
            return min((len(circles) for circles in lists if shared not in circles), default=limit)
        count = 0
        while count < limit and (choice := next(filter(self.allows, product(*lists)), None)) is not None:
            taken = {*choice} - {shared}
            if not taken:
                return limit  # a row cannot exclude it
            lists = [[circle for circle in circles if circle not in taken] for circles in lists]
            count += 1
        return count

    def draw(self, lists: Sequence[Sequence[int]], fits: Callable[[Choice], bool], rng: Random) -> Choice | None:
        """Draw one of the fitting choices from *lists*, uniformly; None if there is none."""
        if not all(lists):
            return None
        for _ in range(_DRAWS):
            choice = tuple(rng.choice(circles) for circles in lists)
            if self.allows(choice) and fits(choice):
                return choice
        fitting = [choice for choice in product(*lists) if self.allows(choice) and fits(choice)]
        return rng.choice(fitting) if fitting else None


class ChoiceFamilies:
    """Families of choices: the sets that a row leaves possible, numbered on first use.

    Used where choices are so few that a row might exclude all. Once a family has more pairwise disjoint choices than a
    row can enter, it is SAFE and no longer tracked.
    """

    def __init__(self, choices: Sequence[Choice], spare: int) -> None:
        self._choices = choices
        self._spare = spare  # disjoint choices a SAFE family must keep
        self._with: dict[int, int] = {}  # by circle: bits of the choices with it
        for number, choice in enumerate(choices):
            for circle in choice:
                self._with[circle] = self._with.get(circle, 0) | 1 << number
        self._sets = [-1, 0]  # by number; SAFE and LOST come first
        self._numbers = {0: LOST}

    def choices(self, family: int) -> Iterator[Choice]:
        """Yield the choices of a family that is not SAFE."""
        left = self._sets[family]
        return (choice for number, choice in enumerate(self._choices) if left >> number & 1)

    def follow(self, rows: RowSet) -> RowSet:
        """Return those of *rows* that leave some choice of locations; their states carry the family."""
        boxes = [0]
        for leg in rows.legs:
            boxes.append(boxes[-1] + leg.spaces())

        def kin(leg: Leg, number: int, states: Iterable[tuple[int, int]]) -> array[int]:
            to_enter = boxes[-1] - boxes[number + 1] + 1
            return self._kin(leg, states, to_enter)

        return rows.watching(self._number((1 << len(self._choices)) - 1, boxes[-1] + 1), kin)

    def _number(self, left: int, to_enter: int) -> int:
        """Return the number of a family when at most *to_enter* more circles can be entered."""
        if left and self._apart(left, to_enter + self._spare):
            return SAFE
        if left not in self._numbers:
            self._numbers[left] = len(self._sets)
            self._sets.append(left)
        return self._numbers[left]

    def _apart(self, left: int, minimum: int) -> bool:
        """Return True if a greedy pass finds that many disjoint choices. False may be wrong."""
        while left and minimum:
            for circle in self._choices[(left & -left).bit_length() - 1]:
                left &= ~self._with[circle]
            minimum -= 1
        return minimum == 0

    def _kin(self, leg: Leg, states: Iterable[tuple[int, int]], to_enter: int) -> array[int]:
        """Tabulate what each circle leaves of the families of *states*: (family, circle where Jack stands).

        Only transitions reachable from these states are computed: all of them would be millions of sets.
        """
        special = leg.kind != PLAIN
        rows: dict[int, list[int]] = {LOST: [LOST] * C}
        tabulated: set[int] = set()  # C * family + circle

        def left(family: int, circle: int) -> int:
            if family in {SAFE, LOST}:
                return family
            row = rows.setdefault(family, [family] * C)
            if circle in self._with and C * family + circle not in tabulated:
                tabulated.add(C * family + circle)
                row[circle] = self._number(self._sets[family] & ~self._with[circle], to_enter + 2 * special)
            return row[circle]

        for family, start in states:
            after = left(family, start)
            if special and after not in {SAFE, LOST}:
                for k in range(leg.begin(start), leg.begin(start + 1)):
                    remaining = after
                    for circle in leg.circles(k):
                        remaining = left(remaining, circle)
                    left(remaining, 0)  # the second circle is 0 except for a Coach
        table = array("I", bytes(4 * C * (max(rows) + 1)))
        for family, row in rows.items():
            table[C * family : C * family + C] = array("I", row)
        return table
