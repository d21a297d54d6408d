"""Who is on the character cards of Mr. Jack: a token as big as everywhere, above a coat, in the light of a lamp."""

from __future__ import annotations

from typing import Final

from gaslamp.titles.mr_jack.rules import board
from gaslamp.ui.drawing import cast
from gaslamp.ui.drawing.streets import GLOW
from gaslamp.ui.drawing.svg import circle, element, mix, path

_COAT: Final = "M-41 39Q-36 27-13 24L0 36L13 24Q36 27 41 39Z"


def symbols() -> dict[str, str]:
    """All portraits, `card-NAME`; the letters are written where those of a token are."""
    return {f"card-{name}": _portrait(name) for name in board.CHARACTERS}


def _portrait(name: str) -> str:
    look = cast.CAST[name]
    return (
        circle(46, cy=-6, fill=GLOW)
        + path(_COAT, fill=mix(look.hat_colour, "#000000", 0.35), stroke=cast.RIM, stroke_width=1.6)
        + element("use", href=f"#symbol-token-{name}")
    )
