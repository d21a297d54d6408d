"""Names the rare cases of a game, so that tests can check that all of them occurred."""

from collections.abc import Iterator
from typing import Any, TypeAlias

from tests.oracle.whitehall.map import Map, in_range

Picture: TypeAlias = dict[str, Any]

STAGES = (
    "locating",
    "placing",
    "starting",
    "reclaiming",
    "moving",
    "coaching",
    "walking",
    "bluffing",
    "acting",
    "searching",
    "scenting",
    "finished",
)
ENDINGS = ("completed", "arrested", "deduced", "too_late", "trapped")
MOVES = ("move", "coach", "then", "alley", "boat")
WALKS = ("walk", "stay", "smoker walks", "tile yellow", "tile blue", "tile red")
ANSWERS = (
    "clue found",
    "nothing found",
    "arrest",
    "arrest in vain",
    "arrest all",
    "arrest all in vain",
    "call in vain",
)
RARE = (
    "located by chance",
    "reclaim alley",
    "reclaim boat",
    "reclaim nothing",
    "clue laid",
    "clue laid under himself",
    "clue nothing",
    "counter at clue 5",  # WM-62
    "counter at clue 10",
    "counter at clue 15",
    "the Smoker goes on",
    "the Smoker stops",
    "the Smoker finds a second clue",
    "no plain move",  # WM-20a
    "one space left, and a Coach",  # WM-14d
    "tile to a location reached",  # WM-25
    "the start found",  # WM-41a, box 0
    "a location with the last space",  # WM-21
    "arrested on a new location",  # WM-50a
    "arrest all passes him over",  # WM-62c
    "a location reached called",  # WM-68c
    "the location where he stands called",
    "round 2",
    "round 3",
    "tiles hidden",
)
ALL_CASES = {*STAGES, *ENDINGS, *MOVES, *WALKS, *ANSWERS, *RARE}


def cases(board: Map, before: Picture, legal: set[str], action: str, after: Picture) -> Iterator[str]:
    """Return the cases between one picture and the next."""
    word, *rest = action.split()
    yield before["stage"]
    if after["stage"] == "finished":
        yield "finished"
        yield after["reason"]
    match before["stage"]:
        case "locating" if before["to_move"] == "chance":
            yield "located by chance"
        case "moving" | "coaching":
            yield from moved(before, legal, word, after)
        case "walking":
            yield from walked(before, word, rest[0])
        case "reclaiming":
            yield action
        case "bluffing":
            yield "clue nothing" if rest == ["nothing"] else "clue laid"
            if rest == [str(before["jack"])]:
                yield "clue laid under himself"
        case "acting" | "searching" | "scenting":
            yield from acted(board, before, word, rest, after)
    if after["round"] > max(1, before["round"]):
        yield f"round {after['round']}"
    if after["hidden"]:
        yield "tiles hidden"


def moved(before: Picture, legal: set[str], word: str, after: Picture) -> Iterator[str]:
    yield word
    if before["stage"] == "moving" and not any(other.startswith("move") for other in legal):
        yield "no plain move"
    if before["track"] == 14 and before["tiles"]["coach"] and before["stage"] == "moving":
        yield "one space left, and a Coach"
    if word != "move" and after["jack"] in after["red"]:
        yield "tile to a location reached"
    if after["track"] == 15 and after["stage"] == "walking":
        yield "a location with the last space"


def walked(before: Picture, word: str, end: str) -> Iterator[str]:
    match word:
        case "smoker":
            yield "smoker walks"
        case "tile":
            yield f"tile {before['figure']}"
        case _:
            yield "stay" if end == before["figures"][before["figure"]] else "walk"


def acted(board: Map, before: Picture, word: str, rest: list[str], after: Picture) -> Iterator[str]:
    jack = before["jack"]
    match word:
        case "search":
            yield from searched(before, int(rest[0]))
        case "smoker":
            yield "the Smoker goes on"
        case "stop" if before["stage"] == "scenting":
            yield "the Smoker stops"
        case "arrest" if after["reason"] == "arrested":
            yield "arrest all" if rest == ["all"] else "arrest"
            if jack in set(before["locations"]) - set(before["red"]):
                yield "arrested on a new location"
        case "arrest":
            yield "arrest all in vain" if rest == ["all"] else "arrest in vain"
            if rest == ["all"] and jack in in_range(board, before["figures"][before["figure"]]):
                yield "arrest all passes him over"
        case "call" if after["reason"] != "deduced":
            yield "call in vain"
            if int(rest[0]) == jack and jack in set(before["locations"]) - set(before["red"]):
                yield "the location where he stands called"
            else:
                yield "a location reached called" if int(rest[0]) in before["red"] else "another circle called"
        case "call":
            yield "another location called"
    if after["counters"] > before["counters"]:
        yield f"counter at clue {len(after['yellow'])}"


def searched(before: Picture, circle: int) -> Iterator[str]:
    found = circle in before["row"]
    yield "clue found" if found else "nothing found"
    if found and circle == before["row"][0]:
        yield "the start found"
    if found and set(before["called"]) & set(before["yellow"]):
        yield "the Smoker finds a second clue"
