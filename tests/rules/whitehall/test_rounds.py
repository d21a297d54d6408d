"""The end of a round, announced after the investigators' turn; the next round; the end of the game."""

import pytest

from gaslamp.core.game import News, Outcome
from tests.ledger import rule
from tests.rules.whitehall.builders import (
    FALSE_CLUES,
    MURDERER,
    NO_TILES,
    OTHERS,
    at_work,
    circles,
    dealt,
    is_over,
    kinds,
    legal,
    look,
    night,
    outcome,
    play,
    rest,
    stay,
    to_move,
    told,
    turn,
    ways,
)

COMPLETED = Outcome("jack", "completed")


# ---- reaching a location


@rule("WM-50")
def test_a_round_ends_after_the_whole_turn_of_the_investigators() -> None:
    position = play(night(147, 34, reached=(147,)), "move 33")
    while look(position).stage != "moving":
        assert (look(position).round, look(position).red) == (1, (147,))
        position = play(position, "stop" if "stop" in legal(position) else min(legal(position)))
    assert (look(position).round, look(position).red) == (2, (33, 147))


@rule("WM-50")
@pytest.mark.parametrize("viewer", OTHERS)
def test_a_location_is_announced_at_the_end_of_the_turn(viewer: str) -> None:
    steps = ["move 33", "walk x082", "walk x090", "walk x095", "stop", "stop"]
    position = night(147, 34, reached=(147,))
    ordinary = night(147, 34, reached=(147,), locations=(1, 46, 159, 147))
    assert told(position, viewer, *steps) == told(ordinary, viewer, *steps)
    last = told(play(position, *steps), viewer, "stop")
    assert kinds(last) == ["stopped", "round_over", "round_begun"]
    assert last[1] == News("round_over", {"round": 1, "circle": 33, "red": 2, "shown": ()})
    assert kinds(told(play(ordinary, *steps), viewer, "stop")) == ["stopped"]


@rule("WM-50")
def test_jack_cannot_keep_it_to_himself() -> None:
    position = play(night(147, 34, reached=(147,)), "move 33")
    asked = []
    while look(position).round == 1:
        asked.append(to_move(position))
        position = play(position, "stop" if "stop" in legal(position) else min(legal(position)))
    assert "jack" not in asked


# ---- the next round


@rule("WM-51")
def test_the_next_round_begins_with_a_clean_board_and_jacks_move() -> None:
    position = at_work(147, 35, 34, 33, reached=(147,), yellow="x035", false=(40, 41), counters=1, options=FALSE_CLUES)
    position = rest(play(position, "clue 9", "search 34"))
    view = look(position)
    assert (view.yellow, view.false, view.counters) == ((), (), 0)
    assert (view.round, view.track, view.row) == (2, 0, (33,))
    assert view.rows == ((147, 35, 34, 33),)
    assert (to_move(position), view.stage) == ("jack", "moving")


@rule("WM-51")
def test_the_third_round_begins_where_the_second_ended() -> None:
    position = dealt()
    for step in ("move 37", "move 41", "move 24", "move 46"):
        position = turn(position, step)
    assert (look(position).round, look(position).row) == (2, (46,))
    for step in ("move 97", "move 114", "move 147"):
        position = turn(position, step)
    view = look(position)
    assert (view.round, view.row, view.red) == (3, (147,), (33, 46, 147))
    assert view.rows == ((33, 37, 41, 24, 46), (46, 97, 114, 147))


@rule("WM-51")
def test_the_track_has_fifteen_spaces_again() -> None:
    position = turn(night(147, *(35, 34) * 7, reached=(147,)), "move 33")
    for move in range(14):
        position = turn(position, f"move {(34, 35)[move % 2]}")
    assert (look(position).round, look(position).track, outcome(position)) == (2, 14, None)


@rule("WM-51")
@pytest.mark.parametrize("reached", [(147,), (46, 147)])
def test_the_row_of_a_finished_round_is_kept(reached: tuple[int, ...]) -> None:
    position = turn(night(147, *(35, 34) * 7, reached=reached), "move 33")
    rows = look(position).rows
    assert rows is not None
    assert len(rows) == len(reached)
    assert rows[-1] == (147, *(35, 34) * 7, 33)


