"""The frames of the wire: what a browser may send, decoded strictly, and what it gets.

The types of the browser are made from these (`make types`), and so is what they say of a field.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, TypeAlias, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from gaslamp.core.errors import Unreadable
from gaslamp.core.face.scene import Layer, Shape
from gaslamp.core.face.story import Sound
from gaslamp.server.http.errors import ErrorFrame
from gaslamp.server.lobby.shapes import Ask, ClockShown, Hash, Reply, Room, Say, Step, Word
from gaslamp.server.ops.limits import LONGEST

# ---- from the browser


class Play(Struct, frozen=True, forbid_unknown_fields=True):
    """Play an action, by its notation; the step is that of the table the player saw."""

    play: Word
    step: Step


class Undo(Struct, frozen=True, forbid_unknown_fields=True):
    """Take back the last step."""

    undo: Step


class Resign(Struct, frozen=True, forbid_unknown_fields=True):
    """Give up."""

    resign: Step


class Uncover(Struct, frozen=True, forbid_unknown_fields=True):
    """Lift the curtain for a side."""

    uncover: Word


class Cover(Struct, frozen=True, forbid_unknown_fields=True):
    """Put the curtain up."""

    cover: bool


class Rematch(Struct, frozen=True, forbid_unknown_fields=True):
    """Play again with the sides swapped."""

    rematch: bool


class Language(Struct, frozen=True, forbid_unknown_fields=True):
    """Speak another language from now on."""

    language: Word


class Seen(Struct, frozen=True, forbid_unknown_fields=True):
    """The news up to this step have been told to the player."""

    seen: Step


class Replay(Struct, frozen=True, forbid_unknown_fields=True):
    """Show a step of the game once more; only when it is over."""

    replay: Step


class Nonces(Struct, frozen=True, forbid_unknown_fields=True):
    """What the player adds to the draws in each seat that was asked for it, made when the commitment was known."""

    nonces: dict[Word, Hash]


class Resume(Struct, frozen=True, forbid_unknown_fields=True):
    """Go on after a pause."""

    resume: bool


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Take one's seat back from the opponent it was handed to."""

    take_seat: bool


class Whole(Struct, frozen=True, forbid_unknown_fields=True):
    """Send the table as a whole: what a patch was to change is not here."""

    whole: bool


class Why(Struct, frozen=True, forbid_unknown_fields=True):
    """Say why something cannot be chosen: a place or a thing in a panel by its id, or whatever lies at a point."""

    why: Word  # the id; empty: look at the point
    step: Step
    path: Annotated[tuple[Word, ...], Meta(max_length=8)] = ()  # the inner choices made so far
    at: tuple[float, float] | None = None


class Places(Struct, frozen=True, forbid_unknown_fields=True):
    """Send every place of the board that cannot be chosen after these inner choices, for those who use a keyboard."""

    places: Step
    path: Annotated[tuple[Word, ...], Meta(max_length=8)] = ()


class Hint(Struct, frozen=True, forbid_unknown_fields=True):
    """Say what an opponent of the house would do here, and why."""

    hint: Step


class Abort(Struct, frozen=True, forbid_unknown_fields=True):
    """Close the game before it has begun."""

    abort: bool


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
    | Whole
    | Why
    | Places
    | Hint
)

# A frame is known by its first field.
_KINDS: Final[Mapping[str, type[Frame]]] = {kind.__struct_fields__[0]: kind for kind in get_args(Frame)}
_FIELDS: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])


def decode(data: str | bytes) -> Frame:
    """Read a frame; whatever is not exactly one is refused."""
    try:
        if len(data) > LONGEST:
            raise Unreadable("web.error.unreadable")
        kinds = _KINDS.keys() & _FIELDS.decode(data).keys()
        if len(kinds) != 1:
            raise Unreadable("web.error.unreadable")
        return msgspec.json.decode(data, type=_KINDS[kinds.pop()])
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Unreadable("web.error.unreadable") from None


# ---- to the browser


class SpriteShown(Struct, frozen=True, gc=False, omit_defaults=True):
    """One thing on the board."""

    id: str
    symbol: str
    layer: Layer
    x: float
    y: float
    label: str
    turn: int = 0  # degrees clockwise
    classes: tuple[str, ...] = ()
    letters: str | None = None
    ink: str = ""
    size: float = 29.5  # of the letters
    dy: float = 15.5  # from the middle down to their baseline
    after: int = 0  # so many moments into a story


