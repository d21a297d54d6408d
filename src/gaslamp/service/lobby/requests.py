"""Requests that pages, sockets and the API share, besides those at a game. Unknown fields are rejected."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from gaslamp.game.requests import Step, Word

Hash: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)", max_length=64)]  # 32 bytes
Room: TypeAlias = Literal["table", "side"]  # of the chat


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """Title, terms and seats of a new game."""

    title: Word
    side: Word  # a side, a seat or "either"
    opponent: Word  # "friend", "same_device" or "bot:" and a level
    allies: Word = "friend"  # the same for the other seats of the side
    options: dict[Word, Word] = {}
    own_nonce: bool = False  # request nonces for the creator's seats at the table
    clock: Word = ""  # text for `read_timing`
    open: bool = False  # free seats can be taken without a link
    hints: bool = False  # always allowed against bots alone


class PairRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Find an opponent for a game with the default options."""

    title: Word
    side: Word  # a side, a seat or "either"
    clock: Word = ""  # text for `read_timing`
    own_nonce: bool = False  # request the nonce for the creator's seat at the table


class PlayOn(Struct, frozen=True, forbid_unknown_fields=True):
    """Play on from a finished game, against bots, as one of its sides."""

    step: Step  # of the replay
    side: Word
    own_nonce: bool = False  # request nonces for the player's seats at the table


class MakePuzzle(Struct, frozen=True, forbid_unknown_fields=True):
    step: Step  # of the replay


class TakeOpenSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Take a free seat of an open game."""

    seat: Word
    nonce: Hash | None = None  # chosen after the commitment was received


class Invitation(Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a link."""

    secret: Annotated[str, Meta(max_length=200)]


class JoinGame(Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat by an invitation."""

    secret: Annotated[str, Meta(max_length=200)]  # of the invitation
    seat: Word | None = None  # None for the first free one
    nonce: Hash | None = None  # chosen after the commitment was received


class Say(Struct, frozen=True, forbid_unknown_fields=True):
    """Send a chat message to all members, or to the players of the own side."""

    say: str  # the chat checks its length
    room: Room
    phrase: bool = False  # `say` is the id of a ready phrase
