"""A round under way: the rows that Jack may have written, for at least one choice of the locations that he has left.

That choice matters in four places. No circle that he has entered is one of them (WM-18, WM-50), but for the last one
after a plain move, while the investigators are still at it. With the last space used he must have reached one (WM-21).
Where he is to move again he has reached none, and has somewhere to go (WM-20).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from gaslamp.titles.whitehall import board, ways
from gaslamp.titles.whitehall.board import ALLEY, BOAT, COACH, SPACES
from gaslamp.titles.whitehall.chronicle import Turn
from gaslamp.titles.whitehall.families import Families
from gaslamp.titles.whitehall.rows import Row, Rows
from gaslamp.titles.whitehall.states import HIDDEN, PLAIN, SAFE
from gaslamp.titles.whitehall.unreached import Choice, Unreached


@dataclass(frozen=True)
class Moment:
    """When it is: the investigators are still answering, or Jack is to move, past these crossings."""

    answering: bool
    figures: int = 0  # a byte each; only asked for when Jack is to move


ANSWERING = Moment(answering=True)


@dataclass(frozen=True)
class Run:
    """Some of the rows: those that end in the accepted states."""

    rows: Rows
    accepted: tuple[int, ...]

    def counts(self) -> Iterator[tuple[int, int]]:
        """Give circle and number of rows of each state."""
        last = self.rows.make()
        return ((last.key(place) & 255, last.count(place)) for place in self.accepted)


class Round:
    """What is known of a round under way."""

    def __init__(self, start: int, tiles: Mapping[str, int], unreached: Unreached) -> None:
        self.rows = Rows(start, tiles)
        self.unreached = unreached
        self._tiles = tiles  # left, those face down not counted as used
        self._track = 0
        self._runs: tuple[Moment, list[Run]] | None = None

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
        self.unreached.forbid(circle)
        self._runs = None

    # ---- what follows

    def runs(self, moment: Moment) -> list[Run]:
        """Give all rows there are, in one run or several."""
        if self._runs is None or self._runs[0] != moment:
            self._runs = moment, [run for run in self._find_runs(moment) if run.accepted]
        return self._runs[1]

    def _find_runs(self, moment: Moment) -> Iterator[Run]:
        if self._track == SPACES:
            yield from self._having_arrived()
        elif self._choices_are_many(moment):
            yield Run(self.rows, tuple(self._accepted(self.rows, moment)))
        else:
            spare = 1 if moment.answering else 4  # where he stands, and a Coach's two circles
            families = Families(self.unreached.all(), spare)
            rows = families.follow(self.rows)
            yield Run(rows, tuple(self._accepted(rows, moment, families)))

    def _entering(self, moment: Moment) -> int:
        """Tell in how many turns Jack has certainly entered no location: not in a plain one that is not answered."""
        turns = len(self.rows.legs)
        return turns - (moment.answering and turns > 0 and self.rows.legs[-1].kind == PLAIN)

    def _choices_are_many(self, moment: Moment) -> bool:
        """Tell whether there are more choices without a common circle than a row can rule out."""
        ruled_out = self.rows.boxes_with(self.unreached.circles, self._entering(moment))
        if not moment.answering and any(not ways.plain(here, moment.figures) for _, here, _, _ in self.rows.ends()):
            ruled_out += 2  # a Coach could be all that is left to him
        return self.unreached.apart(ruled_out + 1)

    def _accepted(self, rows: Rows, moment: Moment, families: Families | None = None) -> Iterator[int]:
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
        """Tell whether Jack has a legal move (WM-20)."""
        boats = sum(leg.kind == HIDDEN for leg in self.rows.legs) - alleys
        tiles = (
            self._tiles["coach"] << 4 * COACH
            | self._tiles["alley"] - alleys << 4 * ALLEY
            | self._tiles["boat"] - boats << 4 * BOAT
        )
        goals = sum(circle << 8 * k for k, circle in enumerate(choice))
        return ways.count(here, moment.figures, goals, tiles, self._track) > 0

    def _having_arrived(self) -> Iterator[Run]:
        """Give the rows that end on a location with the last space, location by location (WM-21)."""
        if self.rows.legs[-1].kind != PLAIN:
            return
        before = len(self.rows.legs) - 1
        for circle in sorted({circle for _, circle, _, _ in self.rows.ends()} & self.unreached.circles):
            rows = self.rows.avoiding({circle}, before, towards=circle)
            ruled_out = rows.boxes_with(self.unreached.circles - {circle}, before)
            if not self.unreached.apart_but_for(circle, ruled_out + 1):
                choices = [(*({*choice} - {circle}),) for choice in self.unreached.with_circle(circle)]
                rows = Families(choices, spare=1).follow(rows)
            yield Run(rows, tuple(place for place, here, _, _ in rows.ends() if here == circle))

    # ---- together with a choice

    def run_with(self, choice: Choice, moment: Moment) -> Run:
        """Give the rows that are possible if these are the locations left."""
        rows = self.rows.avoiding(choice, self._entering(moment if self._track < SPACES else ANSWERING))
        return Run(rows, tuple(place for place, here, alleys, _ in rows.ends() if self._fits(here, alleys, choice, moment)))

    def _fits(self, here: int, alleys: int, choice: Choice, moment: Moment) -> bool:
        if self._track == SPACES:
            return here in choice and self.rows.legs[-1].kind == PLAIN
        return moment.answering or self._can_move(here, alleys, choice, moment)

    def has(self, row: Row, choice: Choice, moment: Moment) -> bool:
        """Tell whether a row is possible with a choice."""
        if not self.unreached.allows(choice):
            return False
        run = self.run_with(choice, moment)
        return run.rows.state_of(row) in run.accepted

    def draw_choice(self, row: Row, moment: Moment, rng: Random) -> Choice | None:
        """Draw locations that fit a row, each choice as likely as any other."""
        boxes = sum(leg.spaces() for leg in self.rows.legs[: self._entering(moment if self._track < SPACES else ANSWERING)])
        entered = set(row[: boxes + 1])
        lists = [[circle for circle in circles if circle not in entered] for circles in self.unreached.lists]
        if self._track == SPACES:
            lists = [[row[-1]] if row[-1] in circles else circles for circles in lists]
        alleys = [
            kind == "alley" and leg.kind == HIDDEN for leg, kind in zip(self.rows.legs, self.rows.kinds(row), strict=True)
        ].count(True)
        return self.unreached.draw(lists, lambda choice: self._fits(row[-1], alleys, choice, moment), rng)
