"""Icons of Pocket: faces of the action tokens, and turn counters."""

from __future__ import annotations

from typing import Final

from gaslamp.ui import cast, marks
from gaslamp.ui.streets import lamp
from gaslamp.ui.svg import circle, element, group, path, rect

_INK: Final = "#2a2017"
_PARCHMENT: Final = "#f0e5cb"
_GAS: Final = "#ffc765"
_FOG: Final = "#8fa0ad"
_GLASS: Final = "#8fd0ff"
_STEEL: Final = "#e9eef2"

# Two bulbs and two plates of an hourglass, and the sand in them.
_BULBS: Final = "M-5.5-9V-6.5Q-5.5-3-1.2 0Q-5.5 3-5.5 6.5V9H5.5V6.5Q5.5 3 1.2 0Q5.5-3 5.5-6.5V-9Z"
_PLATES: Final = "M-7.5-9.5H7.5M-7.5 9.5H7.5"
_SAND: Final = "M-3.6-4.2Q-2.6-2 0 0Q2.6-2 3.6-4.2ZM-4.4 8.2Q-3.6 5 0 3.6Q3.6 5 4.4 8.2Z"


def symbols() -> dict[str, str]:
    return {
        "face-alibi": _coin(_alibi()),
        **{f"face-{name}": _coin(_face(name)) for name in ("holmes", "watson", "toby")},
        "face-joker": _coin(_joker()),
        "face-rotation": _coin(_rotation()),
        "face-exchange": _coin(_exchange()),
        "hourglass": _hourglass(_GAS) + path(_SAND, fill=_GAS),
        "hourglass-empty": _hourglass(_FOG),
        "magnifier": _magnifier(),
        "knife": _knife(),
        "lamp": lamp(),
        **marks.witness_symbols(),
    }


def _coin(face: str) -> str:
    return group(
        circle(27.6, fill="#e6d3a3", stroke="#8b6d2e", stroke_width=2.8),
        circle(23.6, fill="none", stroke="#b08c46", stroke_width=1.3),
        face,
    )


def _alibi() -> str:
    lines = path("M-5.5-7H5.5M-5.5-1H5.5M-5.5 5H2", stroke=_PARCHMENT, stroke_width=2.2)
    return rect(-10.5, -14.5, 21, 29, rx=3, fill=_INK) + lines


def _joker() -> str:
    cap = "M-9.5 9Q-10.5-2-16-3.5Q-9.5-10-5-2.5Q-4-10 0-12.5Q4-10 5-2.5Q9.5-10 16-3.5Q10.5-2 9.5 9Z"
    bells = "M-13.6-1.9a2.4 2.4 0 1 1-4.8 0a2.4 2.4 0 1 1 4.8 0ZM2.4-14a2.4 2.4 0 1 1-4.8 0a2.4 2.4 0 1 1 4.8 0Z"
    return path(cap + bells + "M18.4-1.9a2.4 2.4 0 1 1-4.8 0a2.4 2.4 0 1 1 4.8 0ZM-9.5 11.5H9.5V15H-9.5Z", fill=_INK)


def _rotation() -> str:
    arcs = "M-14.5-3.5A15.5 15.5 0 0 1 12.5-8M14.5 3.5A15.5 15.5 0 0 1-12.5 8"
    heads = "M7-13L18.2-10.4L11.3-.9ZM-7 13L-18.2 10.4L-11.3.9Z"
    return path(arcs, fill="none", stroke=_INK, stroke_width=4.4) + path(heads, fill=_INK)


def _exchange() -> str:
    lines, heads = "M-15.5-6H8.7M15.5 6H-8.7", "M7-13.8L18.2-6L7 1.7ZM-7 13.8L-18.2 6L-7-1.7Z"
    return path(lines, stroke=_INK, stroke_width=4.4) + path(heads, fill=_INK)


def _face(name: str) -> str:
    """Draw a detective's token with a face instead of letters, which would need a language."""
    token = element("use", href=f"#symbol-token-{name}", transform="scale(.5)")
    return group(token, group(_FEATURES[name], transform="scale(14.5)"), transform="translate(0 4)")


_EYES: Final = "M-.22-.02a.13.15 0 1 0-.26 0a.13.15 0 1 0 .26 0ZM.48-.02a.13.15 0 1 0-.26 0a.13.15 0 1 0 .26 0Z"
_WHITE: Final = cast.RIM
_FEATURES: Final = {
    "holmes": path(_EYES, fill=_WHITE)
    + path("M-.22.42L.34.58V.34H.8V.62Q.8.86.56.86Q.4.86.32.72L-.24.54Z", fill=_WHITE),
    "watson": path(_EYES, fill=_WHITE) + path("M0 .3Q.3.16.56.5Q.28.6 0 .46Q-.28.6-.56.5Q-.3.16 0 .3Z", fill=_WHITE),
    "toby": path(_EYES, fill="#1d160e"),
}


def _hourglass(colour: str) -> str:
    return group(
        path(_BULBS),
        path(_PLATES, stroke_width=2.4, stroke_linecap="round"),
        fill="none",
        stroke=colour,
        stroke_width=1.8,
    )


def _magnifier() -> str:
    return group(
        circle(6.4, cx=-2, cy=-2.4, fill=_GLASS, fill_opacity=0.15),
        path("M2.8 2.6L9 9", stroke_width=3.2, stroke_linecap="round"),
        path("M-5.4-3.4A3.8 3.8 0 0 1-2.6-6", stroke_width=1.3, stroke_opacity=0.8, fill="none"),
        stroke=_GLASS,
        stroke_width=2.4,
    )


def _knife() -> str:
    blade = path("M-1.5 1.5L6.5-9.5Q9.4-11.2 9.6-8Q8-3.4 1.5 4.5Z", fill=_STEEL)
    guard = path("M-4 .2L3 6", stroke="#d6a95a", stroke_width=2.2, stroke_linecap="round")
    grip = path("M-1.6 4.2L-6.8 10", stroke="#a8231c", stroke_width=4, stroke_linecap="round")
    return grip + blade + guard
