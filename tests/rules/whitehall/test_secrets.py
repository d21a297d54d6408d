"""Secrets: the board is public, Jack's sheet is his own until the end."""

from dataclasses import replace
from typing import Any

import pytest

from gaslamp.core.game import News, redact
from gaslamp.titles.whitehall.game import Whitehall
from gaslamp.titles.whitehall.rules.position import Position
from gaslamp.ui.presentation import presentation
from tests.ledger import rule
from tests.rules.whitehall.builders import (
    FALSE_CLUES,
    LOCATIONS,
    NO_TILES,
    OTHERS,
    WHITEHALL,
    at_work,
    begun,
    dealt,
    kinds,
    look,
    night,
    outcome,
    play,
    rest,
    stay,
    told,
    turn,
)

NOTHING_OF_HIS: Any = {"circle": None, "row": None, "rows": None, "locations": None, "reached": None}
STAY = ["walk x082", "walk x090", "walk x095"]
QUIET = ["stop", "stop", "stop"]


def assert_alike(one: Position, other: Position, viewer: str) -> None:
    """Check that a viewer's view, legal actions and scene are equal."""
    assert look(one, viewer) == look(other, viewer)
    assert presentation(WHITEHALL).prompt(look(one, viewer), []) == presentation(WHITEHALL).prompt(
        look(other, viewer), []
    )


# ---- open to all


@rule("WM-70")
@pytest.mark.parametrize("viewer", OTHERS)
def test_everybody_sees_the_board_the_track_and_the_tiles(viewer: str) -> None:
    position = night(
        147, 35, 34, 37, reached=(33, 147), clues=(35,), false=(40,), counters=1, options=FALSE_CLUES, yellow="x036"
    )  # fmt: skip
    position = stay(play(position, "coach 19", "then 38"))
    jack, seen = look(position, "jack"), look(position, viewer)
    assert (seen.round, seen.track, seen.turn) == (2, 5, 4)
    assert seen.figures == {"yellow": "x036", "blue": "x090", "red": "x095"}
    assert (seen.red, seen.yellow, seen.false, seen.counters) == ((33, 147), (35,), (40,), 1)
    assert seen.tiles == {"coach": 1, "alley": 2, "boat": 2}
    assert seen.laid == ((4, 5, "coach"),)
    assert (jack.circle, jack.row) == (38, (147, 35, 34, 37, 19, 38))
    assert seen == replace(jack, viewer=viewer, **NOTHING_OF_HIS)


@rule("WM-70")
@pytest.mark.parametrize("viewer", ["jack", *OTHERS])
def test_answers_are_public(viewer: str) -> None:
    position = at_work(33, 38, 19, yellow="x036", blue="x035", red="x045")
    news = told(position, viewer, "search 37", "search 38", "arrest 35", "stop")
    assert kinds(news) == ["searched", "searched", "arrested_in_vain", "stopped"]
    assert [piece.details["answer"] for piece in news[:2]] == ["no", "yes"]


@rule("WM-70")
@pytest.mark.parametrize("viewer", ["jack", *OTHERS])
def test_everybody_sees_the_figures_placed_and_walking(viewer: str) -> None:
    located = begun(*(f"locate {circle}" for circle in LOCATIONS))
    assert told(located, viewer, "place x096") == [
        News("placed", {"seat": "investigator1", "figure": "yellow", "crossing": "x096"})
    ]
    walked = {"seat": "investigator1", "figure": "yellow", "here": "x082", "there": "x083", "how": "walk"}
    assert told(play(dealt(), "move 34"), viewer, "walk x083") == [News("walked", walked)]


@rule("WM-70")
@pytest.mark.parametrize("viewer", OTHERS)
def test_everybody_sees_where_jack_starts(viewer: str) -> None:
    placed = begun(*(f"locate {circle}" for circle in LOCATIONS), "place x082", "place x090", "place x095")
    assert told(placed, viewer, "start 46")[0] == News("started", {"circle": 46})
    assert look(play(placed, "start 46"), viewer).red == (46,)


# ---- Jack's alone


@rule("WM-71")
@pytest.mark.parametrize("viewer", OTHERS)
def test_where_jack_goes_is_known_to_him_alone(viewer: str) -> None:
    here, there = dealt(), dealt()
    for one, other in (("move 34", "move 32"), ("move 35", "move 31"), ("coach 36, then 56", "coach 51, then 52")):
        mine, yours = one.split(", "), other.split(", ")
        assert told(here, viewer, *mine, *STAY, *QUIET) == told(there, viewer, *yours, *STAY, *QUIET)
        assert told(here, "jack", *mine) != told(there, "jack", *yours)
        here, there = turn(here, *mine), turn(there, *yours)
        assert_alike(here, there, viewer)
    assert look(here, "jack").row == (33, 34, 35, 36, 56)
    assert look(there, "jack").row == (33, 32, 31, 51, 52)


@rule("WM-71")
@pytest.mark.parametrize("viewer", OTHERS)
def test_the_first_half_of_a_coach_is_hidden(viewer: str) -> None:
    assert told(dealt(), viewer, "coach 34") == []
    assert kinds(told(dealt(), "jack", "coach 34")) == ["coach_begun"]


