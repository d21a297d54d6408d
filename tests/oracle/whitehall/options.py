"""The options of the Whitehall oracle and their dependencies."""

from collections.abc import Mapping
from itertools import combinations

PRIORITY = ("yellow", "blue", "red", "green", "brown")  # WM-08, WM-68
SIX_SWITCHES = (
    "murderer_at_large",
    "newspaper_fabrications",
    "false_clues",
    "roll_up_your_sleeves",
    "smoker",
    "reconstructed_tiles",
)
PLAIN_FIGURES = "yellow_blue_red"

CHOICES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(SIX_SWITCHES, ("off", "on")),
    "reinforcements": tuple("_".join(three) for three in combinations(PRIORITY, 3)),  # WM-68
    "casebook": ("off", "normal", "easy", "medium", "difficult"),  # WM-06
    "investigators": ("1", "2", "3"),  # WM-07
    "second_holds": ("third", "second", "first"),
}
DEFAULTS = {option: choices[0] for option, choices in CHOICES.items()}


def fit_together(options: Mapping[str, str]) -> bool:
    """Return True if these options are a valid set."""  # WM-69
    if options.keys() != CHOICES.keys() or any(options[name] not in CHOICES[name] for name in CHOICES):
        return False
    smoker = options["smoker"] == "on"
    abilities = [smoker, options["reconstructed_tiles"] == "on", options["reinforcements"] != PLAIN_FIGURES]
    if options["roll_up_your_sleeves"] == "on":
        return any(abilities) and not (smoker and "yellow" not in figures(options))  # WM-66, WM-68a
    return not any(abilities)


def completed(given: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a table that chose the given ones."""
    options = {**DEFAULTS, **given}
    if "smoker" not in given and options["roll_up_your_sleeves"] == "on" and "yellow" in figures(options):
        options["smoker"] = "on"  # WM-66
    return options


def figures(options: Mapping[str, str]) -> list[str]:
    return options["reinforcements"].split("_")


def abilities(options: Mapping[str, str]) -> set[str]:
    """The once-per-game abilities of the figures in play."""  # WM-65
    in_play = figures(options)
    able: set[str] = {figure for figure in ("green", "brown") if figure in in_play}  # WM-68b, WM-68c
    if options["smoker"] == "on":
        able.add("smoker")  # WM-66
    if options["reconstructed_tiles"] == "on":
        able |= {f"tile {figure}" for figure in ("yellow", "blue", "red") if figure in in_play}  # WM-67
    return able


def holder(options: Mapping[str, str], number: int) -> str:
    """The seat of a figure, counted from 0."""  # WM-07
    match options["investigators"]:
        case "1":
            return "investigator1"
        case "2":
            second = ("first", "second", "third").index(options["second_holds"])
            return "investigator2" if number == second else "investigator1"
        case _:
            return f"investigator{number + 1}"
