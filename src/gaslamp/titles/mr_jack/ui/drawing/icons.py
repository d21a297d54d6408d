"""The small drawings beside the board of Mr. Jack: the lamps of the rounds, and the two sides of the witness card."""

from __future__ import annotations

from gaslamp.ui.drawing import streets, witness_cards
from gaslamp.ui.drawing.svg import group


def symbols() -> dict[str, str]:
    """Give them all. A lamp is 24 high round the middle."""
    return {
        "lamp": group(streets.lamp(), transform="translate(0 4) scale(.46)"),
        "lamp-out": group(streets.lamp(lit=False), transform="translate(0 4) scale(.46)"),
        **witness_cards.symbols(),
    }
