"""Examples of the rulebook and hand-made games that check the Whitehall oracle itself."""

from collections.abc import Mapping
from pathlib import Path

import pytest

import gaslamp
from tests.oracle.whitehall.map import (
    Circle,
    casebook,
    in_range,
    joined,
    load_map,
    moves_away,
    moves_past_figures,
    next_crossings,
    on_the_same_block,
    plain_moves,
    steps_away,
)
from tests.oracle.whitehall.options import CHOICES, DEFAULTS, fit_together
from tests.oracle.whitehall.rules import WhitehallOracle
from tests.oracle.whitehall.small_map import SMALL_MAP

WHITEHALL = load_map(Path(gaslamp.__file__).parent / "titles" / "whitehall" / "rules" / "map.toml")
LOCATIONS = (33, 46, 159, 147)  # the rulebook's own example
SLEEVES = {"roll_up_your_sleeves": "on"}


def in_the_night(
    options: Mapping[str, str] | None = None, start: Circle = 147, *, at: Circle | None = None, **figures: str
) -> WhitehallOracle:
    """A game before Jack's first move; figures are on yellow crossings unless given."""
    oracle = WhitehallOracle(WHITEHALL, options)
    for location in LOCATIONS:
        oracle.play(f"locate {location}")
    for _ in oracle.in_play:
        oracle.play(min(oracle.legal()))
    oracle.play(f"start {start}")
    oracle.row = [at or start]
    oracle.figures |= figures
    assert len(oracle.figures) == 3
    return oracle


def play_all(oracle: WhitehallOracle, *notations: str) -> WhitehallOracle:
    for notation in notations:
        oracle.play(notation)
    return oracle


def stay(oracle: WhitehallOracle) -> WhitehallOracle:
    """All three figures stay."""
    return play_all(oracle, *(f"walk {oracle.figures[name]}" for name in oracle.in_play))


def ends(oracle: WhitehallOracle, word: str) -> set[str]:
    return {notation.split()[-1] for notation in oracle.legal() if notation.split()[0] == word}


def test_the_map_is_whole() -> None:
    assert [len(WHITEHALL.colours), len(WHITEHALL.crossings), len(WHITEHALL.streets)] == [189, 174, 495]
    colours = list(WHITEHALL.colours.values())
    assert [colours.count(colour) for colour in ("white", "black", "blue")] == [105, 64, 20]
    assert sum(len(moves_past_figures(WHITEHALL, circle)) for circle in WHITEHALL.colours) == 2 * 679
    assert sum(len(next_crossings(WHITEHALL, crossing)) for crossing in WHITEHALL.crossings) == 2 * 367
    assert len(moves_away(WHITEHALL, 1)) == 189
    assert len(steps_away(WHITEHALL, "x001", most=174)) == 174


def test_the_examples_of_moves() -> None:
    assert 114 in plain_moves(WHITEHALL, 147, blocked=())
    assert in_range(WHITEHALL, "x036") == {37, 38, 39, 40}
    assert 37 in plain_moves(WHITEHALL, 40, blocked=())
    assert 37 not in plain_moves(WHITEHALL, 40, blocked=("x036",))
    assert in_the_night(at=40, yellow="x036").legal() >= {"coach 37"}
    assert play_all(in_the_night(at=40, yellow="x036"), "coach 37").legal() >= {"then 34"}


def test_the_examples_of_blocks() -> None:
    assert frozenset({126, 129, 141, 142, 164, 165, 181}) in {
        frozenset(place for place in block if isinstance(place, int)) for block in WHITEHALL.houses
    }
    assert "121" in ends(in_the_night(at=85), "alley")
    assert ends(in_the_night(at=138), "boat") == {"157", "158", "160"}
    assert ends(in_the_night(at=66), "boat") == {"98"}
    assert ends(in_the_night(at=174), "boat") == {"154"}
    for circle in (8, 97, 112, 152, 153, 185):
        assert not on_the_same_block(WHITEHALL.houses, circle)
    assert not ends(in_the_night(at=160), "alley")


def test_the_examples_of_ranges() -> None:
    assert in_range(WHITEHALL, "x111") == {128, 108}
    assert in_range(WHITEHALL, "x104") == {112, 93, 109}
    assert in_range(WHITEHALL, "x086") == {84, 70, 83}


def test_a_tile_never_enters_a_location_that_has_not_been_reached() -> None:
    oracle = in_the_night(start=46, at=34)
    assert "33" in ends(oracle, "move")
    assert "33" not in ends(oracle, "coach") | ends(oracle, "alley")
    assert "33" in ends(in_the_night(start=33, at=34), "coach")
    assert "33" in ends(in_the_night(start=33, at=34), "alley")


def test_a_coach_writes_two_numbers_and_needs_two_spaces() -> None:
    oracle = play_all(in_the_night(), "coach 114", "then 132")
    assert [oracle.row, oracle.track, oracle.tiles["coach"]] == [[147, 114, 132], 2, 1]
    for track, legal in ((13, True), (14, False)):
        oracle = in_the_night()
        oracle.row, oracle.track = [1] * track + [147], track
        assert bool(ends(oracle, "coach")) is legal


def test_the_fifteenth_space() -> None:
    for end, reason in ((35, "too_late"), (33, None)):
        oracle = in_the_night(at=34)
        oracle.row, oracle.track = [1] * 14 + [34], 14
        assert play_all(oracle, f"move {end}").reason == reason


