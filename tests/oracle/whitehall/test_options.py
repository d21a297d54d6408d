"""The title's menu and the oracle accept the same sets of options."""

from itertools import product

from gaslamp.core.errors import Unreadable
from gaslamp.core.options import choose
from gaslamp.titles.whitehall.meta import META
from gaslamp.titles.whitehall.rules.board import ABILITIES, FIGURES, SEATS
from gaslamp.titles.whitehall.rules.opening import opening
from tests.oracle.whitehall.options import CHOICES, DEFAULTS, abilities, figures, fit_together, holder

EVERY_SET = [dict(zip(CHOICES, values, strict=True)) for values in product(*CHOICES.values())]


def test_the_options_and_their_defaults() -> None:
    rules = [option for option in META.options if option.id != "aid"]  # the deduction aid is no rule
    assert {option.id: set(option.choices) for option in rules} == {
        option: set(choices) for option, choices in CHOICES.items()
    }
    assert choose(rules, {}) == DEFAULTS


def test_which_options_fit_together() -> None:
    for options in EVERY_SET:
        assert accepted(options) == fit_together(options), options


def accepted(options: dict[str, str]) -> bool:
    try:
        choose(META.options, options)
    except Unreadable:
        return False
    return True


def test_the_options_decide_the_figures_in_play() -> None:
    for options in filter(fit_together, EVERY_SET):
        position = opening(options)
        assert [FIGURES[position.name_of(number)] for number in range(3)] == figures(options), options
        assert {name for number, name in enumerate(ABILITIES) if position.can(number)} == abilities(options), options
        holders = [SEATS[position.holder(number)] for number in range(3)]
        assert holders == [holder(options, number) for number in range(3)], options
        assert set(holders) == set(META.seats_for(options)) - {"jack"}, options
