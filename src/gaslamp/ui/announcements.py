"""Announcements shown over the board, such as the witnesses' answer or the end of the game."""

from __future__ import annotations

from dataclasses import dataclass

from gaslamp.core.messages import Message


@dataclass(frozen=True, slots=True)
class Portrait:
    """A token with a name, and the sprites that change when it is shown."""

    symbol: str
    name: Message
    lights: tuple[str, ...] = ()
    letters: Message | None = None
    ink: str = ""


@dataclass(frozen=True, slots=True)
class Announcement:
    kicker: Message
    picture: Portrait  # its name is the headline
    people: tuple[Portrait, ...] = ()  # shown one by one
    people_title: Message | None = None
    then: Message | None = None
