"""A round under way: the rows that Jack may have written, for at least one choice of the locations that he has left.

That choice matters in four places. No circle that he has entered is one of them (WM-18, WM-50), but for the last one
after a plain move, while the investigators are still at it. With the last space used he must have reached one (WM-21).
Where he is to move again he has reached none, and has somewhere to go (WM-20).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random

from gaslamp.titles.whitehall.belief.chronicle import Turn
from gaslamp.titles.whitehall.belief.layers import Arrivals
from gaslamp.titles.whitehall.belief.location_choices import ChoiceFamilies
from gaslamp.titles.whitehall.belief.open_locations import Choice, OpenLocations
from gaslamp.titles.whitehall.belief.rows import Row, Rows
from gaslamp.titles.whitehall.belief.states import HIDDEN, PLAIN, SAFE
from gaslamp.titles.whitehall.rules.board import ALLEY, BOAT, COACH, SPACES
from gaslamp.titles.whitehall.rules.choices import jack_moves


@dataclass(frozen=True)
class Moment:
    """When it is: the investigators are still answering, or Jack is to move, past these crossings."""

    answering: bool
    figures: int = 0  # a byte each; only asked for when Jack is to move


ANSWERING = Moment(answering=True)


class Run:
    """Some of the rows: those that end in the accepted states. They are laid out only if their number will not do."""

    def __init__(self, counts: dict[int, int], lay_out: Callable[[], tuple[Rows, tuple[int, ...]]]) -> None:
        self.counts = counts  # by the circle where they end
        self._lay_out = lay_out

    @cached_property
    def laid_out(self) -> tuple[Rows, tuple[int, ...]]:
        """The rows with the accepted places of their last layer."""
        return self._lay_out()


def run_of(rows: Rows, accepted: Iterable[int]) -> Run:
    """A run of rows that are laid out."""
    last, places = rows.make(), tuple(accepted)
    counts: dict[int, int] = {}
    for place in places:
        circle = last.key(place) & 255
        counts[circle] = counts.get(circle, 0) + last.count(place)
    return Run(counts, lambda: (rows, places))


def arrival(rows: Rows, circle: int, arrivals: Arrivals) -> Run:
    """The rows that end on a circle and have not entered it before."""

    def lay_out() -> tuple[Rows, tuple[int, ...]]:
        new = rows.avoiding({circle}, len(rows.legs) - 1)
        return new, tuple(place for place, here, _, _ in new.ends() if here == circle)

    count = rows.arriving(circle, arrivals)
    return Run({circle: count} if count else {}, lay_out)


class Round:
    """What is known of a round under way."""

    def __init__(self, start: int, tiles: Mapping[str, int], locations: OpenLocations) -> None:
        self.rows = Rows(start, tiles)
        self.locations = locations
        self._tiles = tiles  # left, those face down not counted as used
        self._track = 0
        self._runs: tuple[Moment, list[Run]] | None = None
        self._arrivals = Arrivals()

    # ---- what is told

    def move(self, turn: Turn) -> None:
        """Let Jack have moved."""
        self.rows.turn(turn)
        self._track += self.rows.legs[-1].spaces()
        self._runs = None

    def search(self, circle: int, *, found: bool) -> None:
        """Learn what a search told (WM-41a)."""
        told = self.rows.yes if found else self.rows.no
        told(circle, len(self.rows.legs))
        self._runs = None

    def arrest_in_vain(self, circles: tuple[int, ...]) -> None:
        """Learn that Jack is on none of these (WM-42a)."""
        self.rows.not_at(circles, len(self.rows.legs))
        self._runs = None

    def forbid(self, circle: int) -> None:
        """Learn that a circle is no location (WM-62b, WM-68c)."""
        self.locations.forbid(circle)
        self._runs = None

    # ---- what follows

    def runs(self, moment: Moment) -> list[Run]:
        """All rows there are, in one run or several."""
        if self._runs is None or self._runs[0] != moment:
            self._runs = moment, [run for run in self._find_runs(moment) if run.counts]
        return self._runs[1]

    def _find_runs(self, moment: Moment) -> Iterator[Run]:
        if self._track == SPACES:
            yield from self._having_arrived()
        elif self._choices_are_many(moment):
            yield run_of(self.rows, self._accepted(self.rows, moment))
        else:
            spare = 1 if moment.answering else 4  # where he stands, and a Coach's two circles
            families = ChoiceFamilies(self.locations.all(), spare)
            rows = families.follow(self.rows)
            yield run_of(rows, self._accepted(rows, moment, families))

    def _entering(self, moment: Moment) -> int:
        """In how many turns Jack has certainly entered no location: not in a plain one that is not answered."""
        turns = len(self.rows.legs)
        answering = moment.answering or self._track == SPACES
        return turns - (answering and turns > 0 and self.rows.legs[-1].kind == PLAIN)

    def _choices_are_many(self, moment: Moment) -> bool:
        """Whether there are more choices without a common circle than a row can rule out."""
        ruled_out = self.rows.boxes_with(self.locations.circles, self._entering(moment))
        stuck = (not jack_moves.plain(here, moment.figures) for _, here, _, _ in self.rows.ends())
        if not moment.answering and any(stuck):
            ruled_out += 2  # a Coach could be all that is left to him
        return self.locations.apart(ruled_out + 1)

    def _accepted(self, rows: Rows, moment: Moment, families: ChoiceFamilies | None = None) -> Iterator[int]:
        for place, circle, alleys, family in rows.ends():
            if moment.answering:
                yield place
            elif family == SAFE or families is None:
                if self._can_move(circle, alleys, (), moment):
                    yield place
            elif any(
                circle not in choice and self._can_move(circle, alleys, choice, moment)
                for choice in families.choices(family)
            ):
                yield place

    def _can_move(self, here: int, alleys: int, choice: Choice, moment: Moment) -> bool:
        """Whether Jack has a legal move (WM-20)."""
        boats = sum(leg.kind == HIDDEN for leg in self.rows.legs) - alleys
        tiles = (
            self._tiles["coach"] << 4 * COACH
            | self._tiles["alley"] - alleys << 4 * ALLEY
            | self._tiles["boat"] - boats << 4 * BOAT
        )
        goals = sum(circle << 8 * k for k, circle in enumerate(choice))
        return jack_moves.count(here, moment.figures, goals, tiles, self._track) > 0

    def _having_arrived(self) -> Iterator[Run]:
        """The rows that end on a location with the last space, location by location (WM-21)."""
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
                yield run_of(rows, (place for place, here, _, _ in rows.ends() if here == circle))

    # ---- together with a choice

    def run_with(self, choice: Choice, moment: Moment) -> Run:
        """The rows that are possible if these are the locations left."""
        rows = self.rows.avoiding(choice, self._entering(moment))
        return run_of(rows, (end for end, here, alleys, _ in rows.ends() if self._fits(here, alleys, choice, moment)))

    def _fits(self, here: int, alleys: int, choice: Choice, moment: Moment) -> bool:
        if self._track == SPACES:
            return here in choice and self.rows.legs[-1].kind == PLAIN
        return moment.answering or self._can_move(here, alleys, choice, moment)

    def has(self, row: Row, choice: Choice, moment: Moment) -> bool:
        """Whether a row is possible with a choice."""
        if not self.locations.allows(choice):
            return False
        rows, accepted = self.run_with(choice, moment).laid_out
        return rows.state_of(row) in accepted

    def draw_choice(self, row: Row, moment: Moment, rng: Random) -> Choice | None:
        """Draw locations that fit a row, each choice as likely as any other."""
        boxes = sum(leg.spaces() for leg in self.rows.legs[: self._entering(moment)])
        entered = set(row[: boxes + 1])
        lists = [[circle for circle in circles if circle not in entered] for circles in self.locations.lists]
        if self._track == SPACES:
            lists = [[row[-1]] if row[-1] in circles else circles for circles in lists]
        turns = zip(self.rows.legs, self.rows.kinds(row), strict=True)
        alleys = sum(leg.kind == HIDDEN and kind == "alley" for leg, kind in turns)
        return self.locations.draw(lists, lambda choice: self._fits(row[-1], alleys, choice, moment), rng)
