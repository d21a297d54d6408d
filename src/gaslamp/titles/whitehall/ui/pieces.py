"""Drawings of pieces on the map of Whitehall: figures, lantern light, markers, and Jack's own marks."""

from __future__ import annotations

from functools import cache
from math import cos, dist, radians, sin
from typing import Final

from gaslamp.titles.whitehall.ui.art import NARROW
from gaslamp.titles.whitehall.ui.layout import COLOUR, CROSSINGS, HEIGHT, MIDDLE, WIDTH, in_range
from gaslamp.ui import cast, marks, streets
from gaslamp.ui.scene import Point
from gaslamp.ui.svg import circle, element, group, number, outline, path, rect

FIGURES: Final = ("yellow", "blue", "red", "green", "brown")  # in order of priority
FACE: Final = 13  # the radius of a figure's face
LETTERS: Final = (13.2, 6.9)  # size and baseline of a figure's letters
SPACES: Final = 15  # of the track
LOCATIONS: Final = 4
PIN_REACH: Final = 34.4  # from the middle of a circle to the head of its discovery pin
PIN_HEAD: Final = 13.3  # radius, with its edge
PIN_ANGLES: Final = (0, 45, -45, 90, -90, 135, -135, 180)  # in the order of preference

_INK: Final = "#1d160e"
_PALE: Final = "#fbf2dc"
_CLUE: Final = "#ffd23f"
_GREY: Final = "#8c98a2"
_WAX: Final = "#a8231c"
_HIGH_WAX: Final = "#ff7a6b"
_MINT: Final = "#7ff0da"
BELL: Final = "M-2.6 2.2Q-3.4-3.6 0-3.8T2.6 2.2ZM-2 3.4H2"


def symbols() -> dict[str, str]:
    return {
        **{f"figure-{name}": cast.token(name) for name in FIGURES},
        **{f"fig-{name}": _figure(name) for name in FIGURES},
        "glow": circle(86, fill=streets.GLOW) + circle(48, fill=streets.GLOW),
        **{f"range-{crossing}": _range(crossing) for crossing in CROSSINGS},
        **marks.symbols(0.62),
        "active": _active(),
        "marker-clue": _ring(_CLUE, _INK) + _badge(_CLUE, _INK, BELL),
        "marker-false": _false_clue(),
        **{f"marker-empty-{turn}": _empty(turn) for turn in range(1, SPACES + 1)},
        **{
            f"marker-disc-{nth}-{angle}": _discovery(nth, angle)
            for nth in range(1, LOCATIONS + 1)
            for angle in PIN_ANGLES
        },
        "marker-secret": _secret(),
        "here": circle(24, fill=_WAX, fill_opacity=0.55, stroke=_HIGH_WAX, stroke_width=3.4),
        "hat": _hat(),
        **{f"step-{step}": _step(step) for step in range(1, SPACES + 1)},
        "mini": _mini(),
    }


# ---- the investigators


def _figure(name: str) -> str:
    return element("use", href=f"#symbol-figure-{name}", transform=f"scale({number(FACE / cast.RADIUS)})")


def _range(crossing: str) -> str:
    x, y = MIDDLE[crossing]
    circles = ((MIDDLE[end][0] - x, MIDDLE[end][1] - y) for end in in_range(crossing))
    lines = "".join(outline(((0, 0), end))[:-1] for end in circles)
    light = path(lines, stroke="#ffd98a", stroke_opacity=0.8, stroke_width=8, stroke_linecap="round") if lines else ""
    return element("use", href="#symbol-glow") + light


def _active() -> str:
    return circle(26, fill="none", stroke="#02110e", stroke_width=6.4) + circle(
        26, fill=_MINT, fill_opacity=0.2, stroke=_MINT, stroke_width=3.6
    )


# ---- markers: a ring around the number, and a badge that works without colours


def _ring(colour: str, edge: str, **attributes: str) -> str:
    return circle(17, fill="none", stroke=edge, stroke_width=6.4) + circle(
        17, fill="none", stroke=colour, stroke_width=4.2, **attributes
    )


def _badge(fill: str, ink: str, sign: str) -> str:
    return group(
        circle(7.4, fill=fill, stroke=_INK, stroke_width=1.3),
        path(sign, fill="none", stroke=ink, stroke_width=1.6),
        transform="translate(13 -13)",
    )