def test_jack_without_a_move_loses() -> None:
    dead_end = 138
    (only_way,) = joined(WHITEHALL, dead_end)
    oracle = in_the_night(at=137)
    oracle.tiles = {"coach": 0, "alley": 0, "boat": 0}
    play_all(oracle, f"move {dead_end}")
    oracle.figures["yellow"] = str(only_way)
    assert play_all(stay(oracle), "stop", "stop", "stop").reason == "trapped"


def test_a_search_ends_with_a_clue_unless_the_smoker_goes_on() -> None:
    for options, stage in (({}, "acting"), (SLEEVES | {"smoker": "on"}, "scenting")):
        oracle = in_the_night(options, at=40, yellow="x036")
        oracle.row, oracle.track = [38, 39, 40], 2
        oracle.stage = "walking"
        stay(oracle)
        play_all(oracle, "search 37", "search 38")
        assert [oracle.stage, oracle.yellow] == [stage, {38}]
    assert play_all(oracle, "smoker", "search 39").stage == "searching"
    assert oracle.legal() == {"search 40", "stop"}
    assert play_all(oracle, "search 40").figure() == "blue"
    assert [oracle.yellow, oracle.abilities] == [{38, 39, 40}, set()]


def test_false_clues_can_be_neither_searched_nor_arrested() -> None:
    options = SLEEVES | {"false_clues": "on", "reinforcements": "blue_red_green"}
    oracle = in_the_night(options, at=40, green="x036")
    oracle.row, oracle.track, oracle.yellow, oracle.counters = [37, 40], 1, {1, 2, 3, 4, 5}, 1
    oracle.stage = "walking"
    assert stay(oracle).stage == "bluffing"
    assert ends(oracle, "clue") == {"nothing", *map(str, set(WHITEHALL.colours) - set(LOCATIONS))}
    play_all(oracle, "clue 40", "stop", "stop")
    assert oracle.legal() == {
        "stop",
        "arrest all",
        *(f"{word} {n}" for n in (37, 38, 39) for word in ("search", "arrest")),
    }
    assert play_all(oracle, "arrest all").reason is None
    assert [oracle.counters, oracle.abilities] == [0, set()]


def test_a_location_is_announced_after_the_figures_and_arrests_come_first() -> None:
    for last, reason in (("stop", None), ("arrest 33", "arrested")):
        oracle = in_the_night(at=34, red=min(map(str, joined(WHITEHALL, 33))))
        oracle.stage = "walking"
        oracle.row, oracle.track = [147, 33], 1
        play_all(stay(oracle), "stop", "stop")
        assert [oracle.red, oracle.round] == [{147}, 1]
        assert play_all(oracle, last).reason == reason
    oracle = in_the_night(at=34)
    oracle.stage = "walking"
    oracle.row, oracle.track = [147, 33], 1
    play_all(stay(oracle), "stop", "stop", "stop")
    assert [oracle.red, oracle.round, oracle.row, oracle.rows, oracle.track] == [{147, 33}, 2, [33], [[147, 33]], 0]


def test_brown_wins_with_a_location_not_yet_reached() -> None:
    for circle, reason in ((33, "deduced"), (147, None), (1, None)):
        oracle = in_the_night(SLEEVES | {"reinforcements": "red_green_brown"})
        play_all(stay(play_all(oracle, "move 114")), "stop", "stop")
        assert play_all(oracle, f"call {circle}").reason == reason
        assert "brown" not in oracle.abilities


def test_brown_is_too_late_where_jack_stands() -> None:
    for circle, reason in ((33, None), (46, "deduced")):
        oracle = in_the_night(SLEEVES | {"reinforcements": "red_green_brown"})
        oracle.stage = "walking"
        oracle.row, oracle.track = [147, 33], 1
        play_all(stay(oracle), "stop", "stop")
        assert play_all(oracle, f"call {circle}").reason == reason


@pytest.mark.parametrize(
    ("investigators", "second_holds", "seats"),
    [
        ("1", "third", "111"),
        ("3", "third", "123"),
        ("2", "third", "112"),
        ("2", "second", "121"),
        ("2", "first", "211"),
    ],
)
def test_seats_hold_their_figures(investigators: str, second_holds: str, seats: str) -> None:
    oracle = in_the_night({"investigators": investigators, "second_holds": second_holds})
    oracle.play("move 114")
    for number in seats:
        assert oracle.to_move() == f"investigator{number}"
        oracle.play(f"walk {oracle.figures[oracle.in_play[oracle.number]]}")


def test_which_options_fit_together() -> None:
    assert fit_together(DEFAULTS)
    assert len(CHOICES["reinforcements"]) == 10
    for refused in ({"smoker": "on"}, {"reinforcements": "yellow_blue_green"}, {"reconstructed_tiles": "on"}, SLEEVES):
        assert not fit_together(DEFAULTS | refused)
    assert not fit_together(DEFAULTS | SLEEVES | {"smoker": "on", "reinforcements": "blue_red_green"})
    assert fit_together(DEFAULTS | SLEEVES | {"smoker": "on", "reinforcements": "yellow_red_green"})


def test_the_casebook_of_the_small_map() -> None:
    levels = [casebook(SMALL_MAP, level) for level in ("easy", "medium", "difficult")]
    assert [len(level) for level in levels] == [8, 8, 8]
    assert levels[0][0] == (1, 2, 12, 16)  # 2-1-6-12-16: four moves, as few as any, and the lowest numbers
    assert len({four for level in levels for four in level}) == 24
