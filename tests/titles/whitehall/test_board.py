"""Map of Whitehall: examples of the rulebook, and rejection of invalid maps."""

from collections import Counter
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from gaslamp.titles import whitehall
from gaslamp.titles.whitehall.rules import board, town
from gaslamp.titles.whitehall.rules.choices import figure_moves, jack_moves
from gaslamp.titles.whitehall.rules.opening import opening
from gaslamp.titles.whitehall.rules.town import QUADRANTS, WHITEHALL, circles_of
from tests.ledger import rule

MAP = files(whitehall).joinpath("rules", "map.toml").read_text("utf-8")
TILES = board.TILES * 0x1110  # of each kind
EMPTY = 0  # no figures, no locations


def blocks(kind: str, circle: int) -> list[tuple[int, ...]]:
    """Return the circles of each face of a kind that a circle lies on."""
    return [circles for outline in WHITEHALL.faces[kind] if circle in (circles := circles_of(outline))]


def crossing_of(*circles: int) -> str:
    """Return the one crossing that has exactly these circles in range."""
    (found,) = (name for name in WHITEHALL.crossings if set(WHITEHALL.in_range(name)) == set(circles))
    return found


def plain(here: int, *figures: str) -> set[int]:
    """Return the circles Jack can reach by a plain move."""
    word = sum(board.current().number[name] << 8 * k for k, name in enumerate(figures))
    return listed(board.current().next, board.NEXT_ROOM, here, jack_moves.plain(here, word))


def listed(table: list[int], room: int, at: int, mask: int) -> set[int]:
    return {table[room * at + k] for k in range(64) if mask >> k & 1}


# ---- what there is


@rule("WM-01")
def test_the_map_has_what_the_printed_one_has() -> None:
    assert Counter(WHITEHALL.colour.values()) == {"white": 105, "black": 64, "blue": 20}
    assert (len(WHITEHALL.crossings), len(WHITEHALL.yellow)) == (174, 6)
    assert sum(map(len, WHITEHALL.streets.values())) == 2 * 495
    assert sum(map(len, WHITEHALL.ways.values())) == 2 * 679
    assert sum(map(len, WHITEHALL.steps.values())) == 2 * 367
    assert {kind: len(faces) for kind, faces in WHITEHALL.faces.items()} == {
        "houses": 116,
        "water": 5,
        "mixed": 3,
        "small": 11,
    }


@rule("WM-02")
def test_the_quadrants_have_their_numbers_of_white_circles() -> None:
    assert [len(WHITEHALL.white(quadrant)) for quadrant in QUADRANTS] == [35, 24, 23, 23]


def test_streets_may_be_drawn_straight_for_none_cross() -> None:
    lines = {frozenset((here, there)) for here, ends in WHITEHALL.streets.items() for there in ends}
    drawn = [tuple(WHITEHALL.where[place] for place in sorted(line, key=str)) for line in lines]
    assert [pair for pair in combinations(drawn, 2) if cross(*pair)] == []


def cross(one: tuple[tuple[int, int], ...], other: tuple[tuple[int, int], ...]) -> bool:
    (a, b), (c, d) = one, other
    if {a, b} & {c, d}:
        return False
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def turn(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ('[4, "black",', '[4, "white",', "black: 63 instead of 64; white: 106 instead of 105"),
        ('[4, "black",', '[4, "blue",', "is not one of houses"),
        ("[189, ", "[190, ", "circles are not numbered through; the streets do not lead to every place"),
        ('1 = ["x003", "x011"]', '1 = ["x003"]', "has a side that is no line"),
        ('1 = ["x003", "x011"]', '1 = ["x003", "x011", "x003"]', "there twice"),
        ('1 = ["x003", "x011"]', '1 = ["x003", "x011", 2]', "joins circle 1 to another"),
        ('["x015", "x028", "x007"], ', "", "too few faces"),
        ("jack_pairs = 679", "jack_pairs = 680", "jack_pairs: 679 instead of 680"),
        ('yellow = ["x082", ', 'yellow = ["x999", ', "not three yellow crossings"),
        ("small = 11", "", "small: 11 instead of None"),
    ],
)
@rule("WM-01")
def test_a_wrong_map_is_refused_when_it_is_loaded(right: str, wrong: str, told: str, tmp_path: Path) -> None:
    assert right in MAP
    path = tmp_path / "map.toml"
    path.write_text(MAP.replace(right, wrong, 1), "utf-8")
    with pytest.raises(ValueError, match=told):
        town.load(path)


# ---- the rulebook's examples


