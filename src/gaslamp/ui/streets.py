"""Street drawings shared by the boards: cobbles, roofs from above, terraces from the street, gardens, lamps, fog."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from random import Random
from typing import Final

from gaslamp.ui.scene import Point
from gaslamp.ui.svg import box, chance, circle, element, gradient, group, mix, number, outline, path, rect

NIGHT: Final = "#0b1219"
KERB: Final = "#6b7984"
MORTAR: Final = "#1a2530"
COBBLES: Final = "url(#g-cobbles)"
GLOW: Final = "url(#g-glow)"

_STONES: Final = ("#2a3844", "#465663")
_SHADES: Final = 5  # of stones; one path each
_ROOFS: Final = ("#3b4a59", "#46424a", "#4f3f3a", "#38424c", "#574537")
_MOONLIGHT: Final = "#9fb4c6"
_SHADOW: Final = "#05080c"
_IRON: Final = "#0c1116"
_PALE_IRON: Final = "#c3ced7"
# Terraces.
_WALLS: Final = ("#4b3a35", "#43322f", "#3d3a3d", "#51443a", "#39343a")
_SLATES: Final = ("#2c3b4b", "#33465a", "#263442", "#3a4654")
_WINDOW: Final = (3.6, 5)
_FLOOR: Final = 9  # height of a floor


def definitions() -> str:
    """Return the pattern and gradients used by this module and by the boards."""
    return "".join(
        (
            element(
                "pattern",
                rect(0, 0, 60, 48, fill=MORTAR),
                _stones(chance("cobbles")),
                id="g-cobbles",
                width=60,
                height=48,
                patternUnits="userSpaceOnUse",
            ),
            gradient("radial", "g-glow", (0, "#ffcf7a", 0.5), (0.45, "#ffb04a", 0.16), (1, "#ffb04a", 0)),
            gradient("radial", "g-fog", (0, "#b9cad6", 0.26), (0.6, "#9db1c0", 0.1), (1, "#9db1c0", 0)),
            gradient("radial", "g-dark", (0.62, _SHADOW, 0), (1, _SHADOW, 0.56), r=0.75),
        )
    )


def _stones(rng: Random) -> str:
    """Draw six staggered rows of stones, each with a highlight on its upper edge.

    A stone on the edge of the pattern is drawn on both sides, so that no seam shows.
    """
    stones: dict[int, list[str]] = defaultdict(list)
    edges: dict[int, str] = defaultdict(str)
    for course in range(6):
        x, y = -5 * (course % 2), 8 * course
        for width in rng.sample((9, 9, 10, 10, 11, 11), 6):
            shade = rng.randrange(_SHADES)
            for left in (x, x + 60) if x < 0 else (x,):
                stones[shade].append(rect(left + 0.8, y + 0.8, width - 1.6, 6.4, rx=2.6))
                edges[shade] += f"M{left + 2.4:g} {y + 2.2:g}h{width - 5}"
            x += width
    return "".join(
        group(*stones[shade], fill=mix(*_STONES, shade / (_SHADES - 1)))
        + path(edges[shade], stroke="#8fa3b0", stroke_opacity=0.14 + 0.07 * shade, stroke_width=0.8)
        for shade in sorted(stones)
    )


class Roofs:
    """Hipped roofs from above, collected by colour to keep the number of paths small."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self._planes: dict[str, str] = defaultdict(str)
        self._ridges = self._chimneys = ""

    def add(self, x: float, y: float, width: float, depth: float) -> None:
        base = self.rng.choice(_ROOFS)
        a, b, c, d = (x, y), (x + width, y), (x + width, y + depth), (x, y + depth)
        hip = min(width, depth) / 2
        planes: tuple[tuple[tuple[Point, ...], float], ...]
        if width >= depth:
            left, right = (x + hip, y + hip), (x + width - hip, y + hip)
            planes = (
                ((a, b, right, left), 0.18),
                ((b, c, right), -0.15),
                ((c, d, left, right), -0.42),
                ((d, a, left), 0),
            )
        else:
            left, right = (x + hip, y + hip), (x + hip, y + depth - hip)
            planes = (
                ((a, b, left), 0.18),
                ((b, c, right, left), -0.24),
                ((c, d, right), -0.42),
                ((d, a, left, right), 0.03),
            )
        for points, light in planes:
            self._planes[mix(base, _MOONLIGHT if light > 0 else _SHADOW, abs(light))] += outline(points)
        self._ridges += outline((left, right))[:-1]
        across, along = self.rng.uniform(0.2, 0.8), self.rng.uniform(0.2, 0.8)
        self._chimneys += box(round(x + width * across) - 2.5, round(y + depth * along) - 2, 5, 4)

    def drawing(self) -> str:
        return group(
            *(path(planes, fill=colour) for colour, planes in self._planes.items()),
            path(self._ridges, stroke=_MOONLIGHT, stroke_opacity=0.3),
            path(self._chimneys, fill="#8a6a58"),
            stroke=_IRON,
            stroke_width=0.8,
            stroke_linejoin="round",
        )


