"""Coordinates of Pocket's drawn board: nine tiles and the ring of places; and trails of the latest actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, cast

from gaslamp.core.game import News
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.view import View
from gaslamp.titles.pocket.ui import words
from gaslamp.ui import marks
from gaslamp.ui.scene import Point, Sprite, Trail

TILE: Final = 200
GAP: Final = 8
MARGIN: Final = 118
SIZE: Final = 2 * MARGIN + 3 * TILE + 2 * GAP
HALF: Final = TILE // 2
ROAD: Final = 34  # half the width of a street
OUTSIDE: Final = 59  # from the square to the middle of a place
PLACE: Final = 37  # the radius of a place
BESIDE: Final = 66  # from one detective to the next on the same place


@cache
def cell_middle(cell: int) -> tuple[float, float]:
    row, column = divmod(cell, 3)
    return MARGIN + column * (TILE + GAP) + HALF, MARGIN + row * (TILE + GAP) + HALF


@cache
def place_middle(place: int) -> tuple[float, float]:
    x, y = cell_middle(board.line(place)[0])
    out = HALF + OUTSIDE
    return ((x, y - out), (x + out, y), (x, y + out), (x - out, y))[place // 3]


def standing(place: int, number: int, together: int) -> tuple[float, float]:
    """Return the position of the first, second or third detective on one place, side by side along the ring."""
    x, y = place_middle(place)
    aside = BESIDE * (number - (together - 1) / 2)
    return (x + aside, y) if place // 3 % 2 == 0 else (x, y + aside)


def beam_length(tiles: int, *, walled: bool) -> float:
    """Return how far light reaches over *tiles* tiles, the last with or without a far wall."""
    return OUTSIDE + tiles * (TILE + GAP) - GAP - (HALF - ROAD if walled else 0)


_ROUND: Final = 76  # distance of a path's corners from the edge


def trails(view: View, news: Sequence[News]) -> Iterator[Trail | Sprite]:
    """Return trails for events since the viewer's own last action; for spectators and finished games the last token.

    Derived from the viewer's news, newest first: current places are known, earlier ones are reconstructed.
    """
    if len(view.tiles) < board.CELLS:
        return
    places = dict(view.detectives)
    for number, piece in enumerate(reversed(news[_first(view, news) :])):
        yield from _trail(str(number), piece, view, places)


def _first(view: View, news: Sequence[News]) -> int:
    if view.viewer in board.SEATS and view.winner is None:
        return marks.since(news, lambda piece: piece.details.get("seat") == view.viewer)
    return marks.since(news, lambda piece: piece.kind == "took")


def _trail(id: str, piece: News, view: View, places: dict[str, int]) -> Iterator[Trail | Sprite]:
    details, label = piece.details, words.tell(piece)
    match piece.kind:
        case "walked":
            name = str(details["detective"])
            end = places[name]
            start = (end - cast("int", details["places"])) % board.PLACES
            places[name] = start
            yield marks.trail(id, _round_the_ring(start, end), label)
            yield marks.origin(id, place_middle(start), label, wide=start in view.detectives.values())
        case "rotated":
            cell, tile = next((k, tile) for k, tile in enumerate(view.tiles) if tile.suspect == details["suspect"])
            turn = str(details["turn"])
            north = 90 * board.SIDES.index(tile.wall) - marks.TURNS[turn] if tile.wall else 0
            yield Sprite(
                f"from-{id}",
                f"turned{turn}",
                *cell_middle(cell),
                label,
                layer="trail",
                turn=north % 360,
                classes=("last",),
            )
        case "exchanged":
            cells = [k for k, tile in enumerate(view.tiles) if tile.suspect in {details["first"], details["second"]}]
            ends = [cell_middle(cell) for cell in cells]
            yield marks.trail(id, ends, label)
            yield from (marks.origin(f"{id}-{k}", end, label, wide=True) for k, end in enumerate(ends))
        case _:
            pass


def _round_the_ring(start: int, end: int) -> list[Point]:
    way = [place_middle(start)]
    place = start
    while place != end:
        if place % 3 == 2:
            way.append(_corner(place // 3))
        place = (place + 1) % board.PLACES
        way.append(place_middle(place))
    return way


def _corner(side: int) -> Point:
    far = SIZE - _ROUND
    return ((far, _ROUND), (far, far), (_ROUND, far), (_ROUND, _ROUND))[side]
