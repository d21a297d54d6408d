"""Panels around the board, as data. The browser draws each class by a function of `js/table/panels/panel-kinds.js`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from msgspec import field
from msgspec.structs import force_setattr

from gaslamp.core.messages import Message
from gaslamp.ui import Part, Rows
from gaslamp.ui.scene import Sprite

# Beside the board; below it on a phone; in the bar at the top, which is always visible.
PanelSlot: TypeAlias = Literal["left", "under", "right", "bar", "key"]


class PanelBase(Part, frozen=True, tag_field="kind", tag=str.lower):
    id: str
    place: PanelSlot


class Face(Part, frozen=True):
    """The look of a token. With letters it is drawn as a card: portrait, name, and lines about its abilities."""

    symbol: str
    label: Message
    letters: Message | None = None
    ink: str = ""
    lines: tuple[Message, ...] = ()
    about: Message | None = None  # its effect, in one sentence


class Token(Part, frozen=True):
    target: str
    face: str  # id in Tokens.faces
    state: Literal["free", "used", "playing"]
    note: Message | None = None


class Tokens(PanelBase, frozen=True):
    title: Message
    faces: dict[str, Face]  # by id; all that may appear, so that updates do not repeat them
    tokens: Rows[Token]
    later: tuple[str, ...] = ()  # faces of upcoming tokens, in a smaller row
    later_title: Message | None = None


class TrackCell(Part, frozen=True):
    text: str
    label: Message
    symbol: str = ""
    now: bool = False
    last: bool = False  # last cell reached by the other side


class Track(PanelBase, frozen=True):
    """Progress of the game, and the current order of turns."""

    title: Message
    note: Message
    cells: Rows[TrackCell]
    order: tuple[Message, ...] = ()
    acting: int | None = None  # index in the order
    own: bool = False  # in the private tab on a phone


class Counter(PanelBase, frozen=True):
    """A number out of a total, as symbols and as text."""

    title: Message
    note: Message
    symbol: str
    filled: int
    total: int
    lines: tuple[Message, ...] = ()


class NoteLine(Part, frozen=True):
    symbol: str
    name: Message
    text: Message
    letters: Message | None = None  # on a person's token
    ink: str = ""
    lights: str = ""  # id of the highlighted sprite
    about: Message | None = None  # its effect, in one sentence
    seat: str = ""  # owner
    player: Message | None = None  # name of the seat's player, set by the server


class Note(PanelBase, frozen=True):
    title: Message
    lines: Rows[NoteLine] = field(default_factory=dict)
    note: Message | None = None
    text: Message | None = None
    abreast: bool = False  # cards side by side, text below each
    tab: Literal["time", "sheet"] = "time"  # tab on a phone


class Person(Part, frozen=True):
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


class Sheet(PanelBase, frozen=True):
    title: Message
    note: Message
    people: dict[str, Person]  # by id, in display order
    hint: Message | None = None
    own: bool = False  # as in Track
    order: tuple[str, ...] = ()  # ids of the people, filled in: patched objects lose their order

    def __post_init__(self) -> None:
        force_setattr(self, "order", tuple(self.people))


class LogLine(Part, frozen=True):
    text: Message
    lights: tuple[str, ...] = ()
    strong: bool = False


class Log(PanelBase, frozen=True):
    title: Message
    lines: Rows[LogLine]  # oldest first


class ShareLine(Part, frozen=True):
    """A bar of the deduction aid: a named share."""

    name: Message
    paper: str
    ink: str
    share: Message
    length: int  # percent of the longest bar
    level: int  # colour level, 1 to 10
    lights: str


class Shares(PanelBase, frozen=True):
    """The deduction aid: the largest shares, the total, and what each answer excluded."""

    title: Message
    note: Message
    switch: Message  # toggles the overlay
    scale: tuple[Message, Message]  # labels of the cold and hot end
    lines: tuple[ShareLine, ...]
    text: Message
    answers_title: Message
    answers: tuple[LogLine, ...]  # newest first
    truth: Message | None = None  # only for viewers that may know it


class Badge(PanelBase, frozen=True):
    """The viewer's own secret identity or location: portrait, text and name."""

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
