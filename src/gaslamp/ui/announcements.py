"""Announcements shown over the board, such as the end of the game, and steps of an animated story."""

from __future__ import annotations

from typing import Literal, TypeAlias

from gaslamp.core.messages import Message
from gaslamp.ui.part import Part


class Portrait(Part, frozen=True):
    """A token with a name, and the sprites that change when it is shown."""

    symbol: str
    name: Message
    lights: tuple[str, ...] = ()
    letters: Message | None = None
    ink: str = ""


class Announcement(Part, frozen=True):
    kicker: Message
    picture: Portrait  # its name is the headline
    people: tuple[Portrait, ...] = ()  # shown one by one
    people_title: Message | None = None
    then: Message | None = None


Sound: TypeAlias = Literal["", "step", "turn", "clue", "arrest"]


class Beat(Part, frozen=True):
    """One step: a sentence, and the sprites that move, turn or appear with it."""

    text: Message
    lights: tuple[str, ...] = ()
    sound: Sound = ""
