"""The options of Whitehall Mystery fit together as the rules say, and say who plays."""

import pytest

from gaslamp.core.errors import Unreadable
from gaslamp.core.game import SPECTATOR
from gaslamp.titles.whitehall import meta
from gaslamp.titles.whitehall.game import Whitehall
from gaslamp.titles.whitehall.meta import META, TRIOS
from gaslamp.titles.whitehall.rules import board, opening
from tests.titles.shown import english
from tests.titles.whitehall.walks import SLEEVES


def refused(**options: str) -> str:
    with pytest.raises(Unreadable) as problem:
        Whitehall(options)
    return english(problem.value.message)


def test_the_menu_knows_what_the_rules_know() -> None:
    assert (meta.SEATS, meta.SIDES, meta.FIGURES) == (board.SEATS, board.SIDES, board.FIGURES)
    assert TRIOS == opening.CREWS
    rules = {option.id: option.default for option in META.options if option.id != "aid"}  # the aid is no rule
    assert rules == dict(opening.DEFAULTS)


def test_the_aid_changes_no_rule() -> None:
    assert Whitehall({"aid": "on"}).start().key() == Whitehall().start().key()
    assert (Whitehall({"aid": "on"}).aided, Whitehall().aided) == (True, False)


@pytest.mark.rule("WM-07")
def test_so_many_investigators_sit_down_as_the_option_says() -> None:
    assert Whitehall().seats == ("jack", "investigator1")
    three = Whitehall({"investigators": "3"})
    assert three.viewers == ("jack", "investigator1", "investigator2", "investigator3", SPECTATOR)
    assert three.sides == ("jack", "investigators")
    assert three.allies("investigator2") == ("investigator1", "investigator2", "investigator3")
    assert three.allies("jack") == ("jack",)


@pytest.mark.rule("WM-69")
def test_tiles_and_reinforcements_need_sleeves_rolled_up() -> None:
    needs = "needs roll_up_your_sleeves=on"
    assert needs in refused(smoker="on")
    assert needs in refused(reconstructed_tiles="on")
    assert needs in refused(reinforcements="yellow_blue_green")


@pytest.mark.rule("WM-69")
def test_sleeves_rolled_up_for_nothing_are_refused_in_one_sentence() -> None:
    assert refused(**SLEEVES).count(".") == 1
    for use in ({"smoker": "on"}, {"reconstructed_tiles": "on"}, {"reinforcements": "red_green_brown"}):
        assert Whitehall({**SLEEVES, **use}).options["roll_up_your_sleeves"] == "on"


@pytest.mark.rule("WM-68a")
def test_without_yellow_there_is_no_smoker() -> None:
    assert "needs reinforcements=yellow" in refused(**SLEEVES, smoker="on", reinforcements="blue_red_green")
    assert Whitehall({**SLEEVES, "smoker": "on", "reinforcements": "yellow_green_brown"}).start().abilities


@pytest.mark.rule("WM-68")
def test_nine_sets_of_three_have_reinforcements() -> None:
    assert len(TRIOS) == len(set(TRIOS)) == 10
    assert sum("green" in trio or "brown" in trio for trio in TRIOS) == 9


@pytest.mark.rule("WM-69")
def test_all_other_options_combine_freely() -> None:
    switches = dict.fromkeys(("murderer_at_large", "newspaper_fabrications", "false_clues"), "on")
    for level in board.CASEBOOK:
        assert Whitehall({**switches, "casebook": level}).options["casebook"] == level
