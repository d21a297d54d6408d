"""Panels around the board, as data. The web client has a template for each class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from gaslamp.core.messages import Message
from gaslamp.ui.scene import Sprite

# Beside the board; below it on a phone; in the bar at the top, which is always visible.
PanelSlot: TypeAlias = Literal["left", "under", "right", "bar", "key"]


@dataclass(frozen=True, slots=True)
class Token:
    """An item that can be chosen, with its symbol and state.

    A token with letters is drawn as a card: portrait, name, and lines about its abilities.
    """

    target: str
    symbol: str
    label: Message
    state: Literal["free", "used", "playing", "idle"]
    note: Message | None = None
    letters: Message | None = None
    ink: str = ""
    lines: tuple[Message, ...] = ()
    about: Message | None = None  # its effect, in one sentence


@dataclass(frozen=True, slots=True)
class Tokens:
    id: str
    place: PanelSlot
    title: Message
    tokens: tuple[Token, ...]
    later: tuple[Token, ...] = ()  # a smaller row of upcoming tokens
    later_title: Message | None = None


@dataclass(frozen=True, slots=True)
class TrackCell:
    text: str
    label: Message
    symbol: str = ""
    now: bool = False
    last: bool = False  # last cell reached by the other side


@dataclass(frozen=True, slots=True)
class Track:
    """Progress of the game, and the current order of turns."""

    id: str
    place: PanelSlot
    title: Message
    note: Message
    cells: tuple[TrackCell, ...]
    order: tuple[Message, ...] = ()
    acting: int | None = None  # index in the order
    own: bool = False  # in the private tab on a phone


@dataclass(frozen=True, slots=True)
class Counter:
    """A number out of a total, as symbols and as text."""

    id: str
    place: PanelSlot
    title: Message
    note: Message
    symbol: str
    filled: int
    total: int
    lines: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class NoteLine:
    symbol: str
    name: Message
    text: Message
    letters: Message | None = None  # on a person's token
    ink: str = ""
    lights: str = ""  # id of the highlighted sprite
    about: Message | None = None  # its effect, in one sentence
    seat: str = ""  # owner
    player: Message | None = None  # name of the seat's player, set by the server


@dataclass(frozen=True, slots=True)
class Note:
    id: str
    place: PanelSlot
    title: Message
    lines: tuple[NoteLine, ...]
    note: Message | None = None
    text: Message | None = None
    abreast: bool = False  # cards side by side, text below each
    tab: Literal["time", "sheet"] = "time"  # tab on a phone


@dataclass(frozen=True, slots=True)
class Person:
    symbol: str
    letters: Message
    ink: str
    name: Message
    line: Message
    tag: Message
    cleared: bool
    lights: str  # id of the highlighted sprite
    quiet: bool = False  # the tag is a fact, not a suspicion
    about: Message | None = None  # their ability, in one sentence


@dataclass(frozen=True, slots=True)
class Sheet:
    id: str
    place: PanelSlot
    title: Message
    note: Message
    people: tuple[Person, ...]
    hint: Message | None = None
    own: bool = False  # as in Track


@dataclass(frozen=True, slots=True)
class LogLine:
    text: Message
    lights: tuple[str, ...] = ()
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Log:
    id: str
    place: PanelSlot
    title: Message
    lines: tuple[LogLine, ...]


@dataclass(frozen=True, slots=True)
class ShareLine:
    """A bar of the deduction aid: a named share."""

    name: Message
    paper: str
    ink: str
    share: Message
    length: int  # percent of the longest bar
    level: int  # colour level, 1 to 10
    lights: str


@dataclass(frozen=True, slots=True)
class Shares:
    """The deduction aid: the largest shares, the total, and what each answer excluded."""

    id: str
    place: PanelSlot
    title: Message
    note: Message
    switch: Message  # toggles the overlay
    scale: tuple[Message, Message]  # labels of the cold and hot end
    lines: tuple[ShareLine, ...]
    text: Message
    truth: Message | None  # only for viewers that may know it
    answers_title: Message
    answers: tuple[LogLine, ...]  # newest first


@dataclass(frozen=True, slots=True)
class Badge:
    """The viewer's own secret identity or location: portrait, text and name."""

    id: str
    place: PanelSlot
    text: Message
    name: Message
    symbol: str
    lights: str
    letters: Message | None = None
    ink: str = ""


Panel: TypeAlias = Badge | Tokens | Track | Counter | Note | Sheet | Log | Shares


@dataclass(frozen=True, slots=True)
class Aid:
    """Conclusions for one viewer. The sprites are added to the scene and can be hidden."""

    sprites: tuple[Sprite, ...] = ()
    panels: tuple[Panel, ...] = ()
