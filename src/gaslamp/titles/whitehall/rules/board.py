"""Names, numbers and flat lookup tables of the board of Whitehall Mystery.

There is one current board: Whitehall, unless a test calls `use` with a smaller map. The rules modules copy the tables
(compiled, into C arrays) and register with `follow` to be called when the board changes. A position refers to circles
and crossings by number, so it is valid only on its own board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final, TypeVar

from gaslamp.core.game import CHANCE_MOVES, NOBODY_MOVES
from gaslamp.titles.whitehall.rules.town import BLUE, QUADRANTS, WHITE, WHITEHALL, Town, circles_of, crossings_of

# ---- names; the index is the number in positions and actions
SEATS: Final = ("jack", "investigator1", "investigator2", "investigator3")
FIGURES: Final = ("yellow", "blue", "red", "green", "brown")  # in order of priority (WM-08, WM-68)
ABILITIES: Final = ("smoker", "tile yellow", "tile blue", "tile red", "green", "brown")
KINDS: Final = ("", "coach", "alley", "boat")  # of special moves
CASEBOOK: Final = ("off", "normal", "easy", "medium", "difficult")

# ---- numbers
JACK: Final = 0
CHANCE: Final = CHANCE_MOVES
NOBODY: Final = NOBODY_MOVES
YELLOW_FIGURE, BLUE_FIGURE, RED_FIGURE, GREEN_FIGURE, BROWN_FIGURE = range(5)
SMOKER, YELLOW_TILE, BLUE_TILE, RED_TILE, GREEN, BROWN = range(6)
COACH, ALLEY, BOAT = 1, 2, 3
OFF, NORMAL, EASY, MEDIUM, DIFFICULT = range(5)
# Optional rules, as bits.
MURDERER_AT_LARGE, NEWSPAPER_FABRICATIONS, FALSE_CLUES = 1, 2, 4

CIRCLES: Final = 189  # maximum; numbered from 1, 0 is none
CROSSINGS: Final = 174
SPACES: Final = 15  # of the track (WM-12)
BOXES: Final = SPACES + 1  # of a row; box 0 is where it starts
TILES: Final = 2  # of each kind (WM-05)
NOWHERE: Final = BOXES  # the box of a circle that is not in the row

# Stages: the kind of action expected next.
STAGES: Final = (
    "locating", "placing", "starting", "reclaiming", "moving", "coaching", "walking", "bluffing", "acting",
    "searching", "scenting", "finished",
)  # fmt: skip
(
    LOCATING, PLACING, STARTING, RECLAIMING, MOVING, COACHING, WALKING, BLUFFING, ACTING,
    SEARCHING, SCENTING, FINISHED,
) = range(12)  # fmt: skip

SIDES: Final = ("jack", "investigators")
ENDINGS: Final = ("", "completed", "arrested", "deduced", "too_late", "trapped")
WINNERS: Final = (NOBODY, JACK, 1, 1, 1, 1)  # sides
GOES_ON, COMPLETED, ARRESTED, DEDUCED, TOO_LATE, TRAPPED = range(6)

# Ways a figure moves: plain, or with an ability.
WALK, SMOKE, COACH_STEP, BOAT_STEP, ALLEY_STEP = range(5)
WALKS: Final = 5

# ---- capacity of one table entry
NEXT_ROOM: Final = 16  # adjacent circles, circles of an alley
BOAT_ROOM: Final = 8
WALK_ROOM: Final = 64
RANGE_ROOM: Final = 8
YELLOW_ROOM: Final = 8
WHITE_ROOM: Final = 64  # of a quadrant
C: Final = CIRCLES + 1
X: Final = CROSSINGS + 1

P = TypeVar("P", int, str)


class BoardTables:
    """A map as flat tables. `start` and `end` are circles, `x` and `y` crossings."""

    def __init__(self, town: Town) -> None:
        _fits(len(town.circles), CIRCLES)
        _fits(len(town.crossings), CROSSINGS)
        self.town = town
        self.circles = len(town.circles)
        self.number = {name: number for number, name in enumerate(town.crossings, 1)}  # of a crossing
        self._jack()
        self._figures()
        self._lists()

    def _jack(self) -> None:
        """Tabulate Jack's moves. Bit k of a mask is the k-th circle of a list."""
        town = self.town
        not_blue = {circle for circle in town.circles if town.colour[circle] != BLUE}
        self.next, self.next_bit = _listed({start: tuple(ends) for start, ends in town.ways.items()}, NEXT_ROOM)
        self.all_next = _sums(self.next_bit, town.circles, town.circles)
        self.land = _sums(self.next_bit, town.circles, not_blue)  # WM-14a
        # At X * start + x: the adjacent circles whose way passes x. Some have two ways; others have the same one twice.
        self.cut = [0] * (C * X)
        self.cut_again = [0] * (C * X)
        for start, ends in town.ways.items():
            for end, ways in ends.items():
                if len(ways) > 2:
                    raise ValueError(f"from {start} to {end} there are more than two ways")
                for table, way in ((self.cut, ways[0]), (self.cut_again, ways[-1])):
                    for crossing in way:
                        table[X * start + self.number[crossing]] |= self.next_bit[C * start + end]
        blocks = [circles_of(outline) for outline in town.faces["houses"]]
        self.alley, self.alley_bit = _listed(_together(blocks), NEXT_ROOM)  # WM-15
        self.all_alley = _sums(self.alley_bit, town.circles, town.circles)
        waters = [[c for c in circles_of(outline) if c not in not_blue] for outline in town.faces["water"]]
        self.boat, boat_bit = _listed(_together(waters), BOAT_ROOM)  # WM-16
        self.all_boat = _sums(boat_bit, town.circles, town.circles)

    def _figures(self) -> None:
        """Tabulate the figures' moves by way of moving and crossing, and the circles in range."""
        town, number = self.town, self.number
        outlines = {
            kind: _together([[number[x] for x in crossings_of(outline)] for outline in town.faces[kind]])
            for kind in ("water", "houses")
        }
        self.walk = [0] * (WALKS * X * WALK_ROOM)
        self.walk_count = [0] * (WALKS * X)
        self.walk_place = [WALK_ROOM] * (WALKS * X * X)  # index of y in the list, or WALK_ROOM
        self.range = [0] * (X * RANGE_ROOM)
        self.range_count = [0] * X
        for x, name in enumerate(town.crossings, 1):
            near = _distances(name, town.steps, most=4)
            plain = {number[other] for other, steps in near.items() if steps <= 2}
            lists = (
                plain,  # WM-30
                {number[other] for other, steps in near.items() if steps == 3},  # WM-66a
                {number[other] for other, steps in near.items() if steps in {3, 4}},  # WM-67
                set(outlines["water"].get(x, ())) - plain,  # WM-67a
                set(outlines["houses"].get(x, ())) - plain,  # WM-67b
            )
            for how, ends in enumerate(lists):
                _fits(len(ends), WALK_ROOM - 1)
                self.walk_count[X * how + x] = len(ends)
                for place, y in enumerate(sorted(ends)):
                    self.walk[(X * how + x) * WALK_ROOM + place] = y
                    self.walk_place[(X * how + x) * X + y] = place
            circles = town.in_range(name)  # WM-40
            _fits(len(circles), RANGE_ROOM)
            self.range_count[x] = len(circles)
            self.range[RANGE_ROOM * x : RANGE_ROOM * x + len(circles)] = circles

    def _lists(self) -> None:
        quadrants = [self.town.white(quadrant) for quadrant in QUADRANTS]
        self.whites = [circle for circle in self.town.circles if self.town.colour[circle] == WHITE]
        self.white = _flat(quadrants, WHITE_ROOM)
        self.white_count = [len(circles) for circles in quadrants]
        self.white_place = [0] * C  # index among the white circles of its quadrant
        for circles in quadrants:
            for place, circle in enumerate(circles):
                self.white_place[circle] = place
        self.yellow = sorted(self.number[crossing] for crossing in self.town.yellow)
        _fits(len(self.yellow), YELLOW_ROOM)

    def distances(self) -> list[int]:
        """Return the plain moves between circles on the empty board, at C * start + end (WM-06)."""
        table = [0] * (C * C)
        for start in self.town.circles:
            for end, moves in _distances(start, self.town.ways).items():
                table[C * start + end] = moves
        return table


