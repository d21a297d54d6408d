"""Optional rules as data: what can be chosen, what is chosen if nobody says, and what a choice requires."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gaslamp.core.errors import Unreadable


@dataclass(frozen=True, slots=True)
class Option:
    """One optional rule. `requires` maps a choice to the choices of other options it needs."""

    id: str
    choices: tuple[str, ...]
    default: str
    requires: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

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
        for other, needed in option.requires.get(chosen[option.id], {}).items():
            if chosen[other] != needed:
                raise Unreadable(
                    "error.requires", option=option.id, choice=chosen[option.id], other=other, needed=needed
                )
    return chosen


def every_choice(options: Sequence[Option]) -> Iterator[dict[str, str]]:
    """Give every set of choices that fits together."""
    for values in itertools.product(*(option.choices for option in options)):
        try:
            yield choose(options, dict(zip((option.id for option in options), values, strict=True)))
        except Unreadable:
            continue
