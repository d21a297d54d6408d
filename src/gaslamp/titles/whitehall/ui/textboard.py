"""Text board of Whitehall for the terminal: a window of the map, and the state beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from gaslamp.core.messages import Message, message
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.town import Place, Town
from gaslamp.titles.whitehall.rules.view import View
from gaslamp.titles.whitehall.ui import words
from gaslamp.titles.whitehall.ui.panels import ROUNDS
from gaslamp.ui.cast import INVESTIGATORS
from gaslamp.ui.scene import Span, TextBoard

WIDE: Final = 60
HIGH: Final = 24
# Board units per column and row; characters are about twice as high as wide.
_COLUMN: Final = 70
_ROW: Final = 150

_NIGHT: Final = "#10181f"
_STREET: Final = "#4a5a68"
_FAINT: Final = "#8fa3b3"
_GAS: Final = "#ffc765"
_MINT: Final = "#7ff0da"
_COLOURS: Final = {"white": ("#1d160e", "#f0e5cb"), "black": ("#f6eed9", "#2b343c"), "blue": ("#ffffff", "#1d6a94")}
_CLUE: Final = "*"
_FOUND: Final = "!"
_FALSE: Final = "~"
_JACK: Final = "@"
_UNREACHED: Final = "?"
_CROSSING: Final = "+"
_USED: Final = "■"
_FREE: Final = "□"


# Offsets to try when a spot is taken, nearest first.
_NEAR: Final = sorted(
    ((x, y) for x in range(-5, 6) for y in range(-2, 3)), key=lambda spot: (abs(spot[0]) + 3 * abs(spot[1]), spot)
)


@dataclass(frozen=True, slots=True)
class StyledChar:
    """One styled character. A figure's two letters are one message followed by an empty cell."""

    text: str | Message
    ink: str = ""
    paper: str = _NIGHT
    bold: bool = False


