"""Options: defaults, requirements and refusals."""

import pytest

from gaslamp import titles
from gaslamp.core.errors import Unreadable
from gaslamp.core.messages import message
from gaslamp.core.options import Option, choose, every_choice

FOG = Option("fog", choices=("thin", "thick"), default="thin")
LAMPS = Option(
    "lamps",
    choices=("lit", "out", "shared"),
    default="lit",
    requires={"out": {"fog": ("thick",)}, "shared": {"fog": ("thin",)}},
)
OPTIONS = (FOG, LAMPS)


def refusal(given: dict[str, str]) -> tuple[str, dict[str, object]]:
    with pytest.raises(Unreadable) as caught:
        choose(OPTIONS, given)
    return caught.value.message.id, dict(caught.value.message.params)


def test_missing_options_get_their_defaults() -> None:
    assert choose(OPTIONS, {}) == {"fog": "thin", "lamps": "lit"}
    assert choose(OPTIONS, {"fog": "thick"}) == {"fog": "thick", "lamps": "lit"}
    assert choose((), {}) == {}


def test_the_order_is_that_of_the_title() -> None:
    assert list(choose(OPTIONS, {"lamps": "shared", "fog": "thin"})) == ["fog", "lamps"]


def test_an_unknown_option_is_refused() -> None:
    assert refusal({"moon": "full"}) == ("error.option", {"option": "moon", "known": "fog, lamps"})


def test_an_unknown_choice_is_refused() -> None:
    assert refusal({"fog": "pink"}) == ("error.choice", {"option": "fog", "choice": "pink", "known": "thin, thick"})


def test_a_choice_may_require_another() -> None:
    assert choose(OPTIONS, {"lamps": "out", "fog": "thick"})["lamps"] == "out"
    needs = {"option": "lamps", "choice": "out", "other": "fog", "needed": "thick"}
    assert refusal({"lamps": "out"}) == ("error.requires", needs)
    assert refusal({"lamps": "shared", "fog": "thick"})[0] == "error.requires"


def test_every_choice_gives_each_set_that_fits_once() -> None:
    assert list(every_choice(OPTIONS)) == [
        {"fog": "thin", "lamps": "lit"},
        {"fog": "thin", "lamps": "shared"},
        {"fog": "thick", "lamps": "lit"},
        {"fog": "thick", "lamps": "out"},
    ]
    assert list(every_choice(())) == [{}]


def test_a_default_is_one_of_the_choices() -> None:
    with pytest.raises(ValueError, match="default"):
        Option("fog", choices=("thin", "thick"), default="pink")


def test_a_choice_may_require_one_of_several() -> None:
    sleeves = Option("sleeves", ("down", "up"), "down", requires_one={"up": {"fog": ("thick",), "lamps": ("out",)}})
    options = (FOG, Option("lamps", ("lit", "out"), "lit"), sleeves)
    assert choose(options, {"sleeves": "up", "fog": "thick"})["sleeves"] == "up"
    assert choose(options, {"sleeves": "up", "lamps": "out"})["sleeves"] == "up"
    with pytest.raises(Unreadable) as caught:
        choose(options, {"sleeves": "up"})
    assert caught.value.message.id == "error.requires_one"
    assert caught.value.message.params["others"] == "fog, lamps"


def test_a_default_may_follow_from_other_choices() -> None:
    scarf = Option("scarf", ("off", "on"), "off", default_when={"on": {"fog": ("thick",), "lamps": ("lit", "out")}})
    options = (scarf, *OPTIONS)
    assert choose(options, {"fog": "thick"})["scarf"] == "on"
    assert choose(options, {"fog": "thick", "scarf": "off"})["scarf"] == "off"
    assert choose(options, {})["scarf"] == choose(options, {"lamps": "shared"})["scarf"] == "off"
    with pytest.raises(ValueError, match="default"):
        Option("scarf", ("off", "on"), "off", default_when={"red": {"fog": ("thick",)}})


def test_with_a_title_the_refusal_names_its_rules() -> None:
    with pytest.raises(Unreadable) as caught:
        choose(OPTIONS, {"lamps": "out"}, "noughts")
    assert caught.value.message.params == {
        "option": message("noughts.rule.lamps"),
        "choice": message("noughts.choice.out"),
        "other": message("noughts.rule.fog"),
        "needed": message("noughts.choice.thick"),
    }


def test_several_choices_that_would_fit_are_all_named() -> None:
    wind = Option("wind", ("calm", "storm"), "calm", requires={"storm": {"lamps": ("out", "shared")}})
    with pytest.raises(Unreadable) as caught:
        choose((*OPTIONS, wind), {"wind": "storm"})
    assert caught.value.message.params["needed"] == message("error.either", first="out", second="shared")


def test_an_option_without_effect_is_still_accepted() -> None:
    """What `matters_when` says is for menus: a game may be given any value."""
    wind = Option("wind", choices=("calm", "storm"), default="calm", matters_when={"fog": ("thick",)})
    assert choose((FOG, wind), {"fog": "thin", "wind": "storm"}) == {"fog": "thin", "wind": "storm"}


@pytest.mark.parametrize("title", titles.titles())
def test_matters_when_names_choices_of_other_options(title: str) -> None:
    options = {option.id: option for option in titles.meta(title).options}
    for option in options.values():
        for other, fitting in option.matters_when.items():
            assert other != option.id
            assert set(fitting) < set(options[other].choices)
