"""Moments that are told on their own, over the board: what the witnesses saw, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass

from gaslamp.core.messages import Message


@dataclass(frozen=True, slots=True)
class Portrait:
    """Somebody's token with a name, and the sprites of the board that change when the moment comes to it."""

    symbol: str
    name: Message
    lights: tuple[str, ...] = ()
    letters: Message | None = None
    ink: str = ""


@dataclass(frozen=True, slots=True)
class Announcement:
    """Something that all wait for: what it is, a picture of it in words, whom it concerns, and what comes then."""

    kicker: Message
    picture: Portrait  # its name is what is said largest
    people: tuple[Portrait, ...] = ()  # one after the other
    people_title: Message | None = None
    then: Message | None = None