class Terrace:
    """One row of houses seen from the street, collected by colour to keep the number of paths small."""

    def __init__(self, rng: Random, *, lit: float) -> None:
        self.rng = rng
        self.lit = lit  # share of lit windows
        self._walls: dict[str, str] = defaultdict(str)
        self._roofs: dict[str, str] = defaultdict(str)
        self._chimneys = self._pots = self._seams = self._bright = self._dark = ""

    def build(self, left: float, right: float, base: float, heights: tuple[float, float]) -> str:
        """Build houses side by side on a base line, within the given eaves heights, and return the drawing."""
        x = left
        while x < right:
            width = round(min(self.rng.uniform(13, 21), right - x), 1)
            if right - x - width < 9:
                width = right - x
            self._house(x, width, base, round(self.rng.uniform(*heights), 1))
            x += width
        return self._drawing()

    def _house(self, x: float, width: float, base: float, height: float) -> None:
        eaves = base - height
        rise = round(self.rng.uniform(8, 13), 1)
        stack = round(x + width * self.rng.choice((0.22, 0.74)), 1)
        self._chimneys += box(stack - 2.2, eaves - rise - 3, 4.4, rise + 3)
        self._pots += box(stack - 2.9, eaves - rise - 4, 5.8, 2)
        self._walls[self.rng.choice(_WALLS)] += box(x, eaves, width, height)
        gable = [(x + width / 2, eaves - rise)]
        mansard = [(x + 3, eaves - 0.7 * rise), (x + width - 3, eaves - 0.7 * rise)]
        ridge = gable if self.rng.random() < 0.55 else mansard
        self._roofs[self.rng.choice(_SLATES)] += outline([(x - 1, eaves), *ridge, (x + width + 1, eaves)])
        self._seams += f"M{number(x)} {number(eaves)}V{number(base)}"
        self._windows(x, width, eaves, base)

    def _windows(self, x: float, width: float, eaves: float, base: float) -> None:
        columns = 2 if width > 12 else 1
        wide, high = _WINDOW
        for floor in range(int((base - 9 - eaves) // _FLOOR) + 1):
            for column in range(1, columns + 1):
                pane = box(x + width * column / (columns + 1) - wide / 2, eaves + 4 + _FLOOR * floor, wide, high)
                if self.rng.random() < self.lit:
                    self._bright += pane
                else:
                    self._dark += pane

    def _drawing(self) -> str:
        return "".join(
            (
                path(self._chimneys, fill="#4f3d37"),
                path(self._pots, fill="#62504a"),
                *(path(walls, fill=colour) for colour, walls in self._walls.items()),
                path(self._seams, stroke="#120d0d", stroke_width=0.8),
                group(
                    *(path(roofs, fill=colour) for colour, roofs in self._roofs.items()),
                    stroke="#7d91a3",
                    stroke_opacity=0.55,
                    stroke_width=0.8,
                ),
                path(self._dark, fill="#141a20"),
                path(self._bright, fill="#ffcf74"),
            )
        )


def garden(x: float, y: float, width: float, depth: float) -> str:
    tree = min(width, depth) / 2 - 2
    return rect(x, y, width, depth, rx=2, fill="#1d3527") + group(
        circle(tree, fill="#2b5039"),
        circle(tree * 0.62, cx=-tree * 0.2, cy=-tree * 0.25, fill="#3d6c4f"),
        transform=f"translate({x + width / 2:g} {y + depth / 2:g})",
    )


def lamp(*, lit: bool = True) -> str:
    """Draw a gas lamp, from 16 below the origin to 32 above; crossed out unless *lit*."""
    glass = "M-5.5-6L-8-22H8L5.5-6Z"
    if lit:
        light = (
            circle(20, cy=-16, fill=GLOW)
            + path(glass, fill="#ffe9ad", stroke="#3a2a12", stroke_width=1.1)
            + path("M0-9Q-4.5-13 0-20Q4.5-13 0-9Z", fill="#fffdf2")
        )
    else:
        light = group(
            path(glass, fill="#22303c", stroke_width=1.4),
            path("M-4.4-19.5L3.8-9M4.4-19.5L-3.8-9", stroke_width=1.5),
            stroke=_PALE_IRON,
        )
    return group(
        element("ellipse", cy=16, rx=9, ry=3.4, fill="#05080b", opacity=0.8),
        group(
            path("M-5 16V13H-1.8V-6H1.8V13H5V16Z"),
            path("M-6-4H6V-2.4H-6Z"),
            fill=_IRON,
            stroke="#aab7c1",
            stroke_width=0.9,
        ),
        light,
        path("M-9.5-22L0-29L9.5-22Z", fill=_IRON, stroke=_PALE_IRON, stroke_width=1.1),
        circle(1.8, cy=-30, fill=_PALE_IRON),
    )


def fog(banks: Iterable[tuple[float, float, float, float]]) -> str:
    return group(
        *(element("ellipse", cx=x, cy=y, rx=width, ry=depth, fill="url(#g-fog)") for x, y, width, depth in banks),
        pointer_events="none",
    )
