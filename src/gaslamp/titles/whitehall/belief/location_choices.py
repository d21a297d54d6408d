"""Families of location choices: the subset that a row leaves possible.

Used where choices are so few that a row might exclude all. A family is a set of choices. Once it has more pairwise
disjoint choices than a row can enter it is SAFE and no longer tracked.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence

from gaslamp.titles.whitehall.belief.layers import Leg
from gaslamp.titles.whitehall.belief.open_locations import Choice
from gaslamp.titles.whitehall.belief.rows import RowSet
from gaslamp.titles.whitehall.belief.states import LOST, PLAIN, SAFE
from gaslamp.titles.whitehall.rules.board import C


class ChoiceFamilies:
    """The sets of location choices that are still possible (families), numbered on first use."""

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
