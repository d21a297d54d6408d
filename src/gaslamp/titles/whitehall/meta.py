"""Metadata of Whitehall Mystery: seats, options, rules version. Loads without the rules."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from gaslamp.core.options import Meta, Option

SEATS: Final = ("jack", "investigator1", "investigator2", "investigator3")
SIDES: Final = ("jack", "investigators")
FIGURES: Final = ("yellow", "blue", "red", "green", "brown")  # in the order of priority (WM-08)

# Sets of figures in play: the standard three, and sets with reinforcements (WM-68).
TRIOS: Final = tuple(f"{first}_{second}_{third}" for first, second, third in combinations(FIGURES, 3))

_OFF_ON: Final = ("off", "on")
_NEEDS_SLEEVES: Final = {"roll_up_your_sleeves": ("on",)}
_WITH_YELLOW: Final = tuple(trio for trio in TRIOS if trio.startswith("yellow"))
_SMOKER_NEEDS: Final = {**_NEEDS_SLEEVES, "reinforcements": _WITH_YELLOW}  # WM-68a

OPTIONS: Final = (
    Option("investigators", ("1", "2", "3"), "1"),
    Option("second_holds", ("third", "second", "first"), "third", matters_when={"investigators": ("2",)}),  # WM-07
    Option("casebook", ("off", "normal", "easy", "medium", "difficult"), "off"),  # WM-06
    Option("murderer_at_large", _OFF_ON, "off"),
    Option("newspaper_fabrications", _OFF_ON, "off"),
    Option("false_clues", _OFF_ON, "off"),
    Option(
        "roll_up_your_sleeves",
        _OFF_ON,
        "off",
        requires_one={  # WM-69: no effect on its own
            "on": {"smoker": ("on",), "reconstructed_tiles": ("on",), "reinforcements": TRIOS[1:]},
        },
    ),
    Option(
        "smoker",
        _OFF_ON,
        "off",
        requires={"on": _SMOKER_NEEDS},
        default_when={"on": _SMOKER_NEEDS},  # WM-66
    ),
    Option("reconstructed_tiles", _OFF_ON, "off", requires={"on": _NEEDS_SLEEVES}),
    Option("reinforcements", TRIOS, TRIOS[0], requires=dict.fromkeys(TRIOS[1:], _NEEDS_SLEEVES)),
    Option("aid", _OFF_ON, "off"),  # not a rule: the deduction aid
)

META: Final = Meta(
    title="whitehall",
    seats=SEATS,
    options=OPTIONS,
    rules_version=2,
    default_seat="investigator1",
    sides=SIDES,
    default_side="investigators",
    seats_by=("investigators", {number: SEATS[: 1 + int(number)] for number in ("1", "2", "3")}),
    hides="jack",
    aid="aid",
)
