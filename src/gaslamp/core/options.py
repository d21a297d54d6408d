"""Metadata of a title for menus, available without its rules: seats and optional rules as data.

>>> lamps = Option("lamps", choices=("lit", "dark"), default="lit")
>>> choose([lamps], {})
{'lamps': 'lit'}
>>> choose([lamps], {"lamps": "red"})
Traceback (most recent call last):
gaslamp.core.errors.Unreadable: ('error.choice', {'option': 'lamps', 'choice': 'red', 'known': 'lit, dark'})
>>> from gaslamp import titles
>>> titles.meta("whitehall").seats_for({"investigators": "2"})
('jack', 'investigator1', 'investigator2')
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gaslamp.core.errors import Unreadable
from gaslamp.core.messages import Message, Param, message


@dataclass(frozen=True, slots=True)
class Option:
    """One optional rule. A choice requires all of `requires` and one of `requires_one`.

    `matters_when` lists choices of other options without which this option has no effect, so that menus can hide it.
    `default_when` maps a choice to the choices of other options with which it becomes the default.
    """

    id: str
    choices: tuple[str, ...]
    default: str
    requires: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    requires_one: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    matters_when: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    default_when: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not {self.default, *self.default_when} <= set(self.choices):
            raise ValueError(f"{self.id}: the default is not a choice")

    def default_with(self, chosen: Mapping[str, str]) -> str:
        """Return the default, given the choices of the other options."""
        for choice, conditions in self.default_when.items():
            if all(chosen[other] in fitting for other, fitting in conditions.items()):
                return choice
        return self.default


def choose(options: Sequence[Option], choices: Mapping[str, str], title: str = "") -> dict[str, str]:
    """Complete *choices* with the defaults, in the title's order.

    Raises Unreadable for an unknown option or choice, and for choices that do not fit together. With a *title* the
    error names its rules (`<title>.rule.<option>`), otherwise the ids of the options.
    """
    by_id = {option.id: option for option in options}
    for id, value in choices.items():
        if id not in by_id:
            raise Unreadable("error.option", option=id[:40], known=", ".join(by_id))
        if value not in by_id[id].choices:
            raise Unreadable("error.choice", option=id, choice=value[:40], known=", ".join(by_id[id].choices))
    chosen = {option.id: choices.get(option.id, option.default) for option in options}
    chosen |= {option.id: option.default_with(chosen) for option in options if option.id not in choices}
    for option in options:
        _check_needs(option, chosen, title)
    return chosen


def _check_needs(option: Option, chosen: Mapping[str, str], title: str) -> None:
    choice = chosen[option.id]
    named: dict[str, Param] = {"option": _rule(title, option.id), "choice": _choice(title, choice)}
    for other, fitting in option.requires.get(choice, {}).items():
        if chosen[other] not in fitting:
            raise Unreadable("error.requires", **named, other=_rule(title, other), needed=_either(title, fitting))
    one_of = option.requires_one.get(choice, {})
    if one_of and not any(chosen[other] in fitting for other, fitting in one_of.items()):
        raise Unreadable("error.requires_one", **named, others=_rules(title, one_of))


def _rule(title: str, option: str) -> Message | str:
    return message(f"{title}.rule.{option}") if title else option


def _choice(title: str, choice: str) -> Message | str:
    return message(f"{title}.choice.{choice}") if title else choice


def _rules(title: str, options: Iterable[str]) -> tuple[Message, ...] | str:
    return tuple(message(f"{title}.rule.{option}") for option in options) if title else ", ".join(options)


def _either(title: str, choices: Sequence[str]) -> Message | str:
    first, *others = choices
    if not others:
        return _choice(title, first)
    return message("error.either", first=_choice(title, first), second=_either(title, others))


def every_choice(options: Sequence[Option]) -> Iterator[dict[str, str]]:
    for values in itertools.product(*(option.choices for option in options)):
        try:
            yield choose(options, dict(zip((option.id for option in options), values, strict=True)))
        except Unreadable:
            continue


@dataclass(frozen=True, slots=True)
class Meta:
    """A title's id, seats in position order, options and rules version."""

    title: str
    seats: tuple[str, ...]
    options: tuple[Option, ...]
    rules_version: int
    default_seat: str  # preselected in menus
    sides: tuple[str, ...] = ()  # two sides; default: the seats
    default_side: str = ""
    seats_by: tuple[str, Mapping[str, tuple[str, ...]]] | None = None  # option that selects the seats
    usual: bool = False  # the default title
    hides: str = ""  # the hidden side, for menus
    aid: str = ""  # id of the deduction aid option (off/on)

    def __post_init__(self) -> None:
        if not self.sides:
            object.__setattr__(self, "sides", self.seats)
            object.__setattr__(self, "default_side", self.default_seat)
        if len(self.sides) != 2:  # agreements, resignation and the arena require two
            raise ValueError(f"{self.title}: a title has two sides")

    def seats_for(self, options: Mapping[str, str]) -> tuple[str, ...]:
        """Return the seats of a game with these options; missing options have their defaults."""
        if self.seats_by is None:
            return self.seats
        id, seats = self.seats_by
        chosen = choose(self.options, options, self.title)[id]
        return seats[chosen]
