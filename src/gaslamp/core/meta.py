"""Description of a title for menus, available without loading its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gaslamp.core.options import Option, choose


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
