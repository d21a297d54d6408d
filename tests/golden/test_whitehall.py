"""Golden games of Whitehall Mystery: every ending and option.

All were played by players that see everything and look for rare cases (`tests/oracle/whitehall/players.py`).
"""

from collections import Counter
from itertools import takewhile

import pytest

from gaslamp import titles
from gaslamp.core.game import SPECTATOR, Outcome
from gaslamp.core.messages import message
from gaslamp.core.records import record
from gaslamp.core.records.record_format import BadRecord
from gaslamp.titles.whitehall.meta import FIGURES, META
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.view import View
from tests.golden.stored import Stored

STORED = Stored("whitehall")


def seen(name: str) -> list[tuple[str, View, View]]:
    """Yield every action with Jack's view before and after it."""
    game, record, steps = STORED.game(name), STORED.record(name), STORED.steps(name)
    views = [game.view(position, "jack") for position in (game.start(), *(after for _, after in steps))]
    return list(zip(record.actions, views, views[1:], strict=False))


def verbs(name: str) -> Counter[str]:
    return Counter(text.split()[0] for text in STORED.record(name).actions)


def in_range(crossing: str) -> tuple[int, ...]:
    return board.current().town.in_range(crossing)


# ---- all games


def test_every_way_to_end_has_a_golden_game() -> None:
    told = {STORED.record(name).outcome for name in STORED.names}
    ways = {Outcome(board.SIDES[board.WINNERS[n]], board.ENDINGS[n]) for n in range(1, len(board.ENDINGS))}
    assert told == ways


def test_every_choice_of_every_option_has_a_golden_game() -> None:
    records = STORED.records()
    chosen = {
        option.id: {record.options.get(option.id, option.default) for record in records} for option in META.options
    }
    trios = chosen.pop("reinforcements")
    assert {figure for trio in trios for figure in trio.split("_")} == set(FIGURES)
    assert chosen == {option.id: set(option.choices) for option in META.options if option.id in chosen}


# ---- what each of them is kept for


def test_jack_is_trapped_though_he_has_tiles_that_lead_nowhere() -> None:
    _, _, last = seen("trapped")[-1]
    assert last.tiles == {"coach": 0, "alley": 2, "boat": 2}


def test_jack_is_arrested_before_a_location_is_announced() -> None:
    text, before, after = seen("arrested_on_a_new_location")[-1]
    assert text == f"arrest {after.circle}"
    assert before.reached
    assert after.circle not in after.red


def test_brown_names_a_location_that_jack_has_still_to_reach_though_he_stands_on_another() -> None:
    text, before, after = seen("deduced")[-1]
    assert text != f"call {after.circle}"
    assert before.reached


def test_a_record_of_rules_version_1_is_refused_with_the_reason() -> None:
    """In version 1 brown won with the location that Jack had just reached (WM-68c)."""
    old = STORED.text("deduced").replace("rules: 2", "rules: 1").replace("call 44", "call 48")
    with pytest.raises(BadRecord) as refused:
        record.verify(titles.game("whitehall", record.read(old).options), record.read(old))
    assert refused.value.message == message("record.other_rules", line=3, told=1, ours=2)


def test_a_wrong_call_by_brown_changes_nothing() -> None:
    assert verbs("brown_calls_in_vain")["call"] == 1
    assert STORED.record("brown_calls_in_vain").outcome == Outcome("jack", "completed")


def test_green_arrests_all_in_range() -> None:
    text, before, after = seen("green_arrests_all")[-1]
    assert (text, after.reason) == ("arrest all", "arrested")
    assert after.circle in in_range(before.figures["green"])


def test_an_alley_and_a_boat_lie_face_down_until_their_round_is_over() -> None:
    news = STORED.news("tiles_face_down", SPECTATOR)
    assert {piece.details["kind"] for piece in news if piece.kind == "jack_moved"} <= {"plain", "coach", "hidden"}
    shown = [piece.details["shown"] for piece in news if piece.kind == "round_over"]
    assert any(isinstance(kinds, tuple) and {"alley", "boat"} <= set(kinds) for kinds in shown)
    assert verbs("tiles_face_down")["alley"] + verbs("tiles_face_down")["boat"] == sum(
        piece.details.get("kind") == "hidden" for piece in news
    )


def test_a_tile_taken_back_is_used_a_third_time() -> None:
    used = verbs("tiles_taken_back")
    assert used["reclaim"] == 2  # at the start of two rounds
    assert max(used["alley"], used["boat"]) == 3


def test_a_false_clue_hides_jack_from_a_figure_beside_him() -> None:
    hidden = [
        before
        for text, before, _ in seen("a_false_clue_under_his_feet")
        if text == f"clue {before.circle}" and any(before.circle in in_range(x) for x in before.figures.values())
    ]
    assert hidden


def test_yellow_walking_with_the_smoker_does_not_act() -> None:
    steps = seen("the_smoker_walks")
    (smoked,) = [number for number, (text, _, _) in enumerate(steps) if text.startswith("smoker ")]
    acted = [before.figure for _, before, _ in steps[smoked:] if before.smoked and before.stage == "acting"]
    assert acted
    assert "yellow" not in acted


def test_yellow_finds_clue_after_clue_with_the_smoker() -> None:
    steps = seen("the_smoker_goes_on")
    (smoked,) = [number for number, (text, _, _) in enumerate(steps) if text == "smoker"]
    _, before, _ = steps[smoked]
    searches = takewhile(lambda step: step[1].stage == "searching", steps[smoked + 1 :])
    assert max(len(after.yellow) for _, _, after in searches) > len(before.yellow)


def test_yellow_blue_and_red_use_their_reconstructed_tiles() -> None:
    assert {before.figure for text, before, _ in seen("reconstructed_tiles") if text.startswith("tile")} == {
        "yellow", "blue", "red"
    }  # fmt: skip


def test_three_investigators_move_a_figure_each() -> None:
    held = {(before.figure, before.to_move) for _, before, _ in seen("three_investigators") if before.figure}
    assert held == {("yellow", "investigator1"), ("blue", "investigator2"), ("red", "investigator3")}


def test_all_options_are_used_in_one_game() -> None:
    record = STORED.record("everything")
    assert [name for name, choice in record.options.items() if choice == "off"] == ["casebook"]
    assert verbs("everything").keys() >= {"reclaim", "clue", "smoker", "tile", "alley"}
