"""The exact belief about hidden stones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from gaslamp.core.game import News

from .position import FULL, SEATS, SQUARES, has_row

World: TypeAlias = tuple[int, int]  # the hidden stones of each seat


class Belief:
    """The exact belief of a viewer. A hidden stone may be on any square that its owner saw empty."""

    def __init__(self) -> None:
        self._worlds: dict[World, int] = {(0, 0): 1}
        self._seen = [0, 0]  # open stones of each seat
        self._hiding = False
        self._mover = 0

    def worlds(self) -> dict[World, int]:
        return self._worlds

    def observe(self, news: News) -> None:
        details = news.details
        seat = SEATS.index(str(details["seat"])) if "seat" in details else 0
        square = 1 << SQUARES.index(str(details["square"])) if "square" in details else 0
        match news.kind:
            case "chose":
                self._hiding, self._mover = details["how"] == "hidden", seat
            case "placed":
                self._placed(seat, square)
            case "hid":
                self._grow(lambda world: self._hidden_anywhere(world, seat))
            case "found":
                self._grow(lambda world: [_with(world, 1 - seat, -square)] if world[1 - seat] & square else [])
                self._seen[1 - seat] |= square
            case "turn":
                self._keep(lambda stones: not self._over(stones))
            case "over":
                self._keep(lambda stones: has_row(stones[self._mover]) == (details["reason"] == "row"))
                self._keep(self._over)
            case "revealed":
                truth = tuple(sum(1 << SQUARES.index(name) for name in _names(details[seat])) for seat in SEATS)
                self._worlds = {world: weight for world, weight in self._worlds.items() if world == truth}
            case _:
                pass

    def _placed(self, seat: int, square: int) -> None:
        added = square if self._hiding else 0
        self._grow(lambda world: [] if (world[0] | world[1]) & square else [_with(world, seat, added)])
        self._seen[seat] |= square & ~added

    def _hidden_anywhere(self, world: World, seat: int) -> Iterator[World]:
        taken = self._seen[0] | self._seen[1] | world[0] | world[1]
        return (_with(world, seat, 1 << at) for at in range(9) if not taken >> at & 1)

    def _over(self, stones: tuple[int, int]) -> bool:
        return has_row(stones[self._mover]) or stones[0] | stones[1] == FULL

    def _keep(self, agrees: Callable[[tuple[int, int]], bool]) -> None:
        first, second = self._seen
        self._grow(lambda world: [world] if agrees((first | world[0], second | world[1])) else [])

    def _grow(self, grown: Callable[[World], list[World] | Iterator[World]]) -> None:
        found: dict[World, int] = {}
        for world, weight in self._worlds.items():
            for after in grown(world):
                found[after] = found.get(after, 0) + weight
        self._worlds = found


def _with(world: World, seat: int, stone: int) -> World:
    first, second = world
    return (first + stone, second) if seat == 0 else (first, second + stone)


def _names(value: object) -> tuple[str, ...]:
    assert isinstance(value, tuple)
    return value
