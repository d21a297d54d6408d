"""Icons of the panels of Whitehall: notebook, Jack's sheet, special tiles."""

from __future__ import annotations

from typing import Final

from gaslamp.titles.whitehall.ui.pieces import BELL
from gaslamp.ui.svg import circle, group, path, rect

_INK: Final = "#2a2017"
_PALE: Final = "#fbf2dc"
_CLUE: Final = "#ffd23f"
_WAX: Final = "#a8231c"
_HIGH_WAX: Final = "#ff7a6b"
_GAS: Final = "#ffc765"
_TOP_HAT: Final = "M-11-17H11L9.6 6H-9.6ZM-19 6H19V12H-19Z"
_CROSS: Final = "M-2.6-2.6L2.6 2.6M2.6-2.6L-2.6 2.6"


def symbols() -> dict[str, str]:
    tiles = {"coach": _coach, "alley": _alley, "boat": _boat, "hidden": _hidden}
    return {
        "clue": circle(27, fill=_CLUE, stroke=_INK, stroke_width=3) + _badge(_CLUE, _INK, BELL),
        "empty": circle(27, fill="#5f6a74", stroke=_PALE, stroke_width=3) + _badge("#0b1117", "#fff", _CROSS),
        "false": _false_clue(),
        "discovery": _pin(),
        "secret": _secret(),
        "self": circle(27, fill=_WAX, stroke=_PALE, stroke_width=3) + path(_TOP_HAT, fill=_PALE),
        "key-white": circle(27, fill="#f0e5cb", stroke="#0b1117", stroke_width=3),
        "key-black": circle(27, fill="#10161c", stroke="#c9bd9c", stroke_width=3),
        "key-blue": circle(27, fill="#1d6a94", stroke="#e3f4fc", stroke_width=5, stroke_dasharray="11 9"),
        "key-gold": path("M0-24L24 0L0 24L-24 0Z", fill="#0b1117", stroke=_GAS, stroke_width=5),
        **{f"tile-{kind}": _coin(draw(_INK, "#e6d3a3")) for kind, draw in tiles.items()},
        **{f"space-{kind}": group(draw(_GAS, "#0b1219"), transform="scale(.56)") for kind, draw in tiles.items()},
    }


# ---- counters


def _badge(fill: str, ink: str, sign: str) -> str:
    return group(
        circle(7.4, fill=fill, stroke="#0b1117", stroke_width=1.3),
        path(sign, fill="none", stroke=ink, stroke_width=1.7),
        transform="translate(24 -26) scale(1.9)",
    )


def _false_clue() -> str:
    face = circle(27, fill="#2b2410", stroke=_CLUE, stroke_width=5, stroke_dasharray="10 7")
    struck = path("M-9 9L9-9", stroke=_HIGH_WAX, stroke_width=4, transform="translate(24 -26)")
    return face + _badge("#0b1117", _CLUE, BELL) + struck


def _pin() -> str:
    return path("M0 38L-23 15A29 29 0 1 1 23 15Z", fill=_WAX, stroke=_PALE, stroke_width=3, stroke_linejoin="round")


def _secret() -> str:
    return (
        circle(27, fill="#fbeee6")
        + circle(27, fill="none", stroke=_WAX, stroke_width=4, stroke_dasharray="9 5.1")
        + path("M0-26L-8-40L0-54L8-40Z", fill=_WAX, stroke=_PALE, stroke_width=1.6)
    )


# ---- special tiles, on a coin of radius 29 or alone


def _coin(face: str) -> str:
    return (
        circle(27.6, fill="#e6d3a3", stroke="#8b6d2e", stroke_width=2.8)
        + circle(23.6, fill="none", stroke="#b08c46", stroke_width=1.3)
        + face
    )


def _coach(ink: str, ground: str) -> str:
    cab = path("M-9-13H7Q10-13 10-9V3H-12V-6Z", fill=ink)
    shaft = path("M-10 3Q-17 3-19-4", fill="none", stroke=ink, stroke_width=2.4, stroke_linecap="round")
    window = rect(-1, -9, 7.5, 7, rx=1.4, fill=ground)
    wheel = circle(8.4, cx=2, cy=7, fill=ground, stroke=ink, stroke_width=2.6)
    return cab + shaft + window + wheel + path("M2-.4V14.4M-5.4 7H9.4", stroke=ink, stroke_width=1.8)


def _alley(ink: str, ground: str) -> str:
    houses = path("M-17 15V-8L-12-15L-7-8V15ZM7 15V-8L12-15L17-8V15ZM-8-3H8V3Q6-1 0-1T-8 3Z", fill=ink)
    return (
        houses
        + path("M0 15V5M-4 9L0 4.4L4 9", fill="none", stroke=ink, stroke_width=2.4)
        + path("M-13.6-4H-10.4M10.4-4H13.6M-13.6 3H-10.4M10.4 3H13.6", stroke=ground, stroke_width=2.6)
    )


def _boat(ink: str, ground: str) -> str:
    del ground
    hull = path("M-18 2H18Q14 11 6 11H-8Q-15 11-18 2Z", fill=ink)
    rower = path("M-5 1V-6Q-5-10-1-10Q3-10 3-6V1Z", fill=ink) + circle(3.6, cx=-1, cy=-14, fill=ink)
    oar = path("M0-5L15 15", stroke=ink, stroke_width=2.4, stroke_linecap="round")
    return (
        hull
        + rower
        + oar
        + path("M-18 15q4.5-3 9 0t9 0t9 0t9 0", fill="none", stroke=ink, stroke_width=2, stroke_linecap="round")
    )


def _hidden(ink: str, ground: str) -> str:
    del ground
    mark = "M-6-6Q-6-13 0-13T6-6Q6-2 0 1V5M0 11V12.4"
    return path(mark, fill="none", stroke=ink, stroke_width=4.4, stroke_linecap="round", stroke_linejoin="round")
