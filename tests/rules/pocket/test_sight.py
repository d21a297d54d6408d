"""Lines of sight of the detectives, up to the walls."""

import pytest

from gaslamp.titles.pocket.rules.position import Position
from tests.ledger import rule
from tests.rules.pocket.builders import COLUMNS, ROWS, seen, streets, table

LEFT, MIDDLE, RIGHT = COLUMNS
TOP, CENTRE, BOTTOM = ROWS
LOOKS_ALONG = [LEFT, MIDDLE, RIGHT, TOP, CENTRE, BOTTOM, RIGHT, MIDDLE, LEFT, BOTTOM, CENTRE, TOP]

# Looking across Stealthy in the middle from each side: place, near side, far side, nearer suspect, suspect behind.
ACROSS = [
    pytest.param(1, "north", "south", "goodley", "pizer", id="from above"),
    pytest.param(4, "east", "west", "smith", "gull", id="from the right"),
    pytest.param(7, "south", "north", "pizer", "goodley", id="from below"),
    pytest.param(10, "west", "east", "gull", "smith", id="from the left"),
]


def watched(tiles: str, place: int) -> Position:
    """Return a position with all three detectives on one place."""
    return table(tiles, holmes=place, watson=place, toby=place)


def along(place: int) -> str:
    """Return the side of walls that leaves the line of a place open."""
    return "north" if place // 3 % 2 else "west"


@rule("MP-30")
@pytest.mark.parametrize("place", range(12))
def test_a_detective_sees_only_along_his_own_line(place: int) -> None:
    assert seen(watched(streets(along(place)), place)) == set(LOOKS_ALONG[place].split())


@rule("MP-30a")
@pytest.mark.parametrize(("place", "near", "far", "nearer", "behind"), ACROSS)
def test_a_wall_on_the_near_side_hides_the_tile_and_all_behind_it(
    place: int, near: str, far: str, nearer: str, behind: str
) -> None:
    open_line = along(place)
    assert seen(watched(streets(open_line, **{nearer: near}), place)) == set()
    assert seen(watched(streets(open_line, stealthy=near), place)) == {nearer}
    assert seen(watched(streets(open_line, **{behind: near}), place)) == {nearer, "stealthy"}


@rule("MP-30b")
@pytest.mark.parametrize(("place", "near", "far", "nearer", "behind"), ACROSS)
def test_a_wall_on_the_far_side_hides_the_tiles_behind(
    place: int, near: str, far: str, nearer: str, behind: str
) -> None:
    open_line = along(place)
    assert seen(watched(streets(open_line, **{nearer: far}), place)) == {nearer}
    assert seen(watched(streets(open_line, stealthy=far), place)) == {nearer, "stealthy"}
    assert seen(watched(streets(open_line, **{behind: far}), place)) == {nearer, "stealthy", behind}


@rule("MP-30c")
def test_characters_and_cleared_tiles_do_not_block_the_line() -> None:
    everyone = {"smith", "stealthy", "gull"}
    assert seen(watched(streets("north"), 4)) == everyone  # the faces of Smith and Stealthy are no obstacle
    cleared = streets("north", smith="north cleared", stealthy="north cleared", gull="north cleared")
    assert seen(watched(cleared, 4)) == everyone
    # Two detectives on one line look at each other past everybody.
    assert seen(table(streets("north"), holmes=10, watson=4, toby=4)) == everyone


@rule("MP-30c")
def test_the_wall_of_a_cleared_tile_stops_the_line() -> None:
    assert seen(watched(streets("north", stealthy="east cleared"), 4)) == {"smith"}
    assert seen(watched(streets("north", stealthy="west cleared"), 4)) == {"smith", "stealthy"}
