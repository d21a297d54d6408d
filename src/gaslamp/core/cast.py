"""The people of the three games: the colours they wear on every board, so that one is known in all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Look:
    """A person's colour, and the colour of the letters on it; each pair has a contrast of at least 4.5."""

    fill: str
    ink: str


_PALE: Final = "#ffffff"
_DARK: Final = "#1d160e"

CAST: Final = {
    "holmes": Look("#c5362f", _PALE),
    "watson": Look("#86552f", _PALE),
    "toby": Look("#c99a5b", _DARK),
    "smith": Look("#f4c531", _DARK),
    "lestrade": Look("#2b69bd", _PALE),
    "stealthy": Look("#1f7d4a", _PALE),
    "goodley": Look("#16161c", _PALE),
    "gull": Look("#7a46ad", _PALE),
    "bert": Look("#f0852b", _DARK),
    "madame": Look("#f3a3c0", _DARK),
    "pizer": Look("#f6f3ea", _DARK),
    "lane": Look("#9299a1", "#14110d"),
}
CLEARED: Final = Look("#e9dfc6", "#2a2017")
