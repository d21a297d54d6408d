"""What a menu needs to know of a title before anybody plays it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gaslamp.core.options import Option, choose


@dataclass(frozen=True, slots=True)
class Meta:
    """A title's id, its seats in the order positions number them, its options, and the version of its rules."""

    title: str
    seats: tuple[str, ...]
    options: tuple[Option, ...]
    rules_version: int
    default_seat: str  # where a newcomer sits
    sides: tuple[str, ...] = ()  # what a newcomer chooses between; left out, each seat is a side of its own
    default_side: str = ""
    seats_by: tuple[str, Mapping[str, tuple[str, ...]]] | None = None  # the option that says who plays, if one does
    usual: bool = False  # it is played where nobody says which
    hides: str = ""  # the side that hides, if one does: menus draw it so
    aid: str = ""  # the option that is no rule but helps to play, if there is one: off or on

    def __post_init__(self) -> None:
        if not self.sides:
            object.__setattr__(self, "sides", self.seats)
            object.__setattr__(self, "default_side", self.default_seat)
        if len(self.sides) != 2:  # agreements, the arena and whoever gives up rely on it
            raise ValueError(f"{self.title}: a title has two sides")

    def seats_for(self, options: Mapping[str, str]) -> tuple[str, ...]:
        """The seats of a game with these options; what is not given counts as its default."""
        if self.seats_by is None:
            return self.seats
        id, seats = self.seats_by
        chosen = choose(self.options, options, self.title)[id]
        return seats[chosen]
