"""Possible secrets of Whitehall Mystery, and rewriting a game to another one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gaslamp.titles.whitehall.belief.rows import Kinds, Row
from gaslamp.titles.whitehall.rules import notation as n
from gaslamp.titles.whitehall.rules.position import Position


@dataclass(frozen=True, slots=True)
class World:
    """One possible secret: locations, and each round's row with the kinds of its turns."""

    locations: tuple[int, ...]
    rows: tuple[Row, ...]
    kinds: tuple[Kinds, ...]  # plain, coach, alley or boat


# ---- rewriting a game


def rewrite_history(
    position: Position, actions: Sequence[int], world: World, settled: Callable[[Position], bool]
) -> list[int]:
    """Return *actions* with Jack's hidden actions from *world*. *position* is the start position.

    Actions that are not announced yet are replaced by others that would not be announced either. If there are none,
    for example because a search in progress would have found a clue, *actions* is returned unchanged.
    """
    announced = _announced(position, actions, settled)
    script = iter(_script(world))
    position = position.copy()
    rewritten: list[int] = []
    for number, action in enumerate(actions):
        verb = n.ACTIONS.format(action).split()[0]
        new = next(script, action) if verb in _JACKS else action
        if number >= announced:
            quiet = [other for other in position.legal() if not settled(_after(position, other))]
            if not quiet:
                return list(actions)
            new = new if new in quiet else quiet[-1]
        rewritten.append(new)
        position.advance(new)
    return rewritten


_JACKS: Final = frozenset({"locate", "move", "coach", "then", "alley", "boat"})  # hidden actions


def _script(world: World) -> Iterator[int]:
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


def _announced(position: Position, actions: Sequence[int], settled: Callable[[Position], bool]) -> int:
    """Return the number of actions announced to all seats."""
    position = position.copy()
    announced = 0
    for number, action in enumerate(actions, 1):
        position.advance(action)
        announced = number if settled(position) else announced
    return announced