def _distances(start: P, near: Mapping[P, Iterable[P]], most: int = CIRCLES) -> dict[P, int]:
    steps = {start: 0}
    queue = [start]
    for place in queue:
        for neighbour in near[place] if steps[place] < most else ():
            if neighbour not in steps:
                steps[neighbour] = steps[place] + 1
                queue.append(neighbour)
    return steps


def _together(groups: Iterable[Iterable[int]]) -> dict[int, tuple[int, ...]]:
    """Return, for each member, the sorted other members of its groups."""
    others: dict[int, set[int]] = {}
    for group in map(set, groups):
        for thing in group:
            others.setdefault(thing, set()).update(group - {thing})
    return {thing: tuple(sorted(rest)) for thing, rest in others.items()}


def _listed(lists: Mapping[int, tuple[int, ...]], room: int) -> tuple[list[int], list[int]]:
    """Return lists flattened by circle, and, at C * start + end, the bit of end in the list of start, or 0."""
    bits = [0] * (C * C)
    for start, ends in lists.items():
        for place, end in enumerate(ends):
            bits[C * start + end] = 1 << place
    return _flat([lists.get(start, ()) for start in range(C)], room), bits


def _sums(bits: list[int], starts: Iterable[int], ends: Iterable[int]) -> list[int]:
    table = [0] * C
    for start in starts:
        table[start] = sum(bits[C * start + end] for end in ends)
    return table


def _flat(lists: Iterable[Iterable[int]], room: int) -> list[int]:
    table: list[int] = []
    for values in lists:
        row = list(values)
        _fits(len(row), room)
        table += row + [0] * (room - len(row))
    return table


def _fits(length: int, room: int) -> None:
    if length > room:
        raise ValueError(f"the tables have room for {room}, and this map needs {length}")


def zeros(length: int) -> list[int]:
    return [0] * length


_FOLLOWERS: Final[list[Callable[[BoardTables], None]]] = []
_BOARDS: Final = [BoardTables(WHITEHALL)]


def current() -> BoardTables:
    return _BOARDS[-1]


def follow(take: Callable[[BoardTables], None]) -> None:
    """Call *take* with the board now and whenever it changes."""
    _FOLLOWERS.append(take)
    take(current())


@contextmanager
def use(town: Town) -> Iterator[BoardTables]:
    """Replace the board temporarily, for tests."""
    _BOARDS.append(BoardTables(town))
    for take in _FOLLOWERS:
        take(current())
    try:
        yield current()
    finally:
        _BOARDS.pop()
        for take in _FOLLOWERS:
            take(current())