class Canvas:
    """A window of the board, drawn from back to front."""

    def __init__(self, middle: tuple[int, int], town: Town) -> None:
        self._left, self._top = (
            _within(at, size, [place[axis] for place in town.where.values()])
            for axis, (at, size) in enumerate(zip(middle, (WIDE * _COLUMN, HIGH * _ROW), strict=True))
        )
        self._where = town.where
        self.cells: list[list[StyledChar]] = [[StyledChar(" ") for _ in range(WIDE)] for _ in range(HIGH)]
        self._taken: set[tuple[int, int]] = set()

    def spot(self, place: Place) -> tuple[int, int]:
        x, y = self._where[place]
        return (x - self._left) // _COLUMN, (y - self._top) // _ROW

    def street(self, start: Place, end: Place) -> None:
        (x, y), (to_x, to_y) = self.spot(start), self.spot(end)
        if max(x, to_x) < 0 or min(x, to_x) >= WIDE or max(y, to_y) < 0 or min(y, to_y) >= HIGH:
            return
        steps = max(abs(to_x - x), abs(to_y - y))
        for k in range(1, steps):
            self._put(x + round((to_x - x) * k / steps), y + round((to_y - y) * k / steps), [StyledChar("·", _STREET)])

    def write(self, place: Place, cells: Sequence[StyledChar]) -> None:
        """Write *cells* at a place, or at the nearest free spot."""
        column, row = self.spot(place)
        if not (0 <= column < WIDE and 0 <= row < HIGH):
            return
        column = max(0, min(column - len(cells) // 2, WIDE - len(cells)))
        for east, south in _NEAR:
            x, y = column + east, row + south
            spots = {(x + k, y) for k in range(-1, len(cells) + 1)}
            if 0 <= x <= WIDE - len(cells) and 0 <= y < HIGH and not spots & self._taken:
                self._taken |= {(x + k, y) for k in range(len(cells))}
                self._put(x, y, cells)
                return

    def _put(self, column: int, row: int, cells: Sequence[StyledChar]) -> None:
        for k, cell in enumerate(cells):
            if 0 <= column + k < WIDE and 0 <= row < HIGH:
                self.cells[row][column + k] = cell


def _spans(line: Sequence[StyledChar]) -> Iterator[Span]:
    for (ink, paper, bold), cells in groupby(line, key=lambda cell: (cell.ink, cell.paper, cell.bold)):
        run = ""
        for cell in cells:
            if isinstance(cell.text, Message):  # its style differs from its neighbours
                yield Span(cell.text, ink, paper, bold)
            else:
                run += cell.text
        if run:
            yield Span(run, ink, paper, bold)


def _within(at: int, size: int, all_at: Sequence[int]) -> int:
    """Return the start of a window centred on *at*, moved to stay inside the board."""
    lowest, highest = min(all_at) - 150, max(all_at) + 150
    if highest - lowest <= size:
        return (lowest + highest - size) // 2
    return max(lowest, min(at - size // 2, highest - size))


def text_board(view: View) -> TextBoard:
    town = board.current().town
    canvas = Canvas(town.where[focus(view)], town)
    for start, ends in town.streets.items():
        for end in ends:
            if str(start) < str(end):
                canvas.street(start, end)
    for name, crossing in view.figures.items():
        look = INVESTIGATORS[name]
        letters = StyledChar(words.letters(name), look.ink, look.fill, bold=True)
        canvas.write(crossing, [letters, StyledChar("", look.ink, look.fill, bold=True)])
    for circle in _important_first(view, town):
        canvas.write(circle, _circle(view, circle, town))
    for crossing in town.crossings:
        if crossing not in view.figures.values():
            canvas.write(crossing, [_crossing(view, crossing, town)])
    return TextBoard(tuple(tuple(_spans(line)) for line in canvas.cells), tuple(_beside(view, town)))


def focus(view: View) -> Place:
    """Return the place the window is centred on: Jack's circle for Jack, else the active figure, else the middle."""
    if view.viewer == "jack" and view.circle is not None:
        return view.circle
    if view.figure is not None and view.figure in view.figures:
        return view.figures[view.figure]
    if view.circle is not None:
        return view.circle
    town = board.current().town
    places: Sequence[Place] = tuple(view.figures.values()) or view.red or town.yellow
    xs, ys = (sorted(town.where[place][axis] for place in places) for axis in (0, 1))
    middle = xs[len(xs) // 2], ys[len(ys) // 2]
    return min(town.where, key=lambda place: _apart(town.where[place], middle))


def _apart(a: tuple[int, int], b: tuple[int, int]) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


# ---- one place


def _important_first(view: View, town: Town) -> list[int]:
    """Return the circles, marked ones first: they get the best spots."""
    return sorted(town.circles, key=lambda circle: (not _mark(view, circle), circle))


def _mark(view: View, circle: int) -> str:
    if circle == view.circle:
        return _JACK
    if circle in view.yellow:
        return _CLUE
    if circle in view.false:
        return _FALSE
    if circle in view.red:
        return _FOUND
    return _UNREACHED if circle in (view.locations or ()) else ""


def _circle(view: View, circle: int, town: Town) -> list[StyledChar]:
    ink, paper = _COLOURS[town.colour[circle]]
    mark = _mark(view, circle)
    cells = [StyledChar(digit, ink, paper, bold=bool(mark)) for digit in str(circle)]
    return [*cells, StyledChar(mark, _GAS, bold=True)] if mark else cells


def _crossing(view: View, crossing: str, town: Town) -> StyledChar:
    if crossing in view.start_crossings:
        return StyledChar(_CROSSING, _MINT, bold=True)
    return StyledChar(_CROSSING, _GAS if crossing in town.yellow else _FAINT)


# ---- beside the map


def _beside(view: View, town: Town) -> Iterator[Message]:
    yield _round(view)
    if view.laid:
        yield message("whitehall.beside.laid", tiles=tuple(_laid(*tile) for tile in view.laid))
    tiles = "tiles_unknown" if view.unknown else "tiles"
    yield message(f"whitehall.beside.{tiles}", unknown=view.unknown, **view.tiles)
    for name, crossing in view.figures.items():
        now = "figure_now" if name == view.figure else "figure"
        circles = words.numbers(town.in_range(crossing))
        yield message(f"whitehall.beside.{now}", figure=words.figure(name), crossing=crossing, circles=circles)
    if view.called:
        yield message("whitehall.beside.called", circles=words.numbers(view.called))
    yield message("whitehall.beside.clues", circles=words.numbers(view.yellow))
    if view.options["false_clues"] == "on":
        yield message("whitehall.beside.false", circles=words.numbers(view.false))
        yield message("whitehall.beside.counters", counters=view.counters)
    yield message("whitehall.beside.found", circles=words.numbers(view.red))
    if view.abilities:
        shorts = tuple(message(f"whitehall.short.{id.replace(' ', '_')}") for id in view.abilities)
        yield message("whitehall.beside.abilities", abilities=shorts)
    yield from _secrets(view, town)
    signs = {
        "clue": _CLUE,
        "found": _FOUND,
        "false": _FALSE,
        "mine": _JACK,
        "secret": _UNREACHED,
        "crossing": _CROSSING,
    }
    yield message("whitehall.beside.legend", **signs)


def _round(view: View) -> Message:
    if not view.round:
        return message("whitehall.beside.set_up")
    drawn = _USED * view.track + _FREE * (board.SPACES - view.track)
    return message(
        "whitehall.beside.round", round=view.round, last=ROUNDS, track=view.track, spaces=board.SPACES, drawn=drawn
    )


def _laid(first: int, last: int, kind: str) -> Message:
    if first == last:
        return message("whitehall.beside.laid_one", tile=words.tile(kind), space=first)
    return message("whitehall.beside.laid_two", tile=words.tile(kind), first=first, last=last)


def _secrets(view: View, town: Town) -> Iterator[Message]:
    if view.locations:
        yield message("whitehall.beside.locations", circles=words.numbers(view.locations))
    for number, row in enumerate((*(view.rows or ()), view.row or ()), 1):
        if row:
            yield message("whitehall.beside.row", round=number, row="-".join(map(str, row)))
    if view.circle is None:
        return
    if view.viewer != "jack" or view.winner is not None:
        yield message("whitehall.beside.here_shown", circle=view.circle)
        return
    figures = frozenset(view.figures.values())
    ways = town.ways[view.circle]
    free = [end for end in ways if any(not way & figures for way in ways[end])]
    yield message("whitehall.beside.here_mine", circle=view.circle, circles=words.numbers(free))
