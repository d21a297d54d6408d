"""Drawings of the deduction aid: heat discs, larger, denser and paler with rising share, and plates."""

from __future__ import annotations

from typing import Final

from gaslamp.ui.drawing.svg import circle, rect

LEVELS: Final = 10
PLATE: Final = (35, 16)  # width and height
PLATE_LETTERS: Final = (11.5, 4.1)  # size and baseline

# Each lighter than the one before, to work without colours.
_RAMP: Final = ("#3b0f70", "#8c2981", "#de4968", "#fe9f6d", "#fcfdbf")


def symbols() -> dict[str, str]:
    width, height = PLATE
    return {
        "heat-0": circle(15, fill="none", stroke=colour(3), stroke_width=2.4, stroke_dasharray="2.4 4.4"),
        **{f"heat-{level}": _disc(level) for level in range(1, LEVELS + 1)},
        "plate": rect(
            -width / 2, -height / 2, width, height, rx=height / 2, fill="#170a26", stroke="#fffbe0", stroke_width=1.3
        ),
    }


def colour(level: int) -> str:
    place = level / LEVELS * (len(_RAMP) - 1)
    first = min(int(place), len(_RAMP) - 2)
    part = place - first
    mixed = (round(a + (b - a) * part) for a, b in zip(_rgb(_RAMP[first]), _rgb(_RAMP[first + 1]), strict=True))
    return "#" + "".join(f"{value:02x}" for value in mixed)


def _disc(level: int) -> str:
    part = level / LEVELS
    return circle(15 + 13 * part, fill=colour(level), fill_opacity=round(0.5 + 0.38 * part, 2))


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
