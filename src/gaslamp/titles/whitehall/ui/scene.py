"""Scene of Whitehall: figures and their light, markers, and Jack's route on his own map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby, pairwise
from typing import Final, cast

from gaslamp.core.game import News
from gaslamp.core.messages import message
from gaslamp.titles.whitehall.rules.view import View
from gaslamp.titles.whitehall.ui import aid, art, icons, pieces, words
from gaslamp.titles.whitehall.ui.layout import COLOUR, CROSSINGS, HEIGHT, MIDDLE, WIDTH, in_range, on_foot
from gaslamp.titles.whitehall.ui.past import past_of, trails
from gaslamp.titles.whitehall.ui.prompts import circle_label, crossing_label, target_of_circle, target_of_crossing
from gaslamp.ui.cast import INVESTIGATORS
from gaslamp.ui.scene import BoardArt, Scene, Sprite, Target, Trail


@cache
def board_art() -> BoardArt:
    """Return the static drawings. Built on first use, because it takes a while."""
    return BoardArt(
        width=WIDTH,
        height=HEIGHT,
        definitions=art.definitions(),
        ground=art.ground(),
        symbols={**pieces.symbols(), **icons.symbols(), **aid.symbols()},
        over=art.over(),
        zoom=400,
    )


# All targets of the map; the prompt selects the active ones.
_TARGETS: Final = (
    *(Target(target_of_circle(number), *MIDDLE[number], "ring", circle_label(number)) for number in COLOUR),
    *(Target(target_of_crossing(name), *MIDDLE[name], "dot", crossing_label(name)) for name in CROSSINGS),
)
_ROUTE: Final = "#ff7a6b"
_EARLIER: Final = "#c9a0ff"
_STREETS: Final = "10 6"  # dash patterns: along streets, across a block
_ACROSS: Final = "1 8"
_ASIDE: Final = 15  # offset of step badges on one circle
_BELOW: Final = 27  # offset of the arrest sign
_TO_THE_END: Final = 3  # news: arrest, end, Jack's sheet
_LIFT: Final = 31  # offset of the hat above a marker


def scene(view: View, news: Sequence[News]) -> Scene:
    last = tuple(trails(view, news))
    marks = (mark for mark in last if isinstance(mark, Sprite))
    sprites = (*_figures(view), *marks, *_markers(view, news), *_jack(view), *_arrested(news))
    routes = tuple(_story(view)) if _all_open(view) else tuple(_route(view))
    ways = (mark for mark in last if isinstance(mark, Trail))
    return Scene(board_art(), message("whitehall.scene.board"), sprites, _TARGETS, (*routes, *ways))


# ---- public sprites


def _figures(view: View) -> Iterator[Sprite]:
    for name, crossing in view.figures.items():
        yield _range(name, crossing)
    working = view.figure
    if working and working in view.figures and view.winner is None:
        yield _active(working, view.figures[working])
    for name in sorted(view.figures, key=lambda name: MIDDLE[view.figures[name]][::-1]):
        yield _figure(name, view.figures[name])


def _markers(view: View, news: Sequence[News]) -> Iterator[Sprite]:
    past = past_of(news)
    for circle, turn in past.in_vain.items():
        if circle not in view.yellow and circle not in view.false:
            yield _marker("empty", circle, turn)
    for circle in view.yellow:
        yield _marker("clue", circle)
    for circle in view.false:
        yield _marker("false", circle)
    for nth, circle in enumerate(_in_order_of_discovery(view, past.found), 1):
        yield _marker("disc", circle, nth)


# ---- single sprites, cached across games


@cache
def _range(name: str, crossing: str) -> Sprite:
    label = message("whitehall.scene.range", figure=words.name(name), circles=words.numbers(in_range(crossing)))
    return Sprite(f"range-{crossing}", f"range-{crossing}", *MIDDLE[crossing], label, layer="board")


@cache
def _active(name: str, crossing: str) -> Sprite:
    label = message("whitehall.scene.active", figure=words.name(name))
    return Sprite("active", "active", *MIDDLE[crossing], label, layer="light", classes=("pulse",))


@cache
def _figure(name: str, crossing: str) -> Sprite:
    size, dy = pieces.LETTERS
    return Sprite(
        f"fig-{name}",
        f"fig-{name}",
        *MIDDLE[crossing],
        message("whitehall.scene.figure", figure=words.name(name), place=crossing_label(crossing)),
        classes=("who",),
        letters=words.letters(name),
        ink=INVESTIGATORS[name].ink,
        size=size,
        dy=dy,
    )


@cache
def _marker(kind: str, circle: int, number: int = 0) -> Sprite:
    """Return a marker. *number* is the turn of a "no", or the ordinal of a discovery."""
    gaps = {"empty": {"turn": number}, "disc": {"number": number}}.get(kind, {})
    label = message(f"whitehall.scene.{kind}", circle=circle, **gaps)
    symbol = f"marker-{kind}-{number}" if gaps else f"marker-{kind}"
    if kind == "disc":
        symbol += f"-{pieces.pin_angle(circle)}"
    return Sprite(f"{kind}-{circle}", symbol, *MIDDLE[circle], label, layer="markers")


def _in_order_of_discovery(view: View, order: Sequence[int]) -> list[int]:
    return sorted(view.red, key=lambda circle: order.index(circle) if circle in order else len(order))


# ---- Jack's sprites, open to all at the end (WM-71, WM-72)


def _jack(view: View) -> Iterator[Sprite]:
    for circle in view.locations or ():
        if circle not in view.red:
            yield _marker("secret", circle)
    row = view.row or ()
    for step, circle in enumerate(row[:-1]):
        if step:  # the start has a red marker
            x, y = MIDDLE[circle]
            label = message("whitehall.scene.step", circle=circle, step=step)
            left = _ASIDE * row[1:step].count(circle)
            after = sum(map(_moves, view.rows or ())) + step if _all_open(view) else 0
            yield Sprite(f"step-{step}", f"step-{step}", x - left, y, label, after=after)
    if view.circle is not None:
        label = message("whitehall.scene.jack", circle=view.circle)
        x, y = MIDDLE[view.circle]
        marked = view.circle in view.red or view.circle in (view.locations or ())
        yield Sprite("here", "here", x, y, label, layer="light")
        yield Sprite("jack", "hat", x, y - _LIFT * marked, label, classes=("who",))


def _arrested(news: Sequence[News]) -> Iterator[Sprite]:
    for piece in news[-_TO_THE_END:]:
        if piece.kind == "arrested":
            x, y = MIDDLE[int(cast("tuple[str, ...]", piece.details["circles"])[0])]
            yield Sprite("arrest", "arrest", x, y + _BELOW, words.tell(piece))


def _route(view: View) -> Iterator[Trail]:
    """Yield this round's route: along streets, or straight for an alley or boat."""
    across = {first for first, _, kind in view.laid if kind in {"alley", "boat"}}
    moves = enumerate(pairwise(view.row or ()), 1)
    for straight, several in groupby(moves, key=lambda move: move[0] in across):
        numbers, steps = zip(*several, strict=True)
        points = [MIDDLE[steps[0][0]]]
        for start, end in steps:
            points += [MIDDLE[end]] if straight else on_foot(start, end)[1:]
        circles = words.numbers((steps[0][0], *(end for _, end in steps)))
        label = message("whitehall.scene.route", circles=circles)
        dash = _ACROSS if straight else _STREETS
        yield Trail(f"route-{numbers[0]}", tuple(points), label, _ROUTE, layer="light", dash=dash)


# ---- all routes, once they are open (WM-72)


def _all_open(view: View) -> bool:
    """Return True if the game is over, or a viewer other than Jack sees his row."""
    return view.winner is not None or (view.viewer != "jack" and view.row is not None)


def _moves(row: Sequence[int]) -> int:
    return len(row) - 1


def _story(view: View) -> Iterator[Trail]:
    rows = (*(view.rows or ()), view.row or ())
    after = 0
    for row in rows:
        for start, end in pairwise(row):
            after += 1
            way = on_foot(start, end)  # two points: straight across a block
            yield Trail(
                f"story-{after}",
                way,
                message("whitehall.scene.route", circles=words.numbers((start, end))),
                _ROUTE if row is rows[-1] else _EARLIER,
                layer="light",
                dash=_STREETS if len(way) > 2 else _ACROSS,
                after=after,
            )
