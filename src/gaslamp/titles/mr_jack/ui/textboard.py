"""Text board of Mr. Jack for the terminal: hexes of four columns and two lines."""

from __future__ import annotations

from typing import Final

from gaslamp.core.messages import Message, message
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.hexes import BOX, COLUMNS, KIND, neighbour
from gaslamp.titles.mr_jack.rules.view import View
from gaslamp.titles.mr_jack.ui import words
from gaslamp.titles.mr_jack.ui.panels import suspected
from gaslamp.titles.mr_jack.ui.prompts import lit
from gaslamp.ui.cast import CAST, CLEARED
from gaslamp.ui.scene import Span, TextBoard

_WIDE: Final = 4  # columns per hex, without the gap
_GAP: Final = Span(" ")
_NOTHING: Final = (Span(" " * _WIDE),)
_ROWS: Final = 9
_HIGH: Final = 2 * _ROWS  # lines; lower columns have no last hex

# Background of a hex: the upper line is lighter than the lower one, so that hexes stand apart.
_DARK: Final = ("#364653", "#2a3743")
_LIT: Final = ("#a67a2c", "#8a6420")
_POST: Final = ("#1d2732", "#18212b")
_HOUSE: Final = ("#232d37", "#1c252e")
_GARDEN: Final = ("#1b3a26", "#16301f")

_FAINT: Final = "#a9bccb"
_PALE: Final = "#fff3cf"
_GAS: Final = "#ffc765"
_ARROWS: Final = {"N": "↑", "NE": "↗", "SE": "↘", "S": "↓", "SW": "↙", "NW": "↖"}
_LAMP: Final = "☼"
_OUT: Final = "†"
_OPEN: Final = "○"
_COVERED: Final = "●"
_IN_LIGHT: Final = "*"

Line = tuple[Span, ...]
Lines = tuple[Line, Line]  # the upper and the lower line of a hex


def text_board(view: View) -> TextBoard:
    light = lit(view)
    grid: list[list[Line]] = [[_NOTHING for _ in COLUMNS] for _ in range(_HIGH + 1)]
    for hex in KIND:
        _put(grid, COLUMNS.index(hex[0]), int(hex[1]), _hex(view, hex, light))
    for name in board.EXITS:
        column, row = _OUTSIDE[name]
        _put(grid, column, row, _exit(view, name))
    rows = tuple(tuple(span for cell in line for span in (*cell, _GAP)) for line in grid[:_HIGH])
    return TextBoard(rows, tuple(_beside(view)))


def _put(grid: list[list[Line]], column: int, row: int, lines: Lines) -> None:
    top = 2 * row + (column % 2 == 0)  # even columns are half a hex lower
    grid[top][column], grid[top + 1][column] = lines


def _beyond(name: str) -> tuple[int, int]:
    """Return column and row of the empty cell beyond an exit."""
    hex = BOX["exits"][name]["hex"]
    assert neighbour(hex, name) is None, "an exit leads out of the district"
    column, row = COLUMNS.index(hex[0]), int(hex[1])
    return column + (1 if name.endswith("E") else -1), row - name.startswith("N")


_OUTSIDE: Final = {name: _beyond(name) for name in board.EXITS}


# ---- one hex


def _hex(view: View, hex: str, light: frozenset[str]) -> Lines:
    match KIND[hex]:
        case ".":
            return _street(view, hex, light)
        case "L":
            return _post(view, hex)
        case "g":
            return (Span(" ♣ ♣", "#4f9a62", _GARDEN[0]),), (Span("♣ ♣ ", "#4f9a62", _GARDEN[1]),)
        case _:
            return (Span("▒▒▒▒", "#46505a", _HOUSE[0]),), (Span("▒▒▒▒", "#46505a", _HOUSE[1]),)


