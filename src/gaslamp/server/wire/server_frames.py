"""Frames sent to browsers. Their ui data is encoded as it is, with messages in the client's language."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from gaslamp.core.messages import Message
from gaslamp.game.clock import SeatClock
from gaslamp.review.report import Point, Summary, TurningPoint
from gaslamp.server.http.errors import ErrorFrame
from gaslamp.service.lobby.requests import Room
from gaslamp.ui.panels import Panel
from gaslamp.ui.prompt import Prompt
from gaslamp.ui.scene import Announcement, Beat, Layer, Sprite, Target, Trail


class TableSeat(Struct, frozen=True, gc=False):
    """A seat and its player."""

    seat: str
    label: Message  # name of the seat
    name: Message  # name of the player
    kind: str  # guest or bot
    present: bool
    acting: bool = False
    hints: int = 0  # number of turns with a hint
    lost: bool = False  # connected, but its heartbeat has stopped


class Player(Struct, frozen=True, gc=False):
    """A player named in the result."""

    seat: Message
    name: Message


class Result(Struct, frozen=True, gc=False):
    """The end of a game."""

    title: Message
    won: bool | UnsetType = UNSET  # omitted for spectators, and for a guest who played both sides
    verdict: Message | UnsetType = UNSET  # omitted in lessons
    lines: tuple[Message, ...] = ()  # what was hidden
    players: dict[str, Player] = {}
    draws: Message | UnsetType = UNSET  # note about the draws


class Order(Struct, frozen=True, gc=False):
    """The ids of keyed things: from back to front, or from top to bottom."""

    sprites: dict[Layer, tuple[str, ...]]
    trails: tuple[str, ...]
    panels: tuple[str, ...]


class TableFrame(Struct, frozen=True, gc=False, tag="table"):
    """The table of one viewer. Things are keyed by id, so that a patch names only what changed."""

    step: int
    seat: str
    board: str  # URL of the board art
    size: tuple[int, int]
    zoom: int  # units that fill a phone at first; 0 shows the whole board
    label: Message
    sprites: dict[str, Sprite]
    trails: dict[str, Trail]
    targets: dict[str, Target]
    order: Order
    prompt: Prompt
    panels: dict[str, Panel]
    undo: bool
    resign: bool
    over: bool
    hotseat: bool
    seats: dict[str, TableSeat] = {}
    rematch: str = ""  # URL of the next game
    rematch_offered: Message | UnsetType = UNSET  # notice with the viewer's seat in it
    result: Result | UnsetType = UNSET
    commitment: str = ""  # to the secret of the draws
    head: str = ""  # of the log, as far as this viewer knows it
    shares: dict[str, str] = {}  # each seat's contribution to the draws
    news: tuple[Message, ...] = ()
    announcements: tuple[Announcement, ...] = ()
    story: tuple[Beat, ...] = ()  # shown before the announcements
    number: int = 0  # of the frame on this socket, patches included


class PatchFrame(Struct, frozen=True, tag="patch"):
    """A JSON Merge Patch for the table frame whose number is the base."""

    base: int
    patch: dict[str, Any]


class WaitingFrame(Struct, frozen=True, tag="waiting"):
    """A game that waits for players or for their nonces."""

    html: str
    commitment: str = ""
    asked: tuple[str, ...] = ()  # the client's seats whose nonce is awaited
    house: tuple[str, ...] = ()  # bots' seats, which add nothing to the draws


class CurtainFrame(Struct, frozen=True, tag="curtain"):
    """The curtain between two sides at one device. It contains nothing of any seat's view."""

    seat: str  # the side that looks next
    html: str


class ChatLine(Struct, frozen=True):
    """A chat message."""

    room: Room
    who: Message
    mine: bool
    text: Message


class ChatFrame(Struct, frozen=True, tag="chat"):
    """New chat messages of the rooms that the viewer may read."""

    rooms: tuple[Room, ...]
    write: bool  # the viewer may write
    whole: bool  # replaces the messages shown before
    said: tuple[ChatLine, ...]  # oldest first


