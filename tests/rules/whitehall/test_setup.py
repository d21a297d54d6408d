"""Set-up: four secret locations, the figures on yellow crossings, and Jack's first circle."""

import tomllib
from collections import Counter
from importlib.resources import files
from math import prod
from random import Random
from typing import Any

import pytest

from gaslamp.titles import whitehall
from gaslamp.titles.whitehall.rules.town import WHITEHALL as MAP
from tests.ledger import rule
from tests.rules.whitehall.builders import (
    BROWN,
    FALSE_CLUES,
    LOCATIONS,
    ORDER,
    WHITEHALL,
    YELLOW_CROSSINGS,
    at_work,
    begun,
    circles,
    dealt,
    drawn,
    hunt,
    legal,
    look,
    night,
    play,
    stay,
    to_move,
    turn,
    ways,
)

FILE = tomllib.loads(files(whitehall).joinpath("rules", "map.toml").read_text("utf-8"))
QUADRANTS = ("bA", "bB", "aA", "aB")
LOCATED = [f"locate {circle}" for circle in LOCATIONS]
LEVELS = ("easy", "medium", "difficult")


def white_circles(quadrant: str) -> set[int]:
    return {number for number, colour, place, *_ in FILE["circles"] if (colour, place) == ("white", quadrant)}


def moves_through(four: tuple[int, ...]) -> int:
    """Return the fewest plain moves through four circles in any order, on an empty board."""
    away = {circle: moves_from(circle) for circle in four}
    first, *_ = sorted(
        away[a][b] + away[b][c] + away[c][d]
        for a in four for b in four for c in four for d in four if len({a, b, c, d}) == 4
    )  # fmt: skip
    return first


def moves_from(start: int) -> dict[int, int]:
    away = {start: 0}
    queue = [start]
    for here in queue:
        for there in MAP.ways[here]:
            if there not in away:
                away[there] = away[here] + 1
                queue.append(there)
    return away


# ---- the map


@rule("WM-01")
def test_positions_know_every_circle_and_crossing_of_the_map() -> None:
    colours = Counter(colour for _, colour, *_ in FILE["circles"])
    assert colours == {"white": 105, "black": 64, "blue": 20}
    assert (len(FILE["crossings"]), sum(map(len, FILE["streets"].values()))) == (174, 495)
    bluffing = stay(hunt(33, 34, counters=1, options=FALSE_CLUES))
    assert len(circles(bluffing, "clue")) == 189 - 4
    assert len(circles(at_work(33, 34, figure="brown", options=BROWN), "call")) == colours["white"]
    assert len(ways(begun(*LOCATED), "place")) == 6


@rule("WM-01")
def test_every_circle_and_every_crossing_can_be_reached() -> None:
    circles_met, crossings_met = [33], ["x036"]
    for circle in circles_met:
        circles_met += circles(night(33, circle, yellow="x096"), "move") - set(circles_met)
    for crossing in crossings_met:  # except those of blue and red
        crossings_met += ways(hunt(33, 34, yellow=crossing), "walk") - set(crossings_met)
    assert sorted(circles_met) == [number for number, *_ in FILE["circles"]]
    assert sorted([*crossings_met, "x090", "x095"]) == [name for name, *_ in FILE["crossings"]]


# ---- the locations


@rule("WM-02")
def test_jack_writes_down_a_white_circle_of_each_quadrant() -> None:
    position = begun()
    for quadrant, text in zip(QUADRANTS, LOCATED, strict=True):
        assert (to_move(position), look(position).stage) == ("jack", "locating")
        assert legal(position) == {f"locate {number}" for number in white_circles(quadrant)}
        position = play(position, text)
    assert look(position).locations == LOCATIONS
    assert look(position).stage == "placing"


@rule("WM-06")
@pytest.mark.parametrize("level", ["normal", *LEVELS])
def test_the_casebook_draws_the_locations_and_jack_chooses_the_start(level: str) -> None:
    position = drawn(level, Random(1888))
    four = look(position).locations
    assert four is not None
    assert [MAP.quadrant[circle] for circle in four] == [*QUADRANTS]
    position = play(position, "place x082", "place x090", "place x095")
    assert to_move(position) == "jack"
    assert circles(position, "start") == set(four)


@rule("WM-06")
def test_the_normal_casebook_draws_every_set_alike() -> None:
    position = begun(casebook="normal")
    sets = []
    for text in LOCATED:
        assert to_move(position) == "chance"
        assert set(WHITEHALL.weights(position)) == {1}
        sets.append(len(legal(position)))
        position = play(position, text)
    assert prod(sets) == 35 * 24 * 23 * 23


