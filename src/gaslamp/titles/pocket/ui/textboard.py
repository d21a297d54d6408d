from __future__ import annotations

from typing import Final

from gaslamp.core.messages import Message, message
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.view import Tile, View
from gaslamp.titles.pocket.ui import words
from gaslamp.ui.cast import CAST
from gaslamp.ui.scene import Span, TextBoard

_WIDE: Final = 11
_HIGH: Final = 5
_ROAD: Final = range(4, 7)  # the columns of a road that runs north and south
_EDGE: Final = 9  # what stands left and right of the tiles
_HOUSE: Final = ("▒", "#46505a", "#1c252e")
_STREET: Final = (" ", "", "#2c3944")
_LIT: Final = (" ", "", "#8a6420")  # the street of a tile in sight
_BRICK: Final = ("█", "#b3563f", "#b3563f")

Cell = tuple[str, str, str]


def text_board(view: View) -> TextBoard:
    rows: list[tuple[Span, ...]] = [_rim(view, range(3))]
    tiles: list[Tile | None] = [*view.tiles, *[None] * (board.CELLS - len(view.tiles))]
    for row in range(3):
        for line in range(_HIGH):
            middle: list[Span] = []
            for tile in tiles[3 * row : 3 * row + 3]:
                middle += [*_tile_line(tile, line), Span(" ")]
            left, right = (_stand(view, 11 - row), _stand(view, 3 + row)) if line == _HIGH // 2 else (_GAP, _GAP)
            rows.append((*left, *middle, *right))
        rows.append((Span(" "),))
    rows[-1] = _rim(view, (8, 7, 6))
    return TextBoard(tuple(rows), tuple(_beside(view)))


_GAP: Final = (Span(" " * _EDGE),)


def _tile_line(tile: Tile | None, line: int) -> list[Span]:
    if tile is None:
        return [Span("·" * _WIDE, ink="#46505a")]
    cells = [_cell(tile, column, line) for column in range(_WIDE)]
    spans = [Span(char, ink, paper) for char, ink, paper in cells]
    if line == _HIGH // 2:
        look = CAST[tile.suspect]
        mark = "✓" if tile.cleared else " "
        name = words.letters(tile.suspect)
        token = Span(name, look.fill) if tile.cleared else Span(name, look.ink, look.fill, bold=True)
        paper = cells[4][2]
        spans[4:7] = [token, Span(mark, "#8fd6a8", paper, bold=True)]
    return spans


def _cell(tile: Tile, column: int, line: int) -> Cell:
    wall = tile.wall
    at_wall = (
        (wall == "north" and line == 0)
        or (wall == "south" and line == _HIGH - 1)
        or (wall == "west" and column == 0)
        or (wall == "east" and column == _WIDE - 1)
    )
    if at_wall:
        return _BRICK
    if column in _ROAD or line == _HIGH // 2:
        blocked = (
            (wall == "north" and line < _HIGH // 2)
            or (wall == "south" and line > _HIGH // 2)
            or (wall == "west" and column < _ROAD.start)
            or (wall == "east" and column >= _ROAD.stop)
        )
        if not blocked:
            return _LIT if tile.seen else _STREET
    return _HOUSE


def _standing(view: View, place: int) -> list[str]:
    return [name for name, where in view.detectives.items() if where == place]


def _people(view: View, place: int, width: int) -> tuple[Span, ...]:
    """Return the detectives on a place, or an empty place, padded to *width* columns."""
    names = _standing(view, place)
    if not names:
        return (Span("○".center(width), ink="#6b7984"),)
    used = 3 * len(names) - 1
    left = (width - used) // 2
    spans = [Span(" " * left)]
    for number, name in enumerate(names):
        spans += [Span(" ")] if number else []
        spans.append(Span(words.letters(name), CAST[name].ink, CAST[name].fill, bold=True))
    return (*spans, Span(" " * (width - used - left)))


def _stand(view: View, place: int) -> tuple[Span, ...]:
    return _people(view, place, _EDGE)


def _rim(view: View, places: range | tuple[int, ...]) -> tuple[Span, ...]:
    spans: list[Span] = [*_GAP]
    for place in places:
        spans += [*_people(view, place, _WIDE), Span(" ")]
    return tuple(spans)


def _beside(view: View) -> list[Message]:
    lines = [message("pocket.beside.turn", turn=view.turn, last=board.LAST_TURN)]
    lines.append(message("pocket.beside.order", seats=tuple(words.seat(seat) for seat in view.order)))
    free = tuple(words.face(token.face) for token in view.tokens if not token.used)
    if free:
        lines.append(message("pocket.beside.tokens", faces=free))
    if view.turn % 2 and view.tokens:
        lines.append(
            message("pocket.beside.next_tokens", faces=tuple(words.face(token.other) for token in view.tokens))
        )
    lines += _hourglasses(view)
    seen = tuple(words.suspect(tile.suspect) for tile in view.tiles if tile.seen and not tile.cleared)
    unseen = tuple(words.suspect(tile.suspect) for tile in view.tiles if not tile.seen and not tile.cleared)
    if seen:
        lines.append(message("pocket.beside.seen", suspects=seen))
    if unseen:
        lines.append(message("pocket.beside.unseen", suspects=unseen))
    if view.shown_cards and view.stage != "dealing":
        lines.append(message("pocket.beside.shown", cards=tuple(words.suspect(card) for card in view.shown_cards)))
    if view.chase:
        lines.append(message("pocket.beside.chase"))
    return lines


def _hourglasses(view: View) -> list[Message]:
    lines = [message("pocket.beside.hourglasses", tokens=view.jack_tokens, cards=view.jack_cards, needed=board.NEEDED)]
    if view.hourglasses is not None and view.identity is not None:
        mine = "mine" if view.viewer == "jack" else "revealed"
        lines.append(message(f"pocket.beside.identity_{mine}", suspect=words.suspect(view.identity)))
        cards = tuple(words.suspect(card) for card in view.held_cards or ())
        if cards:
            lines.append(message("pocket.beside.held", cards=cards))
        lines.append(message("pocket.beside.total", count=view.hourglasses))
    return lines
