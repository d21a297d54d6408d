"""Every reason why a target of Whitehall cannot be chosen, with its rule."""

import pytest

from gaslamp.titles.whitehall.rules.position import Position
from tests.rules.whitehall.builders import (
    BROWN,
    FALSE_CLUES,
    LOCATIONS,
    SMOKER,
    TILES,
    TOWN,
    WHITEHALL,
    YELLOW_CROSSINGS,
    at_work,
    begun,
    hunt,
    night,
    play,
    stay,
)
from tests.titles.shown import reasons, why_not
from tests.titles.whitehall.walks import SLEEVES, Walk, dealt

BLACK = next(circle for circle in TOWN.circles if TOWN.colour[circle] == "black")
BETWEEN = next(crossing for crossing in TOWN.crossings if TOWN.in_range(crossing) == (37, 38, 39, 40))  # WM-80a
CHOSEN = begun(*(f"locate {circle}" for circle in LOCATIONS))
PLACED = play(CHOSEN, *(f"place {crossing}" for crossing in YELLOW_CROSSINGS[:3]))
JACK = night(33)
COACH = play(JACK, "coach 54")
BLUFF = stay(hunt(33, 54, counters=1, false=[50], options=FALSE_CLUES))
WALK, ACT = hunt(33, 54), at_work(33, 54)  # yellow on x082, with 87 and 88 in range
FAR = "cross-x001"


def reclaiming() -> Position:
    walk = dealt(newspaper_fabrications="on").turn("alley 34").turn("move 37").turn("move 41").turn("move 24")
    return walk.turn("move 46").position


def scenting() -> Position:
    walk = Walk(**SLEEVES, smoker="on").take("locate 33", "locate 46", "locate 123", "locate 147")
    walk.take("place x108", "place x090", "place x095", "start 123", "move 122")
    return walk.take("walk x108", "walk x090", "walk x095", "search 123").position


Example = tuple[Position, str, tuple[str, ...], str]
EXAMPLES: dict[str, Example] = {
    "not_white": (begun(), f"circle-{BLACK}", (), "WM-02"),
    "quarter": (begun(), "circle-147", (), "WM-02"),
    "circle": (begun(), FAR, (), "WM-02"),
    "not_yellow": (CHOSEN, FAR, (), "WM-03"),
    "taken": (play(CHOSEN, "place x082"), "cross-x082", (), "WM-03"),
    "start": (PLACED, "circle-1", (), "WM-04"),
    "reclaim": (reclaiming(), "circle-1", (), "WM-61"),
    "jack_crossing": (JACK, FAR, (), "WM-10"),
    "must_move": (JACK, "circle-33", (), "WM-10a"),
    "not_adjacent": (JACK, "circle-147", (), "WM-10"),
    "blocked": (night(40, yellow=BETWEEN), "circle-37", (), "WM-11"),
    "coach_back": (COACH, "circle-33", (), "WM-14b"),
    "coach_blue": (play(night(47), "coach 67"), "circle-66", (), "WM-14a"),
    "coach_dead_end": (night(153, yellow="x147"), "circle-152", ("tile-coach",), "WM-23"),
    "special_location": (night(47), "circle-46", ("tile-alley",), "WM-18"),
    "no_coach": (night(152, locations=(33, 46, 153, 147)), "tile-coach", (), "WM-14a"),
    "alley_far": (JACK, "circle-147", ("tile-alley",), "WM-15"),
    "boat_far": (night(138), "circle-33", ("tile-boat",), "WM-16"),
    "jacks_tile": (WALK, "tile-coach", (), "WM-05"),
    "tile_later": (COACH, "tile-alley", (), "WM-23"),
    "tile_gone": (night(33, tiles={"coach": 0}), "tile-coach", (), "WM-05"),
    "coach_spaces": (night(*(33, 54) * 7, 33), "tile-coach", (), "WM-14d"),
    "no_alley": (night(8), "tile-alley", (), "WM-15"),
    "no_boat": (JACK, "tile-boat", (), "WM-16"),
    "clue_circle": (BLUFF, FAR, (), "WM-62a"),
    "clue_location": (BLUFF, "circle-46", (), "WM-62b"),
    "clue_there": (BLUFF, "circle-50", (), "WM-62b"),
    "figure_circle": (WALK, "circle-1", (), "WM-30"),
    "stay_button": (WALK, "cross-x082", (), "WM-30"),
    "figure_there": (WALK, "cross-x090", (), "WM-31"),
    "figure_far": (WALK, FAR, (), "WM-30"),
    "smoker": (hunt(33, 54, options=SMOKER), FAR, ("smoker",), "WM-66a"),
    "figure_tile": (hunt(33, 54, options=TILES), FAR, ("tile",), "WM-67"),
    "scent": (scenting(), "circle-1", (), "WM-66b"),
    "act_circle": (ACT, FAR, (), "WM-40"),
    "range": (ACT, "circle-147", (), "WM-40"),
    "false_clue": (at_work(33, 54, false=[87]), "circle-87", (), "WM-62c"),
    "found_already": (at_work(33, 87, 54, clues=[87]), "circle-87", (), "WM-41c"),
    "called_already": (play(ACT, "search 87"), "circle-87", (), "WM-41"),
    "call_white": (at_work(33, 54, figure="brown", options=BROWN), f"circle-{BLACK}", ("call",), "WM-68c"),
}


@pytest.mark.parametrize("reason", EXAMPLES)
def test_a_reason(reason: str) -> None:
    position, target, path, rule = EXAMPLES[reason]
    assert why_not(WHITEHALL, position, target, *path) == (reason, rule)


def test_a_waiting_seat_gets_the_reason_not_your_turn() -> None:
    assert why_not(WHITEHALL, JACK, "circle-1", viewer="investigator1") == ("wait", "WM-10")
    assert why_not(WHITEHALL, CHOSEN, "circle-1", viewer="jack") == ("wait", "WM-03")
    assert why_not(WHITEHALL, WALK, "circle-1", viewer="jack") == ("wait", "WM-30")
    assert why_not(WHITEHALL, ACT, "circle-1", viewer="jack") == ("wait", "WM-40")


def test_there_are_no_other_reasons() -> None:
    assert reasons("whitehall") == {*EXAMPLES, "wait"}