@rule("WM-51a")
def test_tiles_used_stay_used() -> None:
    position = turn(turn(night(147, 36, reached=(147,)), "coach 35", "then 34"), "move 33")
    assert look(position).round == 2
    assert look(position).tiles == {"coach": 1, "alley": 2, "boat": 2}
    gone = turn(night(147, 34, reached=(147,), tiles=NO_TILES), "move 33")
    assert {text.split()[0] for text in legal(gone)} == {"move"}


@rule("WM-51a")
def test_the_tiles_of_a_round_are_taken_off_the_track() -> None:
    position = turn(night(147, 36, reached=(147,)), "coach 35", "then 34")
    assert look(position, "spectator").laid == ((2, 3, "coach"),)
    assert look(turn(position, "move 33"), "spectator").laid == ()


@rule("WM-51a")
@pytest.mark.parametrize("viewer", OTHERS)
def test_hidden_tiles_are_shown_when_the_round_ends(viewer: str) -> None:
    position = turn(night(147, 36, reached=(147,), options=MURDERER), "alley 35")
    assert look(position, viewer).tiles["alley"] == 2
    position = stay(play(position, "move 33"))
    (over,) = [piece for piece in told(position, viewer, "stop", "stop", "stop") if piece.kind == "round_over"]
    assert over.details["shown"] == ("alley",)
    assert look(rest(position), viewer).tiles["alley"] == 1


@rule("WM-51b")
def test_figures_and_red_markers_stay_where_they_are() -> None:
    position = play(night(147, 34, reached=(147,), yellow="x036"), "move 33", "walk x047", "walk x084", "walk x087")
    assert ways(position, "stop")
    position = rest(position)
    assert look(position).round == 2
    assert look(position).figures == {"yellow": "x047", "blue": "x084", "red": "x087"}
    assert look(position).red == (33, 147)


# ---- the end of the game


@rule("WM-52")
def test_with_the_fourth_red_marker_jack_has_won() -> None:
    position = stay(play(night(46, 34, reached=(147, 159, 46)), "move 33"))
    position = play(position, "stop", "stop")
    assert outcome(position) is None
    position = play(position, "stop")
    assert outcome(position) == COMPLETED
    assert is_over(position)
    assert look(position).red == (33, 46, 147, 159)


@rule("WM-52")
def test_three_red_markers_are_not_enough() -> None:
    position = turn(night(159, 34, reached=(147, 159)), "move 33")
    assert (outcome(position), look(position).round) == (None, 3)


@rule("WM-52")
def test_the_last_location_is_announced_with_the_end() -> None:
    position = play(stay(play(night(46, 34, reached=(147, 159, 46)), "move 33")), "stop", "stop")
    assert kinds(told(position, "spectator", "stop")) == ["stopped", "round_over", "over", "revealed"]


@rule("WM-53")
@pytest.mark.parametrize(
    ("reason", "steps"),
    [
        ("arrested", ["move 34", "walk x035", "walk x044", "walk x082", "arrest 34"]),
        ("too_late", ["move 34"]),
        ("trapped", ["move 34", "walk x035", "walk x043", "walk x034", "stop", "stop", "stop"]),
    ],
)
def test_the_investigators_win_in_three_ways(reason: str, steps: list[str]) -> None:
    row = (33, *(33, 35) * 7) if reason == "too_late" else (33, 35)
    position = night(*row, tiles=NO_TILES, yellow="x026", blue="x044", red="x082" if reason == "arrested" else "x033")
    assert outcome(play(position, *steps[:-1])) is None
    position = play(position, *steps)
    assert is_over(position)
    assert outcome(position) == Outcome("investigators", reason)


@rule("WM-53")
def test_no_round_goes_on_for_ever() -> None:
    position = dealt()
    moves = 0
    while not is_over(position):
        position = turn(position, f"move {min(circles(position, 'move') - {46, 159, 147})}")
        moves += 1
    assert (moves, look(position).reason) == (15, "too_late")
