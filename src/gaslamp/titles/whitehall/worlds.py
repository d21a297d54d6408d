"""Other worlds: what Jack may have hidden and where he may have walked, as far as the news can tell.

Whitehall has more secrets than anybody can list, so this belief is a sample: some worlds, found by chance, each of
which gives the same news to the last word. (Jack himself knows the one true world, and so does everybody once the sheet
is shown.) They are found without a look at the rules that tell: a leak in those would not hide itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from gaslamp.core.game import News
from gaslamp.titles.whitehall import board, sets
from gaslamp.titles.whitehall import notation as n
from gaslamp.titles.whitehall.chronicle import Chronicle, Night
from gaslamp.titles.whitehall.position import Position
from gaslamp.titles.whitehall.rows import Kinds, Legs, Row, Rows, State
from gaslamp.titles.whitehall.town import QUADRANTS

MOST: Final = 64  # worlds that are looked for
TRIES: Final = 4 * MOST


@dataclass(frozen=True, slots=True)
class World:
    """One possible secret: the locations, and round by round the circles of the row and the kinds of its turns."""

    locations: tuple[int, ...]
    rows: tuple[Row, ...]
    kinds: tuple[Kinds, ...]  # plain, coach, alley or boat


class Belief:
    """What a viewer can conclude from the news: a sample of worlds that agree with them."""

    def __init__(self, options: Mapping[str, str], rng: Random | None = None) -> None:
        self._options = options
        self._rng = rng or Random(1888)
        self._news = Chronicle()

    def observe(self, news: News) -> None:
        """Learn from one piece of news."""
        self._news.observe(news)

    def worlds(self) -> Mapping[World, int]:
        """Give the one world that is known, or a sample of those that agree with the news."""
        if (known := self._news.known()) is not None:
            return {World(*known): 1}
        search = Search(self._news, board.CASEBOOK.index(self._options["casebook"]), self._rng)
        return dict.fromkeys(search.worlds(), 1)


# ---- the search


class Search:
    """Draws rows and locations until there are enough worlds, or chance has had its tries."""

    def __init__(self, news: Chronicle, level: int, rng: Random) -> None:
        self._news = news
        self._level = level  # of the Casebook
        self._rng = rng
        self._legs = Legs(board.current().town)
        ends = [night.end for night in news.nights if night.end is not None]
        self._rows = [
            Rows(self._legs, night, frozenset(ends[number:]), rng) for number, night in enumerate(news.nights)
        ]

    def worlds(self) -> set[World]:
        """Give the worlds found."""
        found: set[World] = set()
        for _ in range(TRIES):
            world = self._draw()
            if world is not None:
                found.add(world)
            if len(found) == MOST:
                break
        return found

    def _draw(self) -> World | None:
        drawn = []
        for rows, night in zip(self._rows, self._news.nights, strict=True):
            ends = [end for end in rows.ends if self._has_the_tiles(night, end)]
            if not ends:
                return None
            drawn.append(rows.draw(self._rng.choices(ends, [rows.ends[end] for end in ends])[0]))
        sheet = tuple(row for row, _ in drawn)
        kinds = tuple(kinds for _, kinds in drawn)
        locations = self._locations(sheet, kinds)
        return None if locations is None else World(locations, sheet, kinds)

    def _has_the_tiles(self, night: Night, end: State) -> bool:
        """Tell whether Jack had so many alleys and boats to lay face down (WM-05)."""
        alleys = end[2]
        boats = sum(turn.kind == "hidden" for turn in night.turns) - alleys
        left = self._news.tiles
        return night.end is not None or (alleys <= left["alley"] and boats <= left["boat"])

    def _locations(self, rows: Sequence[Row], kinds: Sequence[Kinds]) -> tuple[int, ...] | None:
        """Choose locations that this Jack has not come to, but for those he is known to have reached."""
        news, town = self._news, self._legs.town
        red = {town.quadrant[circle]: circle for circle in news.red}
        entered = {circle for row in rows for circle in row}
        reached = self._reached(rows, kinds)
        if reached is not None:
            red[town.quadrant[reached]] = reached
        chosen: list[int] = []
        for quadrant in QUADRANTS[: news.located]:
            free = [circle for circle in town.white(quadrant) if circle not in entered | news.no_location]
            if quadrant not in red and not free:
                return None
            chosen.append(red[quadrant] if quadrant in red else self._rng.choice(free))
        locations = tuple(chosen)
        goes_on = not rows or reached is not None or self._goes_on(rows, kinds, locations)
        return locations if goes_on and self._may_be_drawn(locations) else None

    def _reached(self, rows: Sequence[Row], kinds: Sequence[Kinds]) -> int | None:
        """Let Jack stand on a new location now and then, if that has not been told yet (WM-50), always if he must."""
        if not rows or kinds[-1][-1:] != ("plain",):
            return None
        must = len(rows[-1]) == board.BOXES  # WM-21
        if not must and not self._news.answering:
            return None
        here, town = rows[-1][-1], self._legs.town
        before = {circle for row in (*rows[:-1], rows[-1][:-1]) for circle in row}
        taken = {town.quadrant[circle] for circle in self._news.red}
        if here in before | self._news.no_location or here not in town.white(town.quadrant[here]):
            return None
        if town.quadrant[here] in taken:
            return None
        return here if must or self._rng.random() < 0.5 else None

    def _may_be_drawn(self, locations: tuple[int, ...]) -> bool:
        """Tell whether the Casebook has such a set (WM-06)."""
        *before, last = locations or (0,)
        word = sum(circle << 8 * k for k, circle in enumerate(before))
        return not locations or sets.weight(self._level, word, last) > 0

    def _goes_on(self, rows: Sequence[Row], kinds: Sequence[Kinds], locations: tuple[int, ...]) -> bool:
        """Tell whether Jack can still move: else he would have lost (WM-20, WM-21)."""
        news = self._news
        here, figures = rows[-1][-1], frozenset(news.figures.values())
        if len(rows[-1]) == board.BOXES:
            return False
        if self._legs.plain(here, figures):
            return True
        hidden = [kind for turn, kind in zip(news.nights[-1].turns, kinds[-1], strict=True) if turn.kind == "hidden"]
        left = {kind: number - hidden.count(kind) for kind, number in news.tiles.items()}
        goals = set(locations) - set(news.red)
        coaches = left["coach"] and len(rows[-1]) < board.BOXES - 1
        return bool(
            (coaches and any(not goals & {*pair} for pair in self._legs.coach(here)))
            or (left["alley"] and self._legs.alley(here) - goals)
            or (left["boat"] and self._legs.boat(here))
        )


# ---- the same game in another world


def retell(position: Position, actions: Sequence[int], world: World, settled: Callable[[Position], bool]) -> list[int]:
    """Give the same game with what Jack did in another world; the position is that of the start.

    Steps that have not been told yet become others that would not be told yet either. Where there are none, as when
    some search under way would have found a clue, no such game is played in that world, and the true one is given.
    """
    told = _told(position, actions, settled)
    script = iter(_script(world))
    position = position.copy()
    retold: list[int] = []
    for number, action in enumerate(actions):
        verb = n.ACTIONS.format(action).split()[0]
        new = next(script, action) if verb in _JACKS else action
        if number >= told:
            quiet = [other for other in position.legal() if not settled(_after(position, other))]
            if not quiet:
                return list(actions)
            new = new if new in quiet else quiet[-1]
        retold.append(new)
        position.advance(new)
    return retold


_JACKS: Final = frozenset({"locate", "move", "coach", "then", "alley", "boat"})  # what he does unseen


def _script(world: World) -> Iterator[int]:
    """Give all that Jack does unseen in a world, action by action."""
    for circle in world.locations:
        yield n.LOCATE + circle
    for row, kinds in zip(world.rows, world.kinds, strict=True):
        circles = iter(row[1:])
        for kind in kinds:
            yield _RUNS[kind] + next(circles)
            if kind == "coach":
                yield from (n.THEN + circle for circle in (next(circles, 0),) if circle)


_RUNS: Final = {"plain": n.MOVE, "coach": n.COACH_TO, "alley": n.ALLEY_TO, "boat": n.BOAT_TO}


def _after(position: Position, action: int) -> Position:
    after = position.copy()
    after.advance(action)
    return after


def _told(position: Position, actions: Sequence[int], settled: Callable[[Position], bool]) -> int:
    """Tell how many of the actions everybody has been told of."""
    position = position.copy()
    told = 0
    for number, action in enumerate(actions, 1):
        position.advance(action)
        told = number if settled(position) else told
    return told
