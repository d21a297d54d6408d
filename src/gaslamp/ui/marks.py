"""Marks and cards shared by the boards: Jack's identity, the last action, arrests, witness cards.

Each mark has its own shape besides its colour, and is drawn around its centre in units of a large token. Boards with
smaller pieces scale it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import cos, radians, sin
from typing import Final

from gaslamp.core.game import News
from gaslamp.core.messages import Message
from gaslamp.ui.scene import Layer, Point, Sprite, Trail
from gaslamp.ui.svg import circle, group, number, path, rect

_PALE: Final = "#fbf2dc"
_DARK: Final = "#0b1117"
_WAX: Final = "#a8231c"
_HIGH_WAX: Final = "#ff7a6b"
_TOP_HAT: Final = "M-5.8-8.4H5.8L5 3.2H-5ZM-10 3.2H10V6.4H-10Z"
_DOTS: Final = "1 8"

TURNS: Final = {"+90": 90, "180": 180, "-90": -90}


def symbols(scale: float = 1) -> dict[str, str]:
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
    """Return the marks of a rotated piece, by degrees: an arrow from its former north."""
    return {f"turned{turn}": _turned(reach, degrees) for turn, degrees in TURNS.items()}


def _jack() -> str:
    return circle(15, fill=_WAX, stroke=_PALE, stroke_width=2.6) + path(_TOP_HAT, fill=_PALE)


def _ring(colour: str, r: float, width: float) -> str:
    return circle(r, fill="none", stroke=_DARK, stroke_width=width + 3.4) + circle(
        r, fill="none", stroke=colour, stroke_width=width
    )


def _arrest() -> str:
    cuffs = circle(5.4, cx=-6.6, fill="none") + circle(5.4, cx=6.6, fill="none") + path("M-1.4-1H1.4M-1.4 1.6H1.4")
    plate = path("M-16-11H16V11H-16Z", fill="#e9eef2", stroke=_DARK, stroke_width=2, stroke_linejoin="round")
    return plate + group(cuffs, stroke="#1d160e", stroke_width=2.6)


def _origin(r: float) -> str:
    return circle(r, fill="none", stroke=_DARK, stroke_width=6, stroke_opacity=0.8) + circle(
        r, fill="none", stroke=_PALE, stroke_width=2.8, stroke_dasharray="5 4"
    )


def _turned(reach: float, degrees: int) -> str:
    """Draw a dotted arc with an arrowhead from north over *degrees*, and a ring at its start."""
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
    """Return the index after the viewer's last own news; later news are the others' actions."""
    return next((place for place in range(len(news), 0, -1) if own(news[place - 1])), 0)


def trail(id: str, points: Sequence[Point], label: Message, *, width: float = 4.4, layer: Layer = "trail") -> Trail:
    return _trail(id, tuple(points), label, width, layer)


# Cached: they are drawn again with every update until the next action.


@lru_cache(maxsize=5_000)
def _trail(id: str, points: tuple[Point, ...], label: Message, width: float, layer: Layer) -> Trail:
    return Trail(f"last-{id}", points, label, _PALE, layer, dash=f"1 {number(width * 2)}", width=width)


@lru_cache(maxsize=5_000)
def origin(id: str, point: Point, label: Message, *, wide: bool = False, layer: Layer = "trail") -> Sprite:
    """Draw a ring at a former position; *wide* where a piece would hide it."""
    return Sprite(f"from-{id}", "origin-wide" if wide else "origin", *point, label, layer=layer, classes=("last",))


# ---- witness cards: an open eye if Jack is visible, a closed one if not

_PARCHMENT: Final = "#f0e5cb"
_SLATE: Final = "#46535e"
_GAS: Final = "#ffc765"
_LID: Final = "M-27-9Q0-33 27-9Q0 15-27-9Z"


def witness_symbols() -> dict[str, str]:
    return {
        "witness-visible": _card(_GAS) + _open_eye(),
        "witness-invisible": _card(_PARCHMENT) + _shut_eye(),
    }


def _card(edge: str) -> str:
    return rect(-36, -54, 72, 90, rx=9, fill=_SLATE, stroke=edge, stroke_width=4)


def _open_eye() -> str:
    return path(_LID, fill=_PARCHMENT, stroke=_GAS, stroke_width=3) + circle(10, cy=-9, fill="#2a2017")


def _shut_eye() -> str:
    lid = path("M-27-12Q0 12 27-12", stroke_width=5)
    lashes = path("M-24-8L-31 0M-13-1L-17 9M0 1V12M13-1L17 9M24-8L31 0", stroke_width=4.4)
    return group(lid, lashes, fill="none", stroke="#ffffff", stroke_linecap="round")