@rule("WM-71")
@pytest.mark.parametrize("viewer", OTHERS)
def test_the_locations_not_yet_reached_are_known_to_him_alone(viewer: str) -> None:
    one, other = [f"locate {circle}" for circle in LOCATIONS], ["locate 33", "locate 7", "locate 189", "locate 188"]
    hidden = [News("location_hidden", {"count": number}) for number in (1, 2, 3, 4)]
    assert told(begun(), viewer, *one) == told(begun(), viewer, *other) == hidden
    assert kinds(told(begun(), "jack", *one)) == ["located"] * 4
    placed = ["place x082", "place x090", "place x095", "start 33", "move 34", *STAY]
    assert_alike(begun(*one, *placed), begun(*other, *placed), viewer)
    assert look(begun(*one, *placed), "jack").locations == LOCATIONS


@rule("WM-71")
@pytest.mark.parametrize("viewer", OTHERS)
def test_only_jack_sees_the_casebooks_draw(viewer: str) -> None:
    drawing = begun(casebook="normal")
    assert told(drawing, viewer, "locate 33") == [News("location_hidden", {"count": 1})]
    assert told(drawing, "jack", "locate 33") == [News("located", {"circle": 33})]


@rule("WM-71")
@pytest.mark.parametrize("viewer", OTHERS)
def test_that_he_stands_on_a_new_location_is_known_to_him_alone(viewer: str) -> None:
    reached = stay(play(night(147, 34, reached=(147,)), "move 33"))
    not_reached = stay(play(night(147, 34, reached=(147,)), "move 35"))
    assert_alike(reached, not_reached, viewer)
    assert (look(reached, "jack").reached, look(not_reached, "jack").reached) == (True, False)


@rule("WM-71")
@pytest.mark.parametrize("viewer", OTHERS)
def test_rows_of_earlier_rounds_stay_his(viewer: str) -> None:
    one = turn(turn(night(147, 36, reached=(147,)), "move 35"), "move 33")
    other = turn(turn(night(147, 36, reached=(147,)), "move 53"), "move 33")
    assert_alike(one, other, viewer)
    assert look(one, "jack").rows == ((147, 36, 35, 33),)
    assert look(other, "jack").rows == ((147, 36, 53, 33),)


@rule("WM-71")
def test_the_players_of_the_investigators_know_the_same() -> None:
    game = Whitehall({"investigators": "3"})
    position = at_work(33, 38, 19, yellow="x036", blue="x035", options={"investigators": "3"})
    assert game.allies("investigator2") == ("investigator1", "investigator2", "investigator3")
    for text in ("search 37", "search 38", "arrest 35"):
        action = game.actions.parse(text)
        after = position.copy()
        after.advance(action)
        happened = game.events(position, action, after)
        assert len({repr(redact(happened, f"investigator{number}")) for number in (1, 2, 3)}) == 1
        views = [replace(game.view(after, f"investigator{number}"), viewer="") for number in (1, 2, 3)]
        assert views[0] == views[1] == views[2]
        position = after


# ---- the end


@rule("WM-72")
@pytest.mark.parametrize("viewer", OTHERS)
@pytest.mark.parametrize(
    ("reason", "row", "steps"),
    [
        ("arrested", (46, 35), ["move 34", "walk x035", "walk x090", "walk x095", "arrest 34"]),
        ("too_late", (46, *(34, 35) * 7), ["move 34"]),
        ("completed", (46, 34), ["move 33", "walk x026", "walk x090", "walk x095", *QUIET]),
    ],
)
def test_the_end_reveals_the_whole_sheet(viewer: str, reason: str, row: tuple[int, ...], steps: list[str]) -> None:
    position = night(*row, reached=(147, 159, 46), tiles=NO_TILES, yellow="x026")
    *_, over, revealed = told(position, viewer, *steps)
    after = play(position, *steps)
    whole = (*row, int(steps[0].split()[1]))
    assert (over.kind, over.details["reason"]) == ("over", reason)
    assert (revealed.kind, revealed.details["locations"]) == ("revealed", ("33", "46", "159", "147"))
    assert revealed.details["rows"] == ("147", "159", " ".join(map(str, whole)))
    seen = look(after, viewer)
    assert (seen.locations, seen.row, seen.circle) == (LOCATIONS, whole, whole[-1])
    assert replace(seen, viewer="jack") == look(after, "jack")


@rule("WM-72")
@pytest.mark.parametrize("viewer", OTHERS)
def test_resigning_reveals_the_whole_sheet(viewer: str) -> None:
    position = turn(dealt(), "move 34")
    assert outcome(position) is None
    (revealed,) = redact(WHITEHALL.closing_events(position), viewer)
    assert revealed.details["rows"] == ("33 34",)
    seen = WHITEHALL.view(position, viewer, ended=True)
    assert (seen.locations, seen.row) == (LOCATIONS, (33, 34))


@rule("WM-72")
@pytest.mark.parametrize("viewer", OTHERS)
def test_nothing_is_shown_before_the_end(viewer: str) -> None:
    position = rest(play(night(147, 34, reached=(147,)), "move 33"))
    assert look(position, viewer).locations is None
    assert look(position, viewer).rows is None