@rule("WM-06")
def test_each_harder_level_of_the_casebook_has_a_third_of_all_sets() -> None:
    sizes = [sum(WHITEHALL.weights(begun(casebook=level))) for level in LEVELS]
    assert sum(sizes) == 35 * 24 * 23 * 23
    assert max(sizes) - min(sizes) <= 1


@rule("WM-06")
def test_easy_sets_are_the_shortest_and_difficult_ones_the_longest() -> None:
    rng = Random(1888)
    lengths: dict[str, set[int]] = {
        level: {moves_through(look(drawn(level, rng)).locations or ()) for _ in range(40)} for level in LEVELS
    }
    assert max(lengths["easy"]) <= min(lengths["medium"])
    assert max(lengths["medium"]) <= min(lengths["difficult"])
    assert min(lengths["easy"]) < max(lengths["difficult"])


# ---- the figures


@rule("WM-03")
def test_each_figure_is_placed_on_a_yellow_crossing_of_its_own() -> None:
    position = begun(*LOCATED)
    free = set(YELLOW_CROSSINGS)
    for crossing in ("x109", "x082", "x096"):
        assert to_move(position) == "investigator1"
        assert legal(position) == {f"place {other}" for other in free}
        position = play(position, f"place {crossing}")
        free.remove(crossing)
    assert look(position).figures == {"yellow": "x109", "blue": "x082", "red": "x096"}
    assert look(position).stage == "starting"


@rule("WM-07")
@pytest.mark.parametrize(
    ("options", "holders"),
    [
        ({"investigators": "1"}, "111"),
        ({"investigators": "2"}, "112"),
        ({"investigators": "2", "second_holds": "second"}, "121"),
        ({"investigators": "2", "second_holds": "first"}, "211"),
        ({"investigators": "3"}, "123"),
    ],
)
def test_the_holder_of_a_figure_places_moves_and_acts(options: Any, holders: str) -> None:
    position = begun(*LOCATED, **options)
    moved: dict[str, list[str]] = {}
    while (view := look(position)).turn < 2:
        if view.figure:
            moved.setdefault(view.stage, []).append(f"{view.figure} {to_move(position)}")
        text = {"starting": "start 33", "moving": "move 34"}.get(view.stage) or max(legal(position))
        position = play(position, text)
    expected = [f"{name} investigator{seat}" for name, seat in zip(ORDER, holders, strict=False)]
    assert moved == {"placing": expected, "walking": expected, "acting": expected}


@rule("WM-07")
@pytest.mark.parametrize("investigators", ["1", "2", "3"])
def test_all_three_figures_are_in_play_with_any_number_of_players(investigators: str) -> None:
    assert set(look(dealt(investigators=investigators)).figures) == {"yellow", "blue", "red"}


@rule("WM-08")
@pytest.mark.parametrize("trio", ["yellow_blue_red", "yellow_green_brown", "blue_red_brown", "red_green_brown"])
def test_figures_are_placed_in_their_order_of_priority(trio: str) -> None:
    sleeves = {} if trio == "yellow_blue_red" else {"roll_up_your_sleeves": "on", "reinforcements": trio}
    position = begun(*LOCATED, **sleeves)
    placed = []
    while look(position).stage == "placing":
        placed.append(look(position).figure)
        position = play(position, min(legal(position)))
    assert placed == trio.split("_")


# ---- Jack


@rule("WM-04")
@pytest.mark.parametrize("start", LOCATIONS)
def test_jack_starts_from_one_of_his_four(start: int) -> None:
    position = begun(*LOCATED, "place x082", "place x090", "place x095")
    assert to_move(position) == "jack"
    assert legal(position) == {f"start {circle}" for circle in LOCATIONS}
    begins = look(play(position, f"start {start}"))
    assert (begins.red, begins.row, begins.circle) == ((start,), (start,), start)
    assert (begins.round, begins.track, begins.stage) == (1, 0, "moving")


@rule("WM-05")
def test_jack_has_two_tiles_of_each_kind() -> None:
    assert look(dealt()).tiles == {"coach": 2, "alley": 2, "boat": 2}


@rule("WM-05")
@pytest.mark.parametrize(
    ("kind", "uses"),
    [
        ("coach", [("coach 34", "then 35"), ("coach 34", "then 54")]),
        ("alley", [("alley 34",), ("alley 35",)]),
        ("boat", [("boat 157",), ("boat 138",)]),
    ],
)
def test_each_special_tile_is_used_once(kind: str, uses: list[tuple[str, ...]]) -> None:
    position = night(147, 138 if kind == "boat" else 33, reached=(147,), locations=(1, 46, 175, 147))
    for left, use in ((1, uses[0]), (0, uses[1])):
        position = turn(position, *use)
        assert look(position).tiles == {"coach": 2, "alley": 2, "boat": 2, kind: left}
        assert bool(ways(position, kind)) is (left == 1)
