"""Drawings of Mr. Jack's board: streets, houses, gardens, the city around them, fog."""

from __future__ import annotations

from typing import Final

from gaslamp.titles.mr_jack.rules.hexes import KIND
from gaslamp.titles.mr_jack.ui.layout import (
    EXITS,
    HEIGHT,
    RADIUS,
    WIDTH,
    exit_middle,
    hexagon,
    middle,
    off_the_board,
    place,
)
from gaslamp.ui import streets
from gaslamp.ui.svg import chance, circle, element, gradient, group, number, path, rect

_CITY: Final = 5  # variants of houses beyond the board
_WASHES: Final = ("#0a1420", "#101c28", "#0c1822")
_CROWNS: Final = ("#2c5540", "#25493a", "#345f45")
_EDGES: Final = ((22.5, streets.NIGHT), (10.4, "#3d4954"), (5.2, "#171f27"))  # width, colour: gap, kerb, joint
_PAVING: Final = RADIUS - 0.7
# Fog banks: middle, width, height.
_FOG: Final = (
    (548, 490, 302, 70), (651, 609, 181, 58), (830, 428, 319, 44), (413, 163, 262, 60), (12, 143, 220, 76),
    (674, 105, 302, 45), (543, 84, 176, 70), (184, 142, 332, 70),
)  # fmt: skip


def definitions() -> str:
    return "".join(
        (
            streets.definitions(),
            gradient(
                "radial",
                "g-pool",
                (0, "#fff3cf", 0.95),
                (0.16, "#ffd98a", 0.82),
                (0.55, "#ffb84a", 0.56),
                (1, "#f59a2a", 0.36),
            ),
            gradient(
                "linear", "g-beam", (0, "#fff1c4", 0.92), (0.5, "#ffdf94", 0.55), (1, "#ffd27a", 0.3), x2=0, y1=1, y2=0
            ),
            gradient("linear", "g-wet", (0, "#ffe4a3", 0.75), (1, "#ffc765", 0), x2=0, y2=1),
            gradient("radial", "g-edge", (0.62, "#05080c", 0), (1, "#05080c", 0.8), r=0.75),
            gradient("radial", "g-hole", (0, "#000000", 1), (0.8, "#03060a", 1), (1, "#141c24", 1)),
            element("clipPath", path(hexagon(RADIUS - 1.4)), id="g-hex"),
            path(_board(), id="g-board"),
            path(hexagon(_PAVING), id="g-paving"),
            *(group(_houses(f"city {k}", (13, 22), (18, 28), lit=0.12), id=f"g-city-{k}") for k in range(_CITY)),
        )
    )


def ground() -> str:
    """Draw the district, and dim houses beyond the edge of the board."""
    drawings = {".": _street, "L": _post, "g": _garden, "#": _building}
    return "".join(
        (
            rect(0, 0, WIDTH, HEIGHT, fill=streets.NIGHT),
            group(*_city(), opacity=0.36),
            *(element("use", href="#g-board", stroke=colour, stroke_width=width) for width, colour in _EDGES),
            *(_stub(name) for name in EXITS),
            *(group(drawings[kind](hex), transform=_at(hex)) for hex, kind in KIND.items()),
        )
    )


def over() -> str:
    return rect(0, 0, WIDTH, HEIGHT, fill="url(#g-edge)", pointer_events="none") + streets.fog(_FOG)


def _at(hex: str) -> str:
    x, y = middle(hex)
    return f"translate({number(x)} {number(y)})"


def _board() -> str:
    """Return the outline of all hexes. Its stroke is the edge of the board."""
    return "".join(hexagon(RADIUS, *middle(hex)) for hex in KIND)


def _city() -> list[str]:
    drawn = []
    for column, row in off_the_board(KIND):
        x, y = place(column, row)
        drawn.append(element("use", href=f"#g-city-{(column * 7 + row * 3) % _CITY}", x=x, y=y))
    return drawn


def _stub(way: str) -> str:
    x, y = exit_middle(way)
    return group(
        path("M-30-17H-2V17H-30Z", fill=streets.COBBLES),
        path("M-26-18.5H10M-26 18.5H10", stroke="#3d4954", stroke_width=4),
        transform=f"translate({number(x)} {number(y)}) rotate({EXITS[way]})",
    )


def _street(hex: str) -> str:
    rng = chance(hex)
    wash, opacity = rng.choice(_WASHES), rng.uniform(0.18, 0.42)
    stones = element("use", href="#g-paving", fill=streets.COBBLES) + element(
        "use",
        href="#g-paving",
        fill=wash,
        fill_opacity=opacity,
        stroke="#a8bac6",
        stroke_opacity=0.3,
        stroke_width=1.1,
    )
    if rng.random() < 0.5:
        return stones
    x, y, width = rng.uniform(-14, 14), rng.uniform(4, 18), rng.uniform(8, 15)
    return stones + element("ellipse", cx=x, cy=y, rx=width, ry=3.4, fill="#b9d2e2", opacity=0.12)


def _post(hex: str) -> str:
    return _street(hex) + path(
        hexagon(RADIUS - 8), fill="#0f1820", fill_opacity=0.75, stroke="#7d8d99", stroke_opacity=0.55, stroke_width=1.2
    )


def _garden(hex: str) -> str:
    rng = chance(hex)
    crowns = []
    for _ in range(9):
        x, y, r = round(rng.uniform(-26, 26), 1), round(rng.uniform(-22, 24), 1), round(rng.uniform(7, 11), 1)
        crowns += [
            circle(r, cx=x + 1.5, cy=y + 3, fill="#0b1711"),
            circle(r, cx=x, cy=y, fill=rng.choice(_CROWNS)),
            circle(r * 0.45, cx=x - 2, cy=y - 2.5, fill="#5c8b68", opacity=0.6),
        ]
    fence = hexagon(RADIUS - 3.2)
    return (
        group(path(hexagon(RADIUS), fill="#16291f"), *crowns, clip_path="url(#g-hex)")
        + path(fence, fill="none", stroke="#0a0e10", stroke_width=3.4)
        + path(fence, fill="none", stroke="#8fa394", stroke_width=1.6, stroke_dasharray="1.6 3.4")
    )


def _building(hex: str) -> str:
    rows = _houses(hex, (13, 20), (20, 29), lit=0.34)
    pavement = rect(-40, 31.5, 80, 4, fill="#59646e")
    return group(path(hexagon(RADIUS), fill="#151b22"), rows, pavement, clip_path="url(#g-hex)") + path(
        hexagon(RADIUS - 1.4), fill="none", stroke="#05080b", stroke_width=2.2
    )


def _houses(name: str, back: tuple[float, float], front: tuple[float, float], *, lit: float) -> str:
    rng = chance(name)
    return streets.Terrace(rng, lit=lit * 0.65).build(-26, 26, -2, back) + streets.Terrace(rng, lit=lit).build(
        -40, 40, 33, front
    )
