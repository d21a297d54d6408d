"""Start position for a set of options."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Final

from gaslamp.titles.whitehall.rules.board import (
    ABILITIES,
    CASEBOOK,
    FALSE_CLUES,
    FIGURES,
    MURDERER_AT_LARGE,
    NEWSPAPER_FABRICATIONS,
)
from gaslamp.titles.whitehall.rules.position import Position, start

# Sets of figures in play (WM-68), and the one held by a second player (WM-07).
CREWS: Final = tuple("_".join(crew) for crew in combinations(FIGURES, 3))
SECOND_HOLDS: Final = ("first", "second", "third")
RULES: Final = {
    "murderer_at_large": MURDERER_AT_LARGE,
    "newspaper_fabrications": NEWSPAPER_FABRICATIONS,
    "false_clues": FALSE_CLUES,
}
DEFAULTS: Final[Mapping[str, str]] = {
    **dict.fromkeys(RULES, "off"),
    "roll_up_your_sleeves": "off",
    "smoker": "off",
    "reconstructed_tiles": "off",
    "reinforcements": CREWS[0],
    "casebook": "off",
    "investigators": "1",
    "second_holds": "third",
}


def opening(options: Mapping[str, str] = DEFAULTS) -> Position:
    """Return the start position. Missing options get their defaults."""
    chosen = {**DEFAULTS, **options}
    crew = chosen["reinforcements"].split("_")
    number = sum(rule for name, rule in RULES.items() if chosen[name] == "on")
    number |= CASEBOOK.index(chosen["casebook"]) << 4
    for k, figure in enumerate(crew):
        number |= FIGURES.index(figure) << 8 + 3 * k
        number |= _holder(k, chosen["investigators"], chosen["second_holds"]) << 20 + 2 * k
    return start(number, sum(1 << ABILITIES.index(name) for name in _abilities(crew, chosen)))


def _holder(figure: int, investigators: str, second_holds: str) -> int:
    if investigators == "3":
        return figure + 1
    return 2 if investigators == "2" and SECOND_HOLDS[figure] == second_holds else 1


def _abilities(crew: list[str], options: Mapping[str, str]) -> list[str]:
    names = [figure for figure in crew if figure in ABILITIES]  # green and brown (WM-68)
    if options["smoker"] == "on" and "yellow" in crew:
        names.append("smoker")  # WM-66, WM-68a
    if options["reconstructed_tiles"] == "on":
        names += [name for figure in crew if (name := f"tile {figure}") in ABILITIES]  # WM-67
    return names
