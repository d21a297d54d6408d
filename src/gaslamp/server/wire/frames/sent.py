"""What a browser gets."""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType

from gaslamp.server.http.errors import ErrorFrame
from gaslamp.server.wire.frames.parts import (
    BeatShown,
    LineEdit,
    PanelEdit,
    PanelShown,
    PromptShown,
    ResultShown,
    SaidShown,
    SeatShown,
    SpriteEdit,
    SpriteShown,
    TargetEdit,
    TargetShown,
    TrailEdit,
    TrailShown,
)
from gaslamp.service.games.seat_status import SeatClock
from gaslamp.service.lobby.requests import Room


class TableFrame(Struct, frozen=True, gc=False, tag="table"):
    """The table as one viewer sees it."""

    step: int
    seat: str
    board: str
    size: tuple[int, int]
    zoom: int  # of a large board so many units fill a phone at first; with 0 it is always seen whole
    label: str
    sprites: tuple[SpriteShown, ...]
    trails: tuple[TrailShown, ...]
    targets: tuple[TargetShown, ...]
    prompt: PromptShown
    panels: tuple[PanelShown, ...]
    news: tuple[str, ...]
    undo: bool
    resign: bool
    over: bool
    seats: tuple[SeatShown, ...]
    hotseat: bool
    rematch: str | None
    result: ResultShown | None
    commitment: str = ""  # to the secret of the draws
    head: str = ""  # of the log, as far as this viewer was told of it
    shares: dict[str, str] = {}  # what each seat adds to the draws
    moments: str = ""  # what of the news is told on its own, over the board
    story: tuple[BeatShown, ...] = ()  # what of the news is told before that, beat by beat
    number: int = 0  # of the frames of the table on this socket, patches among them


class PatchFrame(Struct, frozen=True, gc=False, tag="patch", omit_defaults=True):
    """What has changed of the table since its last frame on this socket, whose number is the base.

    What is not named is as it was; but news, moments and story are those of this frame, or there are none.
    """

    base: int
    step: int | UnsetType = UNSET
    label: str | UnsetType = UNSET
    sprites: tuple[SpriteEdit, ...] = ()
    trails: tuple[TrailEdit, ...] = ()
    targets: tuple[TargetEdit, ...] = ()
    prompt: PromptShown | UnsetType = UNSET
    panels: tuple[PanelEdit, ...] = ()  # which panels there are
    lines: dict[str, tuple[LineEdit, ...]] = {}  # of the pages of those that stay, by their ids
    news: tuple[str, ...] = ()
    undo: bool | UnsetType = UNSET
    resign: bool | UnsetType = UNSET
    over: bool | UnsetType = UNSET
    seats: tuple[SeatShown, ...] | UnsetType = UNSET
    rematch: str | UnsetType | None = UNSET
    result: ResultShown | UnsetType | None = UNSET
    head: str | UnsetType = UNSET
    shares: dict[str, str] | UnsetType = UNSET
    moments: str = ""
    story: tuple[BeatShown, ...] = ()


class PackedFrame(Struct, frozen=True, tag="packed", omit_defaults=True):
    """A long patch, made shorter: its JSON by DEFLATE without a header, in base64.

    Where others' names stand is left out of that and put beside it: how short something becomes must not depend on what
    somebody else has written.
    """

    packed: str
    seats: tuple[SeatShown, ...] | UnsetType = UNSET
    result: ResultShown | UnsetType | None = UNSET


class WaitingFrame(Struct, frozen=True, tag="waiting"):
    """Somebody is still to come, or a nonce that is asked for here."""

    html: str
    commitment: str = ""
    asked: tuple[str, ...] = ()  # seats of yours whose nonce is awaited
    house: tuple[str, ...] = ()  # seats that add nothing to the draws, being of the house


class CurtainFrame(Struct, frozen=True, tag="curtain"):
    """The curtain is up: whose turn it is to lift it, and nothing of any seat."""

    seat: str
    html: str