def _street(view: View, hex: str, light: frozenset[str]) -> Lines:
    upper, lower = _LIT if hex in light else _DARK
    hole = _OPEN if hex in view.manholes else _COVERED if hex in view.covered else " "
    star = _IN_LIGHT if hex in light else " "
    top = (Span(f"{hex}{star}", _PALE if hex in light else _FAINT, upper), Span(hole, "#ffffff", upper, bold=True))
    people = [name for name, place in view.hexes.items() if place == hex]
    if not people:
        return top, (Span(" " * _WIDE, paper=lower),)
    if len(people) > 1:  # accuser and accused, at the end
        return top, tuple(_letters(view, name) for name in people)
    return top, _person(view, people[0], lower)


def _person(view: View, name: str, paper: str) -> Line:
    arrow = _ARROWS[view.facing] if name == "watson" else " "
    mark = " " if name in view.suspects else "✓"
    return (
        Span(arrow, _PALE, paper, bold=True),
        _letters(view, name),
        Span(mark, "#8fd6a8", paper, bold=True),
    )


def _letters(view: View, name: str) -> Span:
    look = CAST[name] if name in view.suspects else CLEARED
    return Span(words.letters(name), look.ink, look.fill, bold=True)


def _post(view: View, hex: str) -> Lines:
    tile = view.lamps.get(hex)
    top = Span(f"{hex}  ", _FAINT, _POST[0])
    if tile is None:
        return (top,), (Span(f" {_OUT}  ", "#c3ced7", _POST[1], bold=True),)
    number = tile if tile.isdigit() else " "
    return (top,), (Span(f" {_LAMP}{number} ", _GAS, _POST[1], bold=True),)


def _exit(view: View, name: str) -> Lines:
    top = Span(name.center(_WIDE), _FAINT)
    if name in view.cordons:
        return (top,), (Span("////", "#f4c531", "#16161c", bold=True),)
    return (top,), (Span(f" {_ARROWS[name]}{_ARROWS[name]} ", "#ffffff", bold=True),)


# ---- beside the board


def _beside(view: View) -> list[Message]:
    """Return the lines beside the board: round, order, cards, suspects, secrets, legend."""
    lines = [message("mr_jack.beside.round", round=view.round, last=board.LAST_ROUND)]
    lines.append(message("mr_jack.beside.order", seats=tuple(words.seat(seat) for seat in view.order)))
    lines.append(message(f"mr_jack.beside.witness_{view.witness}"))
    if view.picked:
        lines.append(message("mr_jack.beside.playing", character=words.character(view.picked)))
    if view.face_up:
        lines.append(message("mr_jack.beside.cards", cards=words.shorts(view.face_up)))
    if view.later:
        lines.append(message("mr_jack.beside.later", cards=words.shorts(view.later)))
    left = suspected(view)
    lines.append(message("mr_jack.beside.visible", suspects=words.shorts([x for x in left if x in view.visible])))
    lines.append(message("mr_jack.beside.invisible", suspects=words.shorts([x for x in left if x not in view.visible])))
    lines += _secrets(view)
    lines.append(
        message("mr_jack.beside.legend", lit=_IN_LIGHT, lamp=_LAMP, out=_OUT, open=_OPEN, covered=_COVERED),
    )
    return lines


def _secrets(view: View) -> list[Message]:
    """Return Jack's identity and the alibi cards, as far as the viewer may know them."""
    lines = []
    if view.identity is not None:
        whose = "mine" if view.viewer == "jack" else "shown"
        lines.append(message(f"mr_jack.beside.identity_{whose}", character=words.character(view.identity)))
    for seat, held, number in (
        ("detective", view.detective_alibis, view.detective_cards),
        ("jack", view.jack_alibis, view.jack_cards),
    ):
        if held:
            lines.append(message("mr_jack.beside.alibis", seat=words.seat(seat), cards=words.shorts(held)))
        elif number:
            lines.append(message("mr_jack.beside.alibis_hidden", seat=words.seat(seat), number=number))
    return lines
