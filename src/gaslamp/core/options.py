"""Optional rules as data: what can be chosen, what is chosen if nobody says, and what a choice requires."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gaslamp.core.errors import Unreadable


@dataclass(frozen=True, slots=True)
class Option:
    """One optional rule, and what a choice of it needs: all of `requires`, one of `requires_one`.

    Some change nothing unless each option of `matters_when` has one of the choices given there: a menu need not show
    them then.
    """

    id: str
    choices: tuple[str, ...]
    default: str
    requires: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    requires_one: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    matters_when: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.default not in self.choices:
            raise ValueError(f"{self.id}: the default is not a choice")


def choose(options: Sequence[Option], given: Mapping[str, str]) -> dict[str, str]:
    """Complete what was given by the defaults, in the order of the title; refuse what does not fit."""
    known = {option.id: option for option in options}
    for id, value in given.items():
        if id not in known:
            raise Unreadable("error.option", option=id[:40], known=", ".join(known))
        if value not in known[id].choices:
            raise Unreadable("error.choice", option=id, choice=value[:40], known=", ".join(known[id].choices))
    chosen = {option.id: given.get(option.id, option.default) for option in options}
    for option in options:
        _check_needs(option, chosen)
    return chosen


def _check_needs(option: Option, chosen: Mapping[str, str]) -> None:
    choice = chosen[option.id]
    for other, fitting in option.requires.get(choice, {}).items():
        if chosen[other] not in fitting:
            needed = " | ".join(fitting)
            raise Unreadable("error.requires", option=option.id, choice=choice, other=other, needed=needed)
    one_of = option.requires_one.get(choice, {})
    if one_of and not any(chosen[other] in fitting for other, fitting in one_of.items()):
        raise Unreadable("error.requires_one", option=option.id, choice=choice, others=", ".join(one_of))


def every_choice(options: Sequence[Option]) -> Iterator[dict[str, str]]:
    """Every set of choices that fits together."""
    for values in itertools.product(*(option.choices for option in options)):
        try:
            yield choose(options, dict(zip((option.id for option in options), values, strict=True)))
        except Unreadable:
            continue