class StatusFrame(Struct, frozen=True, gc=False, tag="status"):
    """Clocks and offers. It does not change as time passes: the browser runs the clocks."""

    now: int = 0  # server time in ms, ignored in comparisons
    since: int = 0  # when the running clock started (ms)
    days: bool = False  # deadlines per turn instead of totals
    clocks: tuple[SeatClock, ...] = ()
    html: str | UnsetType = UNSET
    may: tuple[str, ...] = ()  # requests that the viewer can make


class ReplayFrame(Struct, frozen=True, tag="replay"):
    """A step of a finished game, with nothing hidden."""

    step: int
    last: int
    kicker: Message
    told: tuple[Message, ...]  # what happened
    sprites: tuple[Sprite, ...]
    trails: tuple[Trail, ...]
    panels: tuple[Panel, ...]
    stops: tuple[int, ...] = ()  # steps with a visible change
    rounds: tuple[int, ...] = ()  # first stop of each round
    eyes: str = ""  # the side that looks; empty: nothing is hidden


class ReviewPoint(Struct, frozen=True, gc=False):
    """A point of the review, and the step of the replay that shows it."""

    step: int
    point: Point
    text: Message  # what happened


class ReviewFrame(Struct, frozen=True, gc=False, tag="review"):
    """The review of a finished game, or what was added to it. Chances are Jack's, in 0.1 points."""

    first: int  # number of points sent before
    done: int  # actions reviewed
    total: int
    state: Literal["growing", "complete", "failed"]
    sides: dict[str, Message] = {}  # names
    points: tuple[ReviewPoint, ...] = ()
    summaries: dict[str, Summary] = {}
    turning_points: tuple[TurningPoint, ...] = ()


class ReasonsFrame(Struct, frozen=True, tag="reasons"):
    """What a bot would have done at a decision of the review, and why."""

    point: int
    what: Message | UnsetType = UNSET  # omitted if there is no answer
    by: Message | UnsetType = UNSET  # the bot's name
    reasons: tuple[Message, ...] = ()


class AidFrame(Struct, frozen=True, tag="aid"):
    """The deduction aid for a step of the game, or of its replay."""

    step: int
    replay: bool
    sprites: tuple[Sprite, ...]
    panels: tuple[Panel, ...]


class WhyFrame(Struct, frozen=True, tag="why"):
    """The reason why something cannot be chosen."""

    step: int
    text: Message
    place: Target | UnsetType = UNSET  # if it is on the board
    rule: str = ""  # id of the rule
    link: str = ""  # URL of the rule


class PlacesFrame(Struct, frozen=True, tag="places"):
    """Every place of the board that cannot be chosen now."""

    step: int
    places: tuple[Target, ...]


class LessonFrame(Struct, frozen=True, tag="lesson"):
    """A step of a lesson, sent before its table.

    At a puzzle step 0 is the question; there and at mistakes any choice may be tried: the server answers.
    """

    kind: Literal["lesson", "puzzle", "mistakes"]
    step: int
    last: int
    text: Message
    play: str = ""  # notation to be played; empty if there is only text
    point: tuple[str, ...] = ()  # ids of sprites or panels to point at
    aside: Message | UnsetType = UNSET  # answer to any other choice
    html: str | UnsetType = UNSET  # links after the last step


class HintFrame(Struct, frozen=True, tag="hint"):
    """A bot's suggestion for a step, and its reasons."""

    step: int
    what: tuple[Message, ...]  # choices, first to last
    by: Message | UnsetType = UNSET  # the bot's name; omitted without a suggestion
    reasons: tuple[Message, ...] = ()
    way: tuple[str, ...] = ()  # targets of the choices


class MovedFrame(Struct, frozen=True, tag="moved"):
    """The game continues at another URL."""

    to: str


class HeartbeatFrame(Struct, frozen=True, tag="heartbeat"):
    """Sent every two seconds to a client that asked for it; always the same bytes."""


Sent: TypeAlias = (
    TableFrame
    | PatchFrame
    | WaitingFrame
    | CurtainFrame
    | ChatFrame
    | StatusFrame
    | ReplayFrame
    | ReviewFrame
    | ReasonsFrame
    | AidFrame
    | WhyFrame
    | PlacesFrame
    | HintFrame
    | LessonFrame
    | ErrorFrame
    | MovedFrame
    | HeartbeatFrame
)
