"""What stands round the board, as data: a title fills these in, and the table's pages have one template for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from gaslamp.core.messages import Message

# Left and right of the board; under it on a phone; in the bar over all, where it is always in sight.
Place: TypeAlias = Literal["left", "under", "right", "bar", "key"]


@dataclass(frozen=True, slots=True)
class Token:
    """A thing to take: what is on it, and whether it can be taken, is used, or is being played.

    Somebody's token has letters, and becomes a card: a portrait, the name, and lines that say what it is good for.
    """

    target: str
    symbol: str
    label: Message
    state: Literal["free", "used", "playing", "idle"]
    note: Message | None = None
    letters: Message | None = None
    ink: str = ""
    lines: tuple[Message, ...] = ()
    about: Message | None = None  # what it does, in a sentence


@dataclass(frozen=True, slots=True)
class Tokens:
    """A row of tokens; on a phone it lies right under the board."""

    id: str
    place: Place
    title: Message
    tokens: tuple[Token, ...]
    later: tuple[Token, ...] = ()  # a smaller row, of what is known to come
    later_title: Message | None = None


@dataclass(frozen=True, slots=True)
class TrackCell:
    """One cell of a track."""

    text: str
    label: Message
    symbol: str = ""
    now: bool = False
    last: bool = False  # the other side came to it last


@dataclass(frozen=True, slots=True)
class Track:
    """How far the game has come, and who acts in which order now."""

    id: str
    place: Place
    title: Message
    note: Message
    cells: tuple[TrackCell, ...]
    order: tuple[Message, ...] = ()
    acting: int | None = None  # whose place in the order it is
    own: bool = False  # it belongs to somebody's own sheet, which has a tab to itself on a phone


@dataclass(frozen=True, slots=True)
class Counter:
    """So many of so many, in symbols and in a sentence."""

    id: str
    place: Place
    title: Message
    note: Message
    symbol: str
    filled: int
    total: int
    lines: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class NoteLine:
    """A picture, if it has one, and a sentence beside it, under a few words in bold."""

    symbol: str
    name: Message
    text: Message
    letters: Message | None = None  # on the picture, if it is somebody's token
    ink: str = ""
    lights: str = ""  # the id of the sprite it lights up
    about: Message | None = None  # what it does, in a sentence
    seat: str = ""  # that it belongs to
    player: Message | None = None  # the name of whoever has that seat; filled in by the server


@dataclass(frozen=True, slots=True)
class Note:
    """Cards that lie beside the board, and what they tell this viewer."""

    id: str
    place: Place
    title: Message
    lines: tuple[NoteLine, ...]
    note: Message | None = None
    text: Message | None = None
    abreast: bool = False  # the cards lie side by side, what they tell under each
    tab: Literal["time", "sheet"] = "time"  # where it is found on a phone


@dataclass(frozen=True, slots=True)
class Person:
    """A line of the sheet: who, what is known, and a tag."""

    symbol: str
    letters: Message
    ink: str
    name: Message
    line: Message
    tag: Message
    cleared: bool
    lights: str  # the id of the sprite it lights up
    quiet: bool = False  # the tag is a fact this viewer knows, not a suspicion
    about: Message | None = None  # what they do, in a sentence


@dataclass(frozen=True, slots=True)
class Sheet:
    """The people of the game and what is known of each."""

    id: str
    place: Place
    title: Message
    note: Message
    people: tuple[Person, ...]
    hint: Message | None = None
    own: bool = False  # as of a track


@dataclass(frozen=True, slots=True)
class LogLine:
    """Something that happened, in words, and the sprites it lights up."""

    text: Message
    lights: tuple[str, ...] = ()
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Log:
    """What happened, the newest first."""

    id: str
    place: Place
    title: Message
    lines: tuple[LogLine, ...]


@dataclass(frozen=True, slots=True)
class ShareLine:
    """What has some share of a whole: its name on paper of a colour, and a bar for the share."""

    name: Message
    paper: str
    ink: str
    share: Message
    length: int  # of the bar, in hundredths of the longest
    level: int  # how hot it is, 1 to 10
    lights: str


@dataclass(frozen=True, slots=True)
class Shares:
    """What a deduction aid concludes: the largest shares, how much there is in all, and what each answer excluded."""

    id: str
    place: Place
    title: Message
    note: Message
    switch: Message  # hides and shows what lies over the board
    scale: tuple[Message, Message]  # its cold end and its hot one
    lines: tuple[ShareLine, ...]
    text: Message
    truth: Message | None  # for who may know it
    answers_title: Message
    answers: tuple[LogLine, ...]  # the newest first


@dataclass(frozen=True, slots=True)
class Badge:
    """Who this viewer is, or where, if that is a secret of its own: a portrait, a word or two, and the name."""

    id: str
    place: Place
    text: Message
    name: Message
    symbol: str
    lights: str
    letters: Message | None = None
    ink: str = ""


Panel: TypeAlias = Badge | Tokens | Track | Counter | Note | Sheet | Log | Shares
