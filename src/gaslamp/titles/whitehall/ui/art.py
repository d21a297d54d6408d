"""Static drawings of the map of Whitehall: houses, water, bridges, streets, circles and crossings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from gaslamp.titles.whitehall.rules.town import WHITEHALL, Place
from gaslamp.titles.whitehall.ui import blocks
from gaslamp.titles.whitehall.ui.layout import (
    COLOUR,
    CROSSINGS,
    HEIGHT,
    MIDDLE,
    STREETS,
    WIDTH,
    edge,
    sides,
)
from gaslamp.ui import streets
from gaslamp.ui.scene import Point
from gaslamp.ui.svg import chance, circle, element, gradient, group, number, outline, path, rect

RADIUS: Final = 12  # of a circle
NUMBER: Final = 15  # font size; at least ten pixels on a page
NARROW: Final = "'Arial Narrow','Roboto Condensed','Avenir Next Condensed','Liberation Sans Narrow',Arial,sans-serif"

_WATER: Final = "#15364a"
_WET: Final = frozenset({"water", "mixed"})
# Outflows beyond the map: places on the edge, and points outside.
_OUTFLOWS: Final[tuple[tuple[Sequence[Place], Sequence[Point]], ...]] = (
    ((66, 98), ((944, 470), (944, 262))),
    (("x171", 185, "x172"), ((748, 944), (562, 944))),
    (("x165", "x159"), ((0, 806), (0, 884))),
)
_BANKS: Final = ((46, 0.3), (32, 0.3), (21, 0.45))  # width and opacity of the shadow
# Boats, placed by eye: kind, x, y, degrees.
_BOATS: Final = (
    ("barge", 686, 706, -82),
    ("rowing", 668, 604, 118),
    ("barge", 742, 452, -38),
    ("rowing", 244, 746, 20),
)
_FOG: Final = ((140, 96, 330, 70), (620, 60, 300, 60), (880, 250, 260, 70), (90, 470, 300, 70), (430, 620, 340, 80))
_INKS: Final = {"white": "#1d160e", "black": "#f6eed9", "blue": "#ffffff"}


def definitions() -> str:
    ripples = "M2 7q7-5 14 0t14 0M30 20q6-4 12 0t12 0"
    return "".join(
        (
            streets.definitions(),
            gradient("radial", "g-edge", (0.62, "#05080c", 0), (1, "#05080c", 0.66), r=0.75),
            element(
                "pattern",
                path(ripples, fill="none", stroke="#6fa3bd", stroke_opacity=0.3, stroke_width=1.1),
                id="g-ripples",
                width=54,
                height=26,
                patternUnits="userSpaceOnUse",
            ),
            blocks.definitions(),
            *_boats(),
            path(_lines(STREETS), id="g-streets"),
            path(_shores(), id="g-water"),
            element("clipPath", path(_shores()), id="g-wet"),
            _crossing("g-crossing", 4.2, "#b7c4ce", 1.5),
            _crossing("g-start", 5.4, "#ffc765", 2.4),
            *_circles(),
        )
    )


def ground() -> str:
    return "".join(
        (
            rect(0, 0, WIDTH, HEIGHT, fill="#10181f"),
            _water(),
            _houses(),
            _streets(),
            streets.fog(_FOG),
            rect(0, 0, WIDTH, HEIGHT, fill="url(#g-edge)"),
        )
    )


def over() -> str:
    """Draw circles and crossings, above the layer that lights the streets."""
    crossings = (
        element("use", href="#g-start" if name in WHITEHALL.yellow else "#g-crossing", x=x, y=y)
        for name, (x, y) in ((name, MIDDLE[name]) for name in CROSSINGS)
    )
    return group(*crossings) + "".join(_numbers(colour) for colour in _INKS)


# ---- the ground


def _rings(*kinds: str) -> list[list[Point]]:
    return [[MIDDLE[place] for place in face] for kind in kinds for face in WHITEHALL.faces[kind]]


def _lines(pairs: Iterable[tuple[Place, Place]]) -> str:
    return "".join(outline((MIDDLE[start], MIDDLE[end]))[:-1] for start, end in pairs)


def _shores() -> str:
    outflows = ([*(MIDDLE[place] for place in places), *points] for places, points in _OUTFLOWS)
    return "".join(outline(ring) for ring in (*_rings(*sorted(_WET)), *outflows))


def _streets_over_water() -> tuple[list[tuple[Place, Place]], list[tuple[Place, Place]]]:
    drawn = sides()
    bridges: list[tuple[Place, Place]] = []
    stages: list[tuple[Place, Place]] = []
    for start, end in STREETS:
        right, left = (drawn.get(line, _beyond(*line)) for line in ((start, end), (end, start)))
        if right[0] in _WET and left[0] in _WET:
            (stages if right == left else bridges).append((start, end))
    return bridges, stages


def _beyond(start: Place, end: Place) -> tuple[str, int]:
    """Return kind and index of the area beyond a line at the edge of the map: water at an outflow, else the city."""
    number = next((k for k, (places, _) in enumerate(_OUTFLOWS) if {start, end} <= set(places)), None)
    return ("city", 0) if number is None else ("water", -1 - number)


def _water() -> str:
    drawn = sides()
    banks = _lines(
        (start, end)
        for (start, end), (kind, _) in drawn.items()
        if kind in _WET and drawn.get((end, start), _beyond(start, end))[0] not in _WET
    )
    return "".join(
        (
            element("use", href="#g-water", fill=_WATER),
            group(
                *(path(banks, stroke_width=width, stroke_opacity=dark) for width, dark in _BANKS),
                stroke="#0a1c28",
                stroke_linecap="round",
                clip_path="url(#g-wet)",
            ),
            element("use", href="#g-water", fill="url(#g-ripples)"),
            *(
                element("use", href=f"#g-{boat}", transform=f"translate({x} {y}) rotate({turn})")
                for boat, x, y, turn in _BOATS
            ),
            path(
                _lines(WHITEHALL.blue_lines),
                stroke="#5a93b3",
                stroke_width=2.4,
                stroke_dasharray="5 5",
            ),
        )
    )


def _boats() -> tuple[str, str]:
    barge = "M-25-8H12Q22-6 29 0Q22 6 12 8H-25Q-28 0-25-8Z"
    rowing = "M-11-4.4Q2-6 13 0Q2 6-11 4.4Z"
    wake = path("M-30-7L-48-11M-30 7L-48 11M-32 0H-46", stroke="#9cc9e0", stroke_opacity=0.28, stroke_width=1.2)
    return (
        group(
            wake,
            path(barge, fill="#2c2320", stroke="#7a6350", stroke_width=1.6),
            path("M-20-5H-2V5H-20Z", fill="#4d4136", stroke="#17120f"),
            path("M-11-5V5", stroke="#6d5d4d"),
            path("M2-4H12V4H2Z", fill="#3a3f45", stroke="#17120f"),
            circle(2.6, cx=7, fill="#171a1e", stroke="#8b98a3"),
            id="g-barge",
        ),
        group(
            path("M-1-4L-6-13M-1 4L-6 13", stroke="#a58b6b", stroke_width=1.4),
            path(rowing, fill="#3b2d22", stroke="#8d7357", stroke_width=1.3),
            path("M-6-4V4M0-4.6V4.6M6-3V3", stroke="#8d7357"),
            id="g-rowing",
        ),
    )


def _houses() -> str:
    houses, beyond = blocks.Houses(), blocks.Houses()
    for kind in ("houses", "small"):
        for k, ring in enumerate(_rings(kind)):
            houses.build(ring, chance(f"{kind} {k}"))
    around = edge()
    dry = [k for k, place in enumerate(around) if _beyond(place, around[(k + 1) % len(around)])[0] == "city"]
    beyond.surround([MIDDLE[place] for place in around], dry, chance("beyond"))
    return group(beyond.drawing(), opacity=0.45) + houses.drawing()


def _streets() -> str:
    bridges, stages = _streets_over_water()
    strokes = ((15, "#0b1117"), (12, streets.KERB), (9.6, "#2f3c47"))
    line = _lines(stages)
    return group(
        path(_lines(bridges), stroke="#081119", stroke_width=27, stroke_linecap="butt", stroke_dasharray="7 19"),
        path(_lines(bridges), stroke="#59656f", stroke_width=23, stroke_linecap="butt", stroke_dasharray="5 21"),
        *(element("use", href="#g-streets", stroke=colour, stroke_width=width) for width, colour in strokes),
        path(_lines(bridges), stroke="#98a5af", stroke_width=14.4, stroke_linecap="butt"),
        path(_lines(bridges), stroke="#35424d", stroke_width=10.4),
        path(line, stroke="#0b1117", stroke_width=14),
        path(line, stroke="#57422f", stroke_width=11),
        path(line, stroke="#7a5f45", stroke_width=11, stroke_linecap="butt", stroke_dasharray="2.6 1.2"),
        element(
            "use",
            href="#g-streets",
            stroke="#a9bccb",
            stroke_opacity=0.34,
            stroke_width=1.6,
            stroke_dasharray="2.6 4.4",
            stroke_linecap="butt",
        ),
        stroke_linecap="round",
        fill="none",
    )


# ---- circles and crossings


def _crossing(id: str, half: float, colour: str, width: float) -> str:
    far = number(half * 2**0.5)
    return path(f"M0-{far}L{far} 0L0 {far}L-{far} 0Z", id=id, fill="#0b1117", stroke=colour, stroke_width=width)


def _circles() -> tuple[str, ...]:
    """Draw the three kinds. They differ without colours: pale, dark, roped."""
    rope = circle(RADIUS, fill="none", stroke="#e3f4fc", stroke_width=2.2, stroke_dasharray="5.2 4.22")
    return (
        circle(RADIUS, id="g-white", fill="#f0e5cb", stroke="#0b1117", stroke_width=1.5),
        circle(RADIUS, id="g-black", fill="#10161c", stroke="#c9bd9c", stroke_width=1.5),
        group(circle(RADIUS, fill="#1d6a94", stroke="#0c3247", stroke_width=2.2), rope, id="g-blue"),
    )


def _numbers(colour: str) -> str:
    circles = [(number, *MIDDLE[number]) for number, its in COLOUR.items() if its == colour]
    return group(
        *(element("use", href=f"#g-{colour}", x=x, y=y) + _number(written, x, y) for written, x, y in circles),
        fill=_INKS[colour],
        font_family=NARROW,
        font_size=NUMBER,
        font_weight=700,
        text_anchor="middle",
    )


def _number(written: int, x: float, y: float) -> str:
    """Draw a number squeezed into its circle, because not every machine has a narrow font."""
    narrow: dict[str, str | float] = {"textLength": 20.4, "lengthAdjust": "spacingAndGlyphs"} if written > 99 else {}
    return element("text", str(written), x=x, y=round(y + 5.3, 1), **narrow)
