"""Cards of the witnesses: an open eye if Jack is visible, a closed one if not."""

from __future__ import annotations

from typing import Final

from gaslamp.ui.drawing.svg import circle, group, path, rect

_PARCHMENT: Final = "#f0e5cb"
_SLATE: Final = "#46535e"
_GAS: Final = "#ffc765"
_LID: Final = "M-27-9Q0-33 27-9Q0 15-27-9Z"


def symbols() -> dict[str, str]:
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