def _false_clue() -> str:
    crossed = group(path("M-5 5L5-5", stroke=_HIGH_WAX, stroke_width=2), transform="translate(13 -13)")
    return _ring(_CLUE, _INK, stroke_dasharray="3.6 5.3") + _badge(_INK, _CLUE, BELL) + crossed


def _empty(turn: int) -> str:
    """Draw the mark of a "no": a cross, and the turn up to which it holds."""
    half = 9.5 if turn < 10 else 12.5
    plate = rect(-half, -7, 2 * half, 14, rx=7, fill="#0b1117", stroke="#dfe6eb", stroke_width=1.2)
    cross = path("M-2.4-2.4L2.4 2.4M2.4-2.4L-2.4 2.4", stroke="#fff", stroke_width=1.7)
    return "".join(
        (
            circle(12, fill="#68737d", fill_opacity=0.14),
            circle(14.6, fill="none", stroke="#0b1117", stroke_width=6),
            circle(14.6, fill="none", stroke=_GREY, stroke_width=3.6),
            group(
                plate,
                group(cross, transform=f"translate({number(5 - half)} 0)"),
                _digits(str(turn), 10.4, 3.7, x=3.6),
                transform=f"translate({number(7 + half / 2)} -13)",
            ),
        )
    )


def _discovery(nth: int, angle: int) -> str:
    pin = path("M0-12L-9.6-26.5A12.4 12.4 0 1 1 9.6-26.5Z", fill=_WAX, stroke=_PALE, stroke_width=1.8)
    x, y = _pin_head(angle)
    return "".join(
        (
            circle(15, fill="none", stroke=_PALE, stroke_width=5),
            circle(15, fill="none", stroke=_WAX, stroke_width=3.4),
            group(pin, transform=f"rotate({angle})") if angle else pin,
            _digits(str(nth), 15, round(y + 5.4, 2), x=round(x, 2)),
        )
    )


def _pin_head(angle: int) -> Point:
    return PIN_REACH * sin(radians(angle)), -PIN_REACH * cos(radians(angle))


@cache
def pin_angle(place: int) -> int:
    """Return the tilt at which a circle's discovery pin covers no other circle's number."""
    x, y = MIDDLE[place]

    def room(angle: int) -> float:
        dx, dy = _pin_head(angle)
        head = (x + dx, y + dy)
        return min(dist(head, MIDDLE[other]) for other in COLOUR if other != place)

    return next((angle for angle in PIN_ANGLES if room(angle) > PIN_HEAD + 12), max(PIN_ANGLES, key=room))


def _digits(text: str, size: float, y: float, x: float = 0) -> str:
    return element(
        "text",
        text,
        x=x,
        y=y,
        text_anchor="middle",
        font_family=NARROW,
        font_size=size,
        font_weight=700,
        fill="#fff",
    )


# ---- Jack's own


def _secret() -> str:
    return "".join(
        (
            circle(18, fill="none", stroke="#14040a", stroke_width=6),
            circle(18, fill="none", stroke=_HIGH_WAX, stroke_width=3.4, stroke_dasharray="6 4"),
            path("M0-19L-6-31L0-43L6-31Z", fill=_HIGH_WAX, stroke="#14040a", stroke_width=1.6),
        )
    )


def _hat() -> str:
    felt = "M-8.6-29.5H8.6L7.5-16.5H-7.5ZM-14.3-16.5H14.3V-14.2H-14.3Z"
    return path(felt, fill="#0d0508", stroke=_PALE, stroke_width=1.3, stroke_linejoin="round") + path(
        "M-7.9-20.5H7.9L7.6-17.2H-7.6Z", fill=_WAX
    )


def _step(step: int) -> str:
    return group(
        circle(8, fill=_WAX, stroke=_PALE, stroke_width=1.4),
        _digits(str(step), 11, 3.9),
        transform="translate(-14 -12)",
    )


# ---- thumbnail


def _mini() -> str:
    return "".join(
        (
            rect(0, 0, WIDTH, HEIGHT, fill="#0d151c"),
            element("use", href="#g-water", fill="#2b5a72"),
            element("use", href="#g-streets", stroke="#7d8b96", stroke_width=5),
        )
    )