class TrailShown(Struct, frozen=True, gc=False, omit_defaults=True):
    """A way over the board."""

    id: str
    points: tuple[tuple[float, float], ...]
    label: str
    layer: Layer
    ink: str
    dash: str
    width: float
    after: int = 0  # so many moments into a story


class TargetShown(Struct, frozen=True, gc=False):
    """A place on the board that can be pointed at."""

    id: str
    x: float
    y: float
    shape: Shape
    label: str


class ChoiceShown(Struct, frozen=True, gc=False, omit_defaults=True):
    """One thing to point at; a leaf carries what is to be played."""

    target: str
    label: str
    play: str | None = None  # the notation of a leaf
    verb: str | None = None
    final: bool = False  # asks to be confirmed
    sure: str | None = None  # what is asked once more
    prompt: str | None = None
    chip: str | None = None  # what the step is called once this is chosen, and the last one it is then
    next: tuple[ChoiceShown, ...] = ()


class PromptShown(Struct, frozen=True):
    """What is to be done."""

    kicker: str
    title: str
    hint: str | None
    chips: tuple[str, ...]
    done: int
    choices: tuple[ChoiceShown, ...]
    inner: int = 0  # so many chips are gone through by inner choices
    section: str = ""  # of the rules, which explains it


class PanelShown(Struct, frozen=True, gc=False):
    """What stands round the board, as a fragment of a page."""

    id: str
    place: str
    html: str


class SeatShown(Struct, frozen=True, gc=False):
    """Who is at a seat, in the words of the one who looks."""

    seat: str
    label: str  # what the seat is called
    name: str  # who has it
    kind: str
    present: bool
    acting: bool
    hints: int = 0  # in so many turns it was given some


class ResultShown(Struct, frozen=True, gc=False):
    """How it ended."""

    title: str
    html: str
    won: bool | None = None  # by whoever looks; of neither side, or of both: None


class BeatShown(Struct, frozen=True, gc=False, omit_defaults=True):
    """Something that the other side did, in a sentence."""

    text: str
    lights: tuple[str, ...] = ()  # the sprites it is about: they change when it is told
    sound: Sound = ""


class TableFrame(Struct, frozen=True, tag="table"):
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


# A list is changed by edits, one after the other: at a place of it, as it is by then, so many go and these come.
SpriteEdit: TypeAlias = tuple[int, int, tuple[SpriteShown, ...]]
TrailEdit: TypeAlias = tuple[int, int, tuple[TrailShown, ...]]
TargetEdit: TypeAlias = tuple[int, int, tuple[TargetShown, ...]]
PanelEdit: TypeAlias = tuple[int, int, tuple[PanelShown, ...]]
LineEdit: TypeAlias = tuple[int, int, tuple[str, ...]]


class PatchFrame(Struct, frozen=True, tag="patch", omit_defaults=True):
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


class SaidShown(Struct, frozen=True):
    """A message of the chat: where it was said, and by whom, in the words of the one who reads."""

    room: Room
    who: str
    mine: bool
    text: str


class ChatFrame(Struct, frozen=True, tag="chat"):
    """What was said in the rooms that one viewer may read: the last of it as a whole, or what has come to it."""

    rooms: tuple[Room, ...]  # that may be read
    write: bool  # in any of them
    whole: bool  # what was shown before is to be forgotten
    said: tuple[SaidShown, ...]  # the newest last


class StatusFrame(Struct, frozen=True, tag="status"):
    """The status of the table besides the game: clocks that the browser lets tick from moments of the server's time.

    It does not change as time goes by, so that nothing is sent but when everybody may know that something happened.
    """

    now: int = 0  # when this was sent; no reason to send it again
    since: int = 0  # from when on the time runs that runs
    days: bool = False  # deadlines, not totals
    clocks: tuple[ClockShown, ...] = ()
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
    | ErrorFrame
    | MovedFrame
)

_ENCODER: Final = msgspec.json.Encoder()


def encode(frame: Sent) -> str:
    """Give a frame as text; equal frames are equal text."""
    return _ENCODER.encode(frame).decode()
