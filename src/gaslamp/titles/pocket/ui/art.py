"""Drawings of Pocket's board: ring, tiles, detectives and lantern light."""

from __future__ import annotations

from typing import Final

from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.ui.layout import (
    HALF,
    MARGIN,
    OUTSIDE,
    PLACE,
    ROAD,
    SIZE,
    TILE,
    beam_length,
    cell_middle,
    place_middle,
)
from gaslamp.ui import cast, marks, streets
from gaslamp.ui.scene import Point
from gaslamp.ui.svg import box, chance, circle, element, gradient, group, number, path, rect, square

GOLD: Final = "#ffd98a"
DETECTIVE: Final = 23  # the radius of a detective's face
LOWER: Final = 7  # from the middle of the disc to the middle of the face, so that the hat is inside

_YARD: Final = HALF - 4  # as far as houses are built
_FRONT: Final = ROAD + 4
_WALL: Final = 13  # its depth
_KERBS: Final = f"M{-HALF} {ROAD}H{-ROAD}V{HALF}M{ROAD} {HALF}V{ROAD}H{HALF}"  # of the two southern corners
_BRICKS: Final = ("#8a5040", "#94573f", "#a9634d")
_TURNED: Final = 64  # distance of the rotation arrow from the tile's middle
_CHEVRONS: Final = "M-12-7L-4 0L-12 7M-2-7L6 0L-2 7"
_CORNERS: Final[tuple[Point, ...]] = ((SIZE - 58, 58), (SIZE - 58, SIZE - 58), (58, SIZE - 58), (58, 58))
# Fog banks: middle, width and height.
_FOG: Final = (
    (203, 464, 227, 82), (533, 56, 172, 94), (221, 200, 323, 75), (713, 406, 268, 59), (541, 740, 251, 89),
    (572, 55, 287, 81),
)  # fmt: skip


def definitions() -> str:
    light = ((0, "#fff1c4", 0.92), (0.5, "#ffdf94", 0.55), (1, "#ffd27a", 0.3))
    return streets.definitions() + gradient("linear", "g-beam", *light)


def symbols() -> dict[str, str]:
    return {
        **{f"street-{suspect}": street(suspect) for suspect in board.SUSPECTS},
        f"crossroads-{board.SUSPECTS[board.CROSSROADS]}": crossroads(),
        **{f"token-{name}": cast.token(name) for name in (*board.SUSPECTS, *board.DETECTIVE_NAMES)},
        **{f"cleared-{suspect}": cast.cleared(suspect) for suspect in board.SUSPECTS},
        **{f"figure-{name}": figure(name) for name in board.DETECTIVE_NAMES},
        **{
            beam_symbol(tiles, walled=walled): beam(tiles, walled=walled)
            for tiles in range(4)
            for walled in (False, True)
        },
        **marks.symbols(),
        **marks.turned(_TURNED),
        "seen": seen(),
        "marked": marked(),
    }


# ---- static board


def ground() -> str:
    inner = SIZE - 2 * MARGIN + 20
    return "".join(
        (
            rect(0, 0, SIZE, SIZE, fill=streets.NIGHT),
            rect(12, 12, SIZE - 24, SIZE - 24, rx=46, fill="#18232d"),
            rect(12, 12, SIZE - 24, SIZE - 24, rx=46, fill=streets.COBBLES, opacity=0.75),
            rect(16, 16, SIZE - 32, SIZE - 32, rx=42, fill="none", stroke="#596773", stroke_width=3),
            rect(MARGIN - 10, MARGIN - 10, inner, inner, rx=16, fill="#080d12"),
            group(*(_bed(cell) for cell in range(board.CELLS)), fill="#000", opacity=0.6),
            group(*(_place(place) for place in range(board.PLACES)), stroke="#5d6b77"),
            group(*_clockwise(), fill="none", stroke="#8fa0ad", stroke_width=3),
            rect(0, 0, SIZE, SIZE, fill="url(#g-dark)"),
        )
    )


def fog() -> str:
    return streets.fog(_FOG)


def _bed(cell: int) -> str:
    x, y = cell_middle(cell)
    return rect(x - 97, y - 94, 194, 194, rx=10)


def _place(place: int) -> str:
    x, y = place_middle(place)
    dashed = circle(31, cx=x, cy=y, fill="none", stroke_dasharray="2 5")
    return circle(PLACE, cx=x, cy=y, fill="#0f171e", stroke_width=2) + dashed


