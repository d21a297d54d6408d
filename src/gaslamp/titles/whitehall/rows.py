"""The rows that Jack may have written in one round, as far as the news can tell: every way, counted and drawn from.

What Jack may do is read here a second time, from the map alone: rules that leak would not give themselves away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

from gaslamp.titles.whitehall.chronicle import Night, Turn
from gaslamp.titles.whitehall.town import BLUE, Town, circles_of

CROWDED: Final = 4000  # so many ways of having come somewhere are followed further, whatever else there is

Row = tuple[int, ...]
Kinds = tuple[str, ...]  # of the turns of a round: plain, coach, alley or boat

# Where Jack is after a turn: the circle, which clues he has explained, how many alleys were among the hidden tiles.
State = tuple[int, int, int]
Step = tuple[State, str, Row]  # from where, how, over which circles


class Legs:
    """The moves of Jack on a map."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self._ashore = {circle for circle in town.circles if town.colour[circle] != BLUE}
        self._alleys = _others(circles_of(outline) for outline in town.faces["houses"])
        self._boats = _others(
            [circle for circle in circles_of(outline) if circle not in self._ashore] for outline in town.faces["water"]
        )
        self._on_foot: dict[tuple[int, frozenset[str]], tuple[int, ...]] = {}

    def plain(self, here: int, figures: frozenset[str]) -> tuple[int, ...]:
        """Give the circles to which some way is free of figures (WM-10, WM-11)."""
        key = here, figures
        if key not in self._on_foot:
            ways = self.town.ways[here]
            self._on_foot[key] = tuple(there for there in ways if any(not way & figures for way in ways[there]))
        return self._on_foot[key]

    def coach(self, here: int) -> Iterator[tuple[int, int]]:
        """Give each pair of circles that a Coach can take him to (WM-14 to WM-14b)."""
        for first in self.town.ways[here]:
            for second in self.town.ways[first]:
                if {first, second} <= self._ashore and second != here:
                    yield first, second

    def alley(self, here: int) -> frozenset[int]:
        """Give the circles through a block of houses (WM-15)."""
        return self._alleys.get(here, frozenset())

    def boat(self, here: int) -> frozenset[int]:
        """Give the circles over a block of water (WM-16)."""
        return self._boats.get(here, frozenset())

    def of(self, turn: Turn, here: int) -> Iterator[tuple[str, Row]]:
        """Give every way to have played a turn from a circle: its kind, and the circles written down."""
        kinds = ("alley", "boat") if turn.kind == "hidden" else (turn.kind,)
        for kind in kinds:
            match kind:
                case "plain":
                    yield from ((kind, (there,)) for there in self.plain(here, turn.figures))
                case "coach":
                    yield from ((kind, pair) for pair in self.coach(here))
                case "alley":
                    yield from ((kind, (there,)) for there in self.alley(here))
                case _:
                    yield from ((kind, (there,)) for there in self.boat(here))


def _others(groups: Iterable[Iterable[int]]) -> dict[int, frozenset[int]]:
    found: dict[int, frozenset[int]] = {}
    for group in map(frozenset, groups):
        for circle in group:
            found[circle] = found.get(circle, frozenset()) | group - {circle}
    return found


class Rows:
    """Every row of a round that agrees with the news, told apart by where it ends; drawn from by chance."""

    def __init__(self, legs: Legs, night: Night, barred: frozenset[int], rng: Random) -> None:
        self._night = night
        self._barred = barred  # locations that are known to have been reached only later
        self._rng = rng
        self._bits = {circle: 1 << k for k, circle in enumerate(sorted(night.yes)) if circle != night.start}
        self._counts: list[dict[State, int]] = [{(night.start, 0, 0): 1}]
        self._steps: list[dict[State, list[Step]]] = []
        for turn in night.turns:
            self._go_on(legs, turn, last=turn is night.turns[-1])

    @property
    def ends(self) -> dict[State, int]:
        """Give where the round may stand now, and in how many ways it may have come there."""
        return self._counts[-1]

    def draw(self, end: State) -> tuple[Row, Kinds]:
        """Draw a row that ends so, each as likely as the others."""
        row: Row = ()
        kinds: Kinds = ()
        for counts, steps in zip(reversed(self._counts[:-1]), reversed(self._steps), strict=True):
            ways = steps[end]
            end, kind, circles = self._rng.choices(ways, [counts[before] for before, _, _ in ways])[0]
            row, kinds = circles + row, (kind, *kinds)
        return (self._night.start, *row), kinds

    def _go_on(self, legs: Legs, turn: Turn, *, last: bool) -> None:
        counts: dict[State, int] = {}
        steps: dict[State, list[Step]] = {}
        for state, count in self._counts[-1].items():
            for kind, circles in legs.of(turn, state[0]):
                after = self._after(state, turn, kind, circles, last=last)
                if after is not None:
                    counts[after] = counts.get(after, 0) + count
                    steps.setdefault(after, []).append((state, kind, circles))
        if len(counts) > CROWDED:
            counts = {state: counts[state] for state in self._rng.sample(sorted(counts), CROWDED)}
        self._counts.append(counts)
        self._steps.append(steps)

    def _after(self, state: State, turn: Turn, kind: str, circles: Row, *, last: bool) -> State | None:
        """Give where a turn leads, or None if some answer speaks against it."""
        night = self._night
        _, explained, alleys = state
        ended = last and night.end is not None
        for box, circle in enumerate(circles, turn.first):
            if box <= night.no.get(circle, -1) or (circle in self._barred and not ended):
                return None
            explained |= self._bits.get(circle, 0)
        box, circle = turn.first + len(circles) - 1, circles[-1]
        if circle in night.vain.get(box, ()) or (ended and (circle != night.end or kind != "plain")):
            return None
        due = sum(bit for clue, bit in self._bits.items() if night.yes[clue] == box)
        if due & ~explained:
            return None
        alleys += turn.kind == "hidden" and kind == "alley"
        return circle, explained, alleys
