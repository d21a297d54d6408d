"""Rows of houses seen from the street: walls, roofs, chimneys and windows."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Final

from gaslamp.ui.drawing.svg import box, group, number, outline, path

_WALLS: Final = ("#4b3a35", "#43322f", "#3d3a3d", "#51443a", "#39343a")
_ROOFS: Final = ("#2c3b4b", "#33465a", "#263442", "#3a4654")
_WINDOW: Final = (3.6, 5)
_FLOOR: Final = 9  # height of a floor


class Terrace:
    """One row of houses, collected by colour to keep the number of paths small."""

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
        self._roofs[self.rng.choice(_ROOFS)] += outline([(x - 1, eaves), *ridge, (x + width + 1, eaves)])
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
