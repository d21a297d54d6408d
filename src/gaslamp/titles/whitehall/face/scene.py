"""The map of Whitehall as a scene: figures and what they light, markers, and on Jack's own map where he was and is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final, cast

from gaslamp.art.cast import INVESTIGATORS
from gaslamp.core.face.scene import Scene, Sprite, Still, Target, Trail
from gaslamp.core.game import News
from gaslamp.core.messages import Message, message
from gaslamp.titles.whitehall.face import words
from gaslamp.titles.whitehall.face.drawing import art, heat, icons, pieces, trails
from gaslamp.titles.whitehall.face.drawing.layout import COLOUR, CROSSINGS, HEIGHT, MIDDLE, WIDTH, in_range, on_foot
from gaslamp.titles.whitehall.face.prompts import circle_label, crossing_label, target_of_circle, target_of_crossing
from gaslamp.titles.whitehall.rules.view import View

STILL: Final = Still(
    width=WIDTH,
    height=HEIGHT,
    definitions=art.definitions(),
    ground=art.ground(),
    symbols={**pieces.symbols(), **icons.symbols(), **heat.symbols()},
    over=art.over(),
    zoom=400,
)

# Everything on this map can be pointed at one day; which of it now, the prompt tells.
_TARGETS: Final = (
    *(Target(target_of_circle(number), *MIDDLE[number], "ring", circle_label(number)) for number in COLOUR),
    *(Target(target_of_crossing(name), *MIDDLE[name], "dot", crossing_label(name)) for name in CROSSINGS),
)
_ROUTE: Final = "#ff7a6b"
_EARLIER: Final = "#c9a0ff"
_STREETS: Final = "10 6"  # the strokes of a way along streets, and of one straight across a block
_ACROSS: Final = "1 8"
_ASIDE: Final = 15  # from one number to the next where Jack came more than once
_BELOW: Final = 27  # from the middle of a circle down to the sign of an arrest
_TO_THE_END: Final = 3  # the arrest, that it is over, and Jack's sheet
_LIFT: Final = 31  # of a hat, over whatever stands on the circle already


def scene(view: View, news: Sequence[News]) -> Scene:
    """Draw what a viewer sees, and of the circles called in vain what it was told."""
    last = tuple(trails.trails(view, news))
    marks = (mark for mark in last if isinstance(mark, Sprite))
    sprites = (*_figures(view), *marks, *_markers(view, news), *_jack(view), *_arrested(news))
    routes = tuple(_story(view)) if _all_open(view) else tuple(_route(view))
    ways = (mark for mark in last if isinstance(mark, Trail))
    return Scene(STILL, message("whitehall.scene.board"), sprites, _TARGETS, (*routes, *ways))


# ---- what everybody sees


def _figures(view: View) -> Iterator[Sprite]:
    """Draw the figures, the northernmost first, each with the streets it can search along (WM-40)."""
    for name, crossing in view.figures.items():
        label = message("whitehall.scene.range", figure=words.name(name), circles=words.numbers(in_range(crossing)))
        yield Sprite(f"range-{crossing}", f"range-{crossing}", *MIDDLE[crossing], label, layer="board")
    working = view.figure
    if working and working in view.figures and view.winner is None:
        label = message("whitehall.scene.active", figure=words.name(working))
        middle = MIDDLE[view.figures[working]]
        yield Sprite("active", "active", *middle, label, layer="light", classes=("pulse",))
    size, dy = pieces.LETTERS
    for name in sorted(view.figures, key=lambda name: MIDDLE[view.figures[name]][::-1]):
        yield Sprite(
            f"fig-{name}",
            f"fig-{name}",
            *MIDDLE[view.figures[name]],
            message("whitehall.scene.figure", figure=words.name(name), place=crossing_label(view.figures[name])),
            classes=("who",),
            letters=words.letters(name),
            ink=INVESTIGATORS[name].ink,
            size=size,
            dy=dy,
        )


def _markers(view: View, news: Sequence[News]) -> Iterator[Sprite]:
    for circle, turn in called_in_vain(news).items():
        if circle not in view.yellow and circle not in view.false:
            label = message("whitehall.scene.empty", circle=circle, turn=turn)
            yield _marker(f"empty-{circle}", f"marker-empty-{turn}", circle, label)
    for circle in view.yellow:
        yield _marker(f"clue-{circle}", "marker-clue", circle, message("whitehall.scene.clue", circle=circle))
    for circle in view.false:
        yield _marker(f"false-{circle}", "marker-false", circle, message("whitehall.scene.false", circle=circle))
    for nth, circle in enumerate(_in_order_of_discovery(view, news), 1):
        label = message("whitehall.scene.disc", circle=circle, number=nth)
        yield _marker(f"disc-{circle}", f"marker-disc-{nth}", circle, label)


def _marker(id: str, symbol: str, circle: int, label: Message) -> Sprite:
    return Sprite(id, symbol, *MIDDLE[circle], label, layer="markers")


def called_in_vain(news: Sequence[News]) -> dict[int, int]:
    """Give the circles called in vain in this round, and up to which of Jack's moves he had not been there (WM-47)."""
    turns: dict[int, int] = {}
    for piece in news:
        if piece.kind == "round_begun":
            turns.clear()
        elif piece.kind == "searched" and piece.details["answer"] == "no":
            turns[cast("int", piece.details["circle"])] = cast("int", piece.details["turn"])
    return turns