def _clockwise() -> list[str]:
    """Draw arrows for the walking direction along each side and around the corners."""
    arrows = [(*corner, 90 * side + 45) for side, corner in enumerate(_CORNERS)]
    for place in (place for place in range(board.PLACES) if place % 3 < 2):
        (x, y), (next_x, next_y) = place_middle(place), place_middle(place + 1)
        arrows.append(((x + next_x) / 2, (y + next_y) / 2, 90 * (place // 3)))
    return [path(_CHEVRONS, transform=f"translate({number(x)} {number(y)}) rotate({turn})") for x, y, turn in arrows]


# ---- tiles


def street(suspect: str) -> str:
    """Draw a suspect's tile with its wall to the north. Each suspect has different houses."""
    roofs = streets.Roofs(chance(suspect))
    x = -_YARD
    while x < _YARD:
        width = roofs.rng.randint(34, 52)
        if x + width > _YARD - 22:
            width = _YARD - x
        roofs.add(x, -_YARD, width - 2, _YARD - ROAD - _WALL - 3)
        x += width
    yards = _corner(roofs, -_YARD, _FRONT) + _corner(roofs, _FRONT, _FRONT)
    kerbs = f"M{-HALF} {-ROAD}H{HALF}" + _KERBS
    return _tile(-ROAD, kerbs, yards, roofs.drawing(), _wall(suspect))


def crossroads() -> str:
    """Draw the tile that has no wall on its other side."""
    suspect = board.SUSPECTS[board.CROSSROADS]
    roofs = streets.Roofs(chance(f"{suspect} cleared"))
    corners = ((-_YARD, -_YARD), (_FRONT, -_YARD), (-_YARD, _FRONT), (_FRONT, _FRONT))
    yards = "".join(_corner(roofs, x, y) for x, y in corners)
    kerbs = f"M{-HALF} {-ROAD}H{-ROAD}V{-HALF}M{ROAD} {-HALF}V{-ROAD}H{HALF}" + _KERBS
    return _tile(-HALF, kerbs, yards, roofs.drawing())


def _tile(top: int, kerbs: str, *houses: str) -> str:
    """Draw the roads of a tile, the southern one from *top* on, and houses between them."""
    roads = box(-HALF, -ROAD, TILE, 2 * ROAD) + box(-ROAD, top, 2 * ROAD, HALF - top)
    return "".join(
        (
            square(HALF, rx=9, fill="#151d25"),
            path(roads, fill=streets.COBBLES),
            path(kerbs, fill="none", stroke=streets.KERB, stroke_width=3.4),
            element("ellipse", cx=8, cy=12, rx=46, ry=8, fill="#b9d2e2", opacity=0.1),
            element("ellipse", cx=-20, cy=70, rx=10, ry=26, fill="#b9d2e2", opacity=0.08),
            *houses,
            square(HALF - 1, rx=9, fill="none", stroke="#05080b", stroke_width=3),
        )
    )


def _corner(roofs: streets.Roofs, x: int, y: int) -> str:
    """Add the houses of a tile's corner to *roofs*: three, or two and a garden. Returns the drawing of the garden."""
    size = _YARD - _FRONT
    cut = roofs.rng.randint(size * 42 // 100, size * 58 // 100)
    middle = size // 2
    if roofs.rng.random() < 0.5:
        roofs.add(x, y, size, cut - 1)
        roofs.add(x, y + cut + 1, middle - 1, size - cut - 1)
        roofs.add(x + middle + 1, y + cut + 1, size - middle - 1, size - cut - 1)
        return ""
    roofs.add(x, y, cut - 1, size)
    roofs.add(x + cut + 1, y, size - cut - 1, middle)
    return streets.garden(x + cut + 1, y + middle + 2, size - cut - 1, size - middle - 2)


def _wall(suspect: str) -> str:
    rng = chance(f"wall of {suspect}")
    courses = dict.fromkeys(_BRICKS, "")
    for course in range(2):
        for brick in range(12):
            x, y = -HALF + 2 + 16 * brick + 8 * course, -ROAD - _WALL + 1 + 6 * course
            courses[rng.choice(_BRICKS)] += box(x, y, min(14.4, HALF - x), 5)
    return (
        rect(-HALF, -ROAD - _WALL, TILE, _WALL, fill="#6d3d31")
        + "".join(path(bricks, fill=colour) for colour, bricks in courses.items())
        + rect(-HALF, -ROAD - _WALL - 2, TILE, 3, fill="#d8c9ab")
    )


# ---- light, marks and figures


def beam_symbol(tiles: int, *, walled: bool) -> str:
    """Return the symbol id of a light over *tiles* tiles. If *walled*, it ends at a wall inside the last tile."""
    return f"beam-{tiles}{'-wall' if walled and tiles else ''}"


def beam(tiles: int, *, walled: bool) -> str:
    """Draw light eastwards from a place: a cone and a band along the road; only the cone if blocked."""
    cone = path(f"M34-9L{OUTSIDE}-30V30L34 9Z", fill="#fff1c4", opacity=0.8 if tiles else 0.55)
    if not tiles:
        return cone
    length = beam_length(tiles, walled=walled) - OUTSIDE
    return cone + rect(OUTSIDE, 1 - ROAD, length, 2 * ROAD - 2, fill="url(#g-beam)")


def seen() -> str:
    return square(HALF - 1, rx=9, fill=streets.GLOW) + square(
        HALF - 3, rx=8, fill="none", stroke=GOLD, stroke_width=3.4
    )


def marked() -> str:
    return circle(13, fill=streets.NIGHT, stroke=GOLD, stroke_width=1.6) + group(
        path("M-6.5-2.5A7 7 0 0 1 5-5M6.5 2.5A7 7 0 0 1-5 5", fill="none", stroke=GOLD, stroke_width=2.2),
        path("M2.5-7.5L8.5-5.5L4.5-.8ZM-2.5 7.5L-8.5 5.5L-4.5 .8Z", fill=GOLD),
    )


def figure(name: str) -> str:
    disc = circle(PLACE, fill="#2a1f10", stroke="#ffc765", stroke_width=3.6)
    scale = f"translate(0 {LOWER}) scale({number(DETECTIVE / cast.RADIUS)})"
    return disc + element("use", href=f"#symbol-token-{name}", transform=scale)


def letters(name: str) -> tuple[float, float]:
    size, dy = cast.letters(name)
    return round(size * DETECTIVE / cast.RADIUS, 1), round(LOWER + dy * DETECTIVE / cast.RADIUS, 1)
