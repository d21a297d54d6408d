"""Goodley's whistle by brute force: every order of every character."""

from collections.abc import Iterator

from tests.oracle.mr_jack.board import street_distances

WHISTLE_POINTS = 3  # MJ-46


def steps_nearer(hexes: dict[str, str], whistled: set[str], points: int) -> Iterator[tuple[str, str, int]]:
    """Yield every way to bring one character nearer to Goodley: character, end, cost."""
    to_goodley = street_distances(hexes["goodley"])  # MJ-47a
    for character, start in hexes.items():
        if character == "goodley" or character in whistled:  # MJ-46, MJ-48b
            continue
        for end, cost in street_distances(start).items():  # MJ-47b, MJ-48a
            if cost > points:
                break  # they come nearest first
            nearer = to_goodley[end] < to_goodley[start]  # MJ-47
            if nearer and end not in hexes.values():  # MJ-47c
                yield character, end, cost


def most_points(hexes: dict[str, str], whistled: set[str], points: int) -> int:
    """The most points that can be spent on characters not yet whistled."""  # MJ-48
    most = 0
    for character, end, cost in steps_nearer(hexes, whistled, points):
        rest = most_points(hexes | {character: end}, whistled | {character}, points - cost)
        most = max(most, cost + rest)
        if most == points:
            break
    return most