def _in_order_of_discovery(view: View, news: Sequence[News]) -> list[int]:
    told = [piece.details["circle"] for piece in news if piece.kind in {"started", "round_over"}]
    return sorted(view.red, key=lambda circle: told.index(circle) if circle in told else len(told))


# ---- what Jack sees, and everybody when all is over (WM-71, WM-72)


def _jack(view: View) -> Iterator[Sprite]:
    """Draw his locations, how he came to where he stands, and himself."""
    for circle in view.locations or ():
        if circle not in view.red:
            label = message("whitehall.scene.secret", circle=circle)
            yield _marker(f"secret-{circle}", "marker-secret", circle, label)
    row = view.row or ()
    for step, circle in enumerate(row[:-1]):
        if step:  # where the round began there is a red marker
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
    """Mark where Jack was arrested; who did it is said with it."""
    for piece in news[-_TO_THE_END:]:
        if piece.kind == "arrested":
            x, y = MIDDLE[int(cast("tuple[str, ...]", piece.details["circles"])[0])]
            yield Sprite("arrest", "arrest", x, y + _BELOW, words.tell(piece))


def _route(view: View) -> Iterator[Trail]:
    """Draw his way of this round: along streets, or straight across a block where he used an alley or a boat."""
    across = {first for first, _, kind in view.laid if kind in {"alley", "boat"}}
    moves = enumerate(pairwise(view.row or ()), 1)
    for straight, several in groupby(moves, key=lambda move: move[0] in across):
        numbers, steps = zip(*several, strict=True)
        points = [MIDDLE[steps[0][0]]]
        for here, there in steps:
            points += [MIDDLE[there]] if straight else on_foot(here, there)[1:]
        circles = words.numbers((steps[0][0], *(there for _, there in steps)))
        label = message("whitehall.scene.route", circles=circles)
        dash = _ACROSS if straight else _STREETS
        yield Trail(f"route-{numbers[0]}", tuple(points), label, _ROUTE, layer="light", dash=dash)


# ---- the story of the whole night, told once all is open (WM-72)


def _all_open(view: View) -> bool:
    """Tell whether the sheet lies open to everybody: it is over, or a viewer other than Jack sees his row."""
    return view.winner is not None or (view.viewer != "jack" and view.row is not None)


def _moves(row: Sequence[int]) -> int:
    return len(row) - 1


def _story(view: View) -> Iterator[Trail]:
    """Draw every move of every round, in the order in which they were made; the rounds before are paler."""
    rows = (*(view.rows or ()), view.row or ())
    after = 0
    for row in rows:
        for here, there in pairwise(row):
            after += 1
            way = on_foot(here, there)  # two points only, where no street leads there: across a block
            yield Trail(
                f"story-{after}",
                way,
                message("whitehall.scene.route", circles=words.numbers((here, there))),
                _ROUTE if row is rows[-1] else _EARLIER,
                layer="light",
                dash=_STREETS if len(way) > 2 else _ACROSS,
                after=after,
            )
