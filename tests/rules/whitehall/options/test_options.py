"""Dependencies between the options."""

from itertools import product

import pytest

from gaslamp.core.errors import Unreadable
from gaslamp.core.options import choose
from gaslamp.titles.whitehall.game import Whitehall
from gaslamp.titles.whitehall.meta import META
from tests.ledger import rule
from tests.oracle.whitehall.options import completed, fit_together

CHOICES = {option.id: option.choices for option in META.options}
PLAIN = "yellow_blue_red"


def accepted(**options: str) -> bool:
    try:
        choose(META.options, options)
    except Unreadable:
        return False
    return True


def set_of_options(*names: str) -> list[dict[str, str]]:
    return [dict(zip(names, chosen, strict=True)) for chosen in product(*(CHOICES[name] for name in names))]


@rule("WM-69")
@pytest.mark.parametrize(
    "options", set_of_options("roll_up_your_sleeves", "smoker", "reconstructed_tiles", "reinforcements"), ids=str
)
def test_sleeves_and_the_abilities_that_need_them(options: dict[str, str]) -> None:
    smoker, tiles = options["smoker"] == "on", options["reconstructed_tiles"] == "on"
    used = smoker or tiles or options["reinforcements"] != PLAIN
    fits = (options["roll_up_your_sleeves"] == "on") is used  # neither goes without the other
    if smoker and "yellow" not in options["reinforcements"]:
        fits = False  # WM-68a
    assert accepted(**options) is fits


@rule("WM-66")
@pytest.mark.parametrize("trio", CHOICES["reinforcements"])
def test_sleeves_bring_the_smoker_where_yellow_plays(trio: str) -> None:
    sleeves = {"roll_up_your_sleeves": "on", "reconstructed_tiles": "on", "reinforcements": trio}
    assert choose(META.options, sleeves)["smoker"] == ("on" if "yellow" in trio else "off")
    assert choose(META.options, {**sleeves, "smoker": "off"})["smoker"] == "off"


@rule("WM-66")
@pytest.mark.parametrize(
    "given", set_of_options("roll_up_your_sleeves", "reconstructed_tiles", "reinforcements"), ids=str
)
def test_the_second_reading_completes_options_alike(given: dict[str, str]) -> None:
    meant = completed(given)
    assert accepted(**given) is fit_together(meant)
    if fit_together(meant):
        assert choose(META.options, given) == {**meant, "aid": "off"}


@rule("WM-69")
def test_sleeves_without_an_ability_are_refused() -> None:
    with pytest.raises(Unreadable) as refused:
        choose(META.options, {"roll_up_your_sleeves": "on", "smoker": "off"})
    told = str(refused.value.message)
    assert "roll_up_your_sleeves" in told
    assert all(name in told for name in ("smoker", "reconstructed_tiles", "reinforcements"))


@rule("WM-69")
def test_all_other_options_go_together() -> None:
    free = ["murderer_at_large", "newspaper_fabrications", "false_clues", "casebook", "investigators", "second_holds"]
    sleeves = {"roll_up_your_sleeves": "on", "smoker": "on", "reconstructed_tiles": "on"}
    for options in set_of_options(*free):
        assert accepted(**options)
        assert accepted(**options, **sleeves, reinforcements="yellow_green_brown")


@rule("WM-69")
def test_no_option_is_on_unless_it_is_chosen() -> None:
    plain = choose(META.options, {})
    assert {choice for name, choice in plain.items() if CHOICES[name] == ("off", "on")} == {"off"}
    assert (plain["reinforcements"], plain["casebook"], plain["investigators"]) == (PLAIN, "off", "1")


@rule("WM-69")
@pytest.mark.parametrize(
    "wished",
    [
        {"murderer_at_large": "on", "investigators": "3"},
        {"false_clues": "on", "casebook": "easy"},
        {"roll_up_your_sleeves": "on", "smoker": "on", "reinforcements": "yellow_red_green"},
    ],
    ids=str,
)
def test_everybody_knows_the_options_in_play(wished: dict[str, str]) -> None:
    game = Whitehall(wished)
    views = [game.view(game.start(), viewer) for viewer in game.viewers]
    assert all(view.options == {**choose(META.options, {}), **wished} for view in views)
