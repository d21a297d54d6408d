"""What every board says in the same signs: who Jack is, what was done last, and where somebody was arrested.

A sign has a form of its own besides its colour, and is drawn round its own middle in the units of a large token; a
board with smaller pieces draws it smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import cos, radians, sin
from typing import Final

from gaslamp.core.game import News
from gaslamp.core.messages import Message
from gaslamp.ui.drawing.svg import circle, group, number, path
from gaslamp.ui.scene import Layer, Point, Sprite, Trail

_PALE: Final = "#fbf2dc"
_DARK: Final = "#0b1117"
_WAX: Final = "#a8231c"
_HIGH_WAX: Final = "#ff7a6b"
_TOP_HAT: Final = "M-5.8-8.4H5.8L5 3.2H-5ZM-10 3.2H10V6.4H-10Z"
_DOTS: Final = "1 8"

TURNS: Final = {"+90": 90, "180": 180, "-90": -90}


def symbols(scale: float = 1) -> dict[str, str]:
    """The signs at a board's own scale."""
    drawn = {
        "jack": _jack(),
        "jack-ring": _ring(_HIGH_WAX, 37, 4.6),
        "arrest": _arrest(),
        "origin": _origin(13),
        "origin-wide": _origin(33),
    }
    if scale == 1:
        return drawn
    return {name: group(sign, transform=f"scale({number(scale)})") for name, sign in drawn.items()}


def turned(reach: float) -> dict[str, str]:
    """The signs of something that was turned, by how far: an arrow round it from where its north was."""
    return {f"turned{turn}": _turned(reach, degrees) for turn, degrees in TURNS.items()}


def _jack() -> str:
    """Draw the badge of the one who is Jack: a top hat on wax."""
    return circle(15, fill=_WAX, stroke=_PALE, stroke_width=2.6) + path(_TOP_HAT, fill=_PALE)


def _ring(colour: str, r: float, width: float) -> str:
    return circle(r, fill="none", stroke=_DARK, stroke_width=width + 3.4) + circle(
        r, fill="none", stroke=colour, stroke_width=width
    )


def _arrest() -> str:
    """Draw handcuffs on a plate."""
    cuffs = circle(5.4, cx=-6.6, fill="none") + circle(5.4, cx=6.6, fill="none") + path("M-1.4-1H1.4M-1.4 1.6H1.4")
    plate = path("M-16-11H16V11H-16Z", fill="#e9eef2", stroke=_DARK, stroke_width=2, stroke_linejoin="round")
    return plate + group(cuffs, stroke="#1d160e", stroke_width=2.6)


def _origin(r: float) -> str:
    """Draw a broken ring: somebody, or something, was here."""
    return circle(r, fill="none", stroke=_DARK, stroke_width=6, stroke_opacity=0.8) + circle(
        r, fill="none", stroke=_PALE, stroke_width=2.8, stroke_dasharray="5 4"
    )


def _turned(reach: float, degrees: int) -> str:
    """Draw a dotted arc with a head from north over so many degrees, and the ring where it began."""
    sweep = 1 if degrees > 0 else 0
    x, y = reach * sin(radians(degrees)), -reach * cos(radians(degrees))
    arc = f"M0 {number(-reach)}A{number(reach)} {number(reach)} 0 0 {sweep} {number(x)} {number(y)}"
    head = path("M-11-9L5 0L-11 9Z", fill=_PALE, stroke=_DARK, stroke_width=2.6, stroke_linejoin="round")
    ahead = degrees if sweep else degrees + 180
    return "".join(
        (
            path(arc, fill="none", stroke=_DARK, stroke_opacity=0.8, stroke_width=8.8, stroke_linecap="round"),
            path(arc, fill="none", stroke=_PALE, stroke_width=4.4, stroke_linecap="round", stroke_dasharray=_DOTS),
            group(_origin(9), transform=f"translate(0 {number(-reach)})"),
            group(head, transform=f"translate({number(x)} {number(y)}) rotate({ahead})"),
        )
    )


# ---- what the other side did last


def since(news: Sequence[News], own: Callable[[News], bool]) -> int:
    """The place in the news after the last that is one's own: what follows, the others did since then."""
    return next((place for place in range(len(news), 0, -1) if own(news[place - 1])), 0)


def trail(id: str, points: Sequence[Point], label: Message, *, width: float = 4.4, layer: Layer = "trail") -> Trail:
    """Draw the way of something that was moved: dots on a dark line."""
    return _trail(id, tuple(points), label, width, layer)


# They are drawn again with every update until somebody has acted, so they are kept.


@lru_cache(maxsize=5_000)
def _trail(id: str, points: tuple[Point, ...], label: Message, width: float, layer: Layer) -> Trail:
    return Trail(f"last-{id}", points, label, _PALE, layer, dash=f"1 {number(width * 2)}", width=width)


@lru_cache(maxsize=5_000)
def origin(id: str, point: Point, label: Message, *, wide: bool = False, layer: Layer = "trail") -> Sprite:
    """Ring where it began; widely, where something stands now that would hide the ring."""
    return Sprite(f"from-{id}", "origin-wide" if wide else "origin", *point, label, layer=layer, classes=("last",))
