"""Frames that browsers send, decoded strictly. The browser's types are generated from these (`make types`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, TypeAlias, get_args

import msgspec
from msgspec import Meta, Struct

from gaslamp.core.errors import Unreadable
from gaslamp.game.requests import Abort, Ask, Hint, Play, Reply, Resign, Resume, Step, TakeSeat, Undo, Word
from gaslamp.server.ops.limits import LONGEST
from gaslamp.service.lobby.requests import Hash, Say


class Uncover(Struct, frozen=True, forbid_unknown_fields=True):
    """Lift the curtain for a side."""

    uncover: Word


class Cover(Struct, frozen=True, forbid_unknown_fields=True):
    """Put the curtain up."""

    cover: bool


class Rematch(Struct, frozen=True, forbid_unknown_fields=True):
    """Play again, with the sides swapped or the same."""

    rematch: bool
    same: bool = False


class Language(Struct, frozen=True, forbid_unknown_fields=True):
    """Speak another language from now on."""

    language: Word


class Seen(Struct, frozen=True, forbid_unknown_fields=True):
    """The news up to this step have been told to the player."""

    seen: Step


class Replay(Struct, frozen=True, forbid_unknown_fields=True):
    """Show a step of the game once more; only when it is over."""

    replay: Step
    eyes: Word = ""  # the side that looks; empty: nothing is hidden


class Review(Struct, frozen=True, forbid_unknown_fields=True):
    """Review the game, or stop waiting for its review; only when it is over."""

    review: bool


class Reasons(Struct, frozen=True, forbid_unknown_fields=True):
    """Say what a bot would have done at a decision of the review, and why."""

    reasons: Step  # number of the point


class Nonces(Struct, frozen=True, forbid_unknown_fields=True):
    """The player's nonce for each seat that was asked for one. Chosen after the commitment was known."""

    nonces: dict[Word, Hash]


class Whole(Struct, frozen=True, forbid_unknown_fields=True):
    """Send the table as a whole: what a patch was to change is not here."""

    whole: bool


class Why(Struct, frozen=True, forbid_unknown_fields=True):
    """Say why something cannot be chosen: a place or a thing in a panel by its id, or the thing at a point."""

    why: Word  # the id; empty: look at the point
    step: Step
    path: Annotated[tuple[Word, ...], Meta(max_length=8)] = ()  # the inner choices made so far
    at: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        """Reject an id together with a point; msgspec reports it as a validation error."""
        if self.why and self.at is not None:
            raise ValueError("either an id or a point")


class Places(Struct, frozen=True, forbid_unknown_fields=True):
    """Send every place of the board that cannot be chosen after these inner choices, for keyboards."""

    places: Step
    path: Annotated[tuple[Word, ...], Meta(max_length=8)] = ()


class LessonStep(Struct, frozen=True, forbid_unknown_fields=True):
    """Go to a step of a first game."""

    lesson: Step


class Heartbeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Ask for heartbeats with the first one; answer a heartbeat of the server with each of the others."""

    heartbeat: bool


Frame: TypeAlias = (
    Play
    | Undo
    | Resign
    | Uncover
    | Cover
    | Rematch
    | Language
    | Seen
    | Say
    | Ask
    | Reply
    | Resume
    | TakeSeat
    | Abort
    | Nonces
    | Replay
    | Review
    | Reasons
    | Whole
    | Why
    | Places
    | Hint
    | LessonStep
    | Heartbeat
)

HEARTBEAT: Final = '{"heartbeat":true}'  # as browsers write it

# A frame is known by its first field.
_KINDS: Final[Mapping[str, type[Frame]]] = {kind.__struct_encode_fields__[0]: kind for kind in get_args(Frame)}
_FIELDS: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])


def decode(data: str | bytes) -> Frame:
    """Read a frame; raises Unreadable for anything else."""
    try:
        if len(data) > LONGEST:
            raise Unreadable("web.error.unreadable")
        kinds = _KINDS.keys() & _FIELDS.decode(data).keys()
        if len(kinds) != 1:
            raise Unreadable("web.error.unreadable")
        return msgspec.json.decode(data, type=_KINDS[kinds.pop()])
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Unreadable("web.error.unreadable") from None