@rule("WM-80")
def test_one_move_may_lead_through_three_crossings() -> None:
    (way,) = WHITEHALL.ways[147][114]
    assert len(way) == 3
    assert 114 in plain(147)


@rule("WM-80a")
def test_a_figure_between_40_and_37_stops_a_move_and_no_coach() -> None:
    between = crossing_of(37, 38, 39, 40)
    assert 37 in plain(40)
    assert 37 not in plain(40, between)
    firsts = jack_moves.firsts(40, EMPTY, TILES, 0)
    assert 37 in listed(board.current().next, board.NEXT_ROOM, 40, firsts)
    assert 34 in listed(board.current().next, board.NEXT_ROOM, 37, jack_moves.seconds(40, 37, EMPTY))


@rule("WM-11", "WM-11a")
def test_a_circle_with_two_ways_is_cut_off_only_when_both_are_held() -> None:
    two = [(a, b, ways) for a, ends in WHITEHALL.ways.items() for b, ways in ends.items() if len(ways) == 2]
    assert len(two) == 2 * 67
    for here, there, (one, other) in two:
        for crossing in one - other:
            assert there in plain(here, crossing)
            assert all(there not in plain(here, crossing, second) for second in other)


@rule("WM-81", "WM-81a")
def test_blocks_of_houses_match_the_examples() -> None:
    assert (126, 129, 141, 142, 164, 165, 181) in blocks("houses", 181)
    across = jack_moves.alleys(85, EMPTY, TILES)
    assert 121 in listed(board.current().alley, board.NEXT_ROOM, 85, across)


@rule("WM-81b")
def test_a_boat_crosses_from_138_to_the_other_three() -> None:
    afloat = listed(board.current().boat, board.BOAT_ROOM, 138, jack_moves.boats(138, TILES))
    assert afloat == {157, 158, 160}


@rule("WM-82", "WM-82a")
def test_the_range_of_a_crossing_is_one_street() -> None:
    assert not {107, 127} & set(WHITEHALL.in_range(crossing_of(108, 128)))
    assert crossing_of(112, 93, 109)
    assert crossing_of(84, 70, 83)


@rule("WM-83")
def test_the_locations_of_the_example_lie_in_four_quadrants() -> None:
    quadrants = {33: "bA", 46: "bB", 159: "aA", 147: "aB"}
    assert all(circle in WHITEHALL.white(quadrant) for circle, quadrant in quadrants.items())


@rule("WM-84")
def test_blue_lines_close_two_blocks_of_water() -> None:
    waters = [{c for c in circles_of(outline) if WHITEHALL.colour[c] == "blue"} for outline in WHITEHALL.faces["water"]]
    assert {66, 98} in waters
    assert {154, 174} in waters
    assert all({str(a), str(b)}.isdisjoint(map(str, WHITEHALL.streets[a])) for a, b in WHITEHALL.blue_lines)


@rule("WM-84")
def test_160_also_lies_where_neither_alley_nor_boat_works() -> None:
    assert len(blocks("mixed", 160)) == 1
    assert jack_moves.alleys(160, EMPTY, TILES) == 0


@rule("WM-84")
def test_six_circles_lie_on_no_block_of_houses() -> None:
    lonely = [c for c in WHITEHALL.circles if WHITEHALL.colour[c] != "blue" and not blocks("houses", c)]
    assert lonely == [8, 97, 112, 152, 153, 185]


# ---- the tables


def test_the_walking_tables_match_the_map() -> None:
    rng = Random(1)
    number = board.current().number
    for name in WHITEHALL.crossings:
        two = {name} | WHITEHALL.steps[name] | {far for near in WHITEHALL.steps[name] for far in WHITEHALL.steps[near]}
        others = rng.sample([x for x in WHITEHALL.crossings if x != name], 2)
        figures = sum(number[x] << 8 * k for k, x in enumerate([name, *others]))
        ends = listed(board.current().walk, board.WALK_ROOM, number[name], figure_moves.ends(board.WALK, figures, 0))
        assert ends == {number[x] for x in two - set(others)}


@pytest.mark.long
def test_another_map_is_played_on_only_for_a_while(tmp_path: Path) -> None:
    before = opening().legal()
    path = tmp_path / "map.toml"
    repainted = MAP.replace('[1, "white", ', '[1, "black", ')
    path.write_text(repainted.replace("white = 105", "white = 104").replace("black = 64", "black = 65"), "utf-8")
    with board.use(town.load(path)) as other:
        assert board.current() is other
        assert opening().legal() != before
    assert board.current().town is WHITEHALL
    assert opening().legal() == before
