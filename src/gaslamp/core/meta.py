"""What a menu needs to know of a title before anybody plays it."""

from __future__ import annotations

from dataclasses import dataclass

from gaslamp.core.options import Option


@dataclass(frozen=True, slots=True)
class Meta:
    """A title's id, its seats in the order positions number them, its options, and the version of its rules."""

    title: str
    seats: tuple[str, ...]
    options: tuple[Option, ...]
    rules_version: int
    default_seat: str  # where a newcomer sits