class ChatFrame(Struct, frozen=True, tag="chat"):
    """What was said in the rooms that one viewer may read: the last of it as a whole, or what has come to it."""

    rooms: tuple[Room, ...]  # that may be read
    write: bool  # in any of them
    whole: bool  # what was shown before is to be forgotten
    said: tuple[SaidShown, ...]  # the newest last


class StatusFrame(Struct, frozen=True, gc=False, tag="status"):
    """The status of the table besides the game: clocks that the browser lets tick from moments of the server's time.

    It does not change as time goes by, so that nothing is sent but when everybody may know that something happened.
    """

    now: int = 0  # when this was sent; no reason to send it again
    since: int = 0  # from when on the time runs that runs
    days: bool = False  # deadlines, not totals
    clocks: tuple[SeatClock, ...] = ()
    html: str = ""  # what there is to say and to answer
    may: tuple[str, ...] = ()  # what may be asked for


class ReplayFrame(Struct, frozen=True, tag="replay"):
    """A step of a finished game, with nothing hidden."""

    step: int
    last: int
    kicker: str
    told: str  # what happened in it
    sprites: tuple[SpriteShown, ...]
    trails: tuple[TrailShown, ...]
    panels: tuple[PanelShown, ...]
    stops: tuple[int, ...] = ()  # the steps in which there is something to see
    rounds: tuple[int, ...] = ()  # the first stop of each round


class AidFrame(Struct, frozen=True, tag="aid"):
    """What follows from all that one viewer was told up to a step, of the game or of its replay."""

    step: int  # of the game, or of its replay
    replay: bool
    sprites: tuple[SpriteShown, ...]
    panels: tuple[PanelShown, ...]


class WhyFrame(Struct, frozen=True, tag="why"):
    """Why something cannot be chosen, from what this viewer was told."""

    step: int
    place: TargetShown | None  # where it lies, if it is on the board
    text: str
    rule: str  # its id in the ledger; empty where it is no rule of the title
    link: str  # where the rule can be read; empty where it cannot


class PlacesFrame(Struct, frozen=True, tag="places"):
    """Every place of the board that cannot be chosen now."""

    step: int
    places: tuple[TargetShown, ...]


class LessonFrame(Struct, frozen=True, tag="lesson"):
    """A step of a first game, told before the table as it is then: what is said, and what is to be done."""

    step: int  # of the lesson, from 0
    last: int
    text: str
    play: str = ""  # the notation that is to be played; empty: there is nothing to do but to read
    point: tuple[str, ...] = ()  # what a finger points at then: sprites of the board, or panels, by their ids
    aside: str = ""  # what is said to whoever chooses something else
    html: str = ""  # after the last step: where to go from here


class HintFrame(Struct, frozen=True, tag="hint"):
    """What an opponent of the house would do at this step, and why, from what this viewer was told."""

    step: int
    by: str  # whose advice it is
    what: str
    reasons: tuple[str, ...]
    way: tuple[str, ...] = ()  # what is to be pointed at for it, one after the other


class MovedFrame(Struct, frozen=True, tag="moved"):
    """The game goes on elsewhere."""

    to: str


class HeartbeatFrame(Struct, frozen=True, tag="heartbeat"):
    """Sent every two seconds to a client that asked for it; always the same bytes."""


Sent: TypeAlias = (
    TableFrame
    | PatchFrame
    | PackedFrame
    | WaitingFrame
    | CurtainFrame
    | ChatFrame
    | StatusFrame
    | ReplayFrame
    | AidFrame
    | WhyFrame
    | PlacesFrame
    | HintFrame
    | LessonFrame
    | ErrorFrame
    | MovedFrame
    | HeartbeatFrame
)

_ENCODER: Final = msgspec.json.Encoder()


def encode(frame: Sent) -> str:
    """A frame as text; equal frames are equal text."""
    return encoded(frame).decode()


def encoded(frame: Sent) -> bytes:
    """A frame as the bytes of its text."""
    return _ENCODER.encode(frame)
