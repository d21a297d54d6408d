"""Options of Whitehall Mystery: dependencies and seats."""

import pytest

from gaslamp.core.errors import Unreadable
from gaslamp.core.game import SPECTATOR
from gaslamp.locale import LANGUAGES, catalogue
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


def test_the_menu_matches_the_rules() -> None:
    assert (meta.SEATS, meta.SIDES, meta.FIGURES) == (board.SEATS, board.SIDES, board.FIGURES)
    assert TRIOS == opening.CREWS
    rules = {option.id: option.default for option in META.options if option.id != "aid"}  # the aid is not a rule
    assert rules == dict(opening.DEFAULTS)


def test_the_aid_changes_no_rule() -> None:
    assert Whitehall({"aid": "on"}).start().key() == Whitehall().start().key()
    assert (Whitehall({"aid": "on"}).aided, Whitehall().aided) == (True, False)


@pytest.mark.rule("WM-07")
def test_the_option_sets_the_number_of_investigators() -> None:
    assert Whitehall().seats == ("jack", "investigator1")
    three = Whitehall({"investigators": "3"})
    assert three.viewers == ("jack", "investigator1", "investigator2", "investigator3", SPECTATOR)
    assert three.sides == ("jack", "investigators")
    assert three.allies("investigator2") == ("investigator1", "investigator2", "investigator3")
    assert three.allies("jack") == ("jack",)


@pytest.mark.rule("WM-69")
def test_tiles_and_reinforcements_need_sleeves_rolled_up() -> None:
    needs = "needs Roll Up Your Sleeves (on)."
    assert refused(smoker="on") == f"Smoker\u2019s Nose (on) {needs}"
    assert refused(reconstructed_tiles="on") == f"The figures\u2019 own tiles (on) {needs}"
    assert refused(reinforcements="yellow_blue_green") == f"Reinforcements (yellow, blue, green) {needs}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_refusal_shows_an_identifier(language: str) -> None:
    ids = {option.id for option in META.options if "_" in option.id or option.id == "smoker"}
    for wrong in (
        {"smoker": "on"},
        {"reinforcements": "red_green_brown"},
        {**SLEEVES, "smoker": "off"},
        {**SLEEVES, "smoker": "on", "reinforcements": "blue_red_green"},
    ):
        with pytest.raises(Unreadable) as problem:
            Whitehall(wrong)
        said = catalogue(language).say(problem.value.message)
        assert not [id for id in ids if id in said or "_" in said]


@pytest.mark.rule("WM-66")
def test_sleeves_alone_bring_the_smoker() -> None:
    assert Whitehall(SLEEVES).options["smoker"] == "on"
    assert Whitehall({**SLEEVES, "reinforcements": "blue_red_green"}).options["smoker"] == "off"


@pytest.mark.rule("WM-69")
def test_sleeves_without_an_ability_get_a_one_line_error() -> None:
    assert refused(**SLEEVES, smoker="off").count(".") == 1
    for use in ({"smoker": "on"}, {"reconstructed_tiles": "on"}, {"reinforcements": "red_green_brown"}):
        assert Whitehall({**SLEEVES, **use}).options["roll_up_your_sleeves"] == "on"


@pytest.mark.rule("WM-68a")
def test_without_yellow_there_is_no_smoker() -> None:
    assert "needs Reinforcements (yellow, blue, red or" in refused(
        **SLEEVES, smoker="on", reinforcements="blue_red_green"
    )
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
