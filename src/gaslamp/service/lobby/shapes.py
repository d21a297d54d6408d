"""Shapes that browsers and programs have in common: what either door reads, decoded strictly, and a clock."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from gaslamp.game.clock import Clock

Step: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Word: TypeAlias = Annotated[str, Meta(max_length=80)]
Hash: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)", max_length=64)]  # 32 bytes
Room: TypeAlias = Literal["table", "side"]  # of the chat


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be played, on which side or in which seat, against whom, and who else sits on the same side."""

    title: Word
    side: Word
    opponent: Word
    allies: Word = "friend"
    options: dict[Word, Word] = {}
    own_nonce: bool = False  # ask me at the table, when I know the commitment, for a nonce of each seat of mine
    clock: Word = ""
    open: bool = False  # anybody may take a seat that is kept for a friend
    hints: bool = False  # all may be given some; who plays the house alone always may


class Free(Struct, frozen=True, forbid_unknown_fields=True):
    """A free seat of an open game."""

    seat: Word
    nonce: Hash | None = None  # what I add to the draws, made when I knew the commitment


class Invited(Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a link."""

    secret: Annotated[str, Meta(max_length=200)]


class Sitting(Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of an invitation, and the seat that is wanted: the first free one if none is named."""

    secret: Annotated[str, Meta(max_length=200)]
    seat: Word | None = None
    nonce: Hash | None = None  # what I add to the draws, made when I knew the commitment


class Ask(Struct, frozen=True, forbid_unknown_fields=True):
    """Ask the others for a pause, to take the last activation back, or to hand over a deserted seat."""

    ask: Word


class Reply(Struct, frozen=True, forbid_unknown_fields=True):
    """Agree to the offer of that number, or not; one's own is withdrawn."""

    reply: Step
    agree: bool


class Say(Struct, frozen=True, forbid_unknown_fields=True):
    """Write to the others of the table, or to those of one's own side alone."""

    say: str  # as long as a frame may be: the chat says in its own words what is too long
    room: Room


class ClockShown(Struct, frozen=True):
    """What a seat has left, in milliseconds; for the one whose time runs, as of the moment it began to run."""

    seat: str
    left: int
    runs: bool


def clocks(clock: Clock) -> tuple[ClockShown, ...]:
    """The clock of each seat that has one."""
    return tuple(ClockShown(seat, left, seat == clock.runs) for seat, left in clock.left.items())
