"""What the frames that a browser gets are made of."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from gaslamp.service.lobby.requests import Room
from gaslamp.ui.announcements import Sound
from gaslamp.ui.scene import Layer, Shape


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


class PromptShown(Struct, frozen=True, gc=False):
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
    lost: bool = False  # connected, but its heartbeat has stopped


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


class SaidShown(Struct, frozen=True):
    """A message of the chat: where it was said, and by whom, in the words of the one who reads."""

    room: Room
    who: str
    mine: bool
    text: str


# A list is changed by edits, one after the other: at a place of it, as it is by then, so many go and these come.
SpriteEdit: TypeAlias = tuple[int, int, tuple[SpriteShown, ...]]
TrailEdit: TypeAlias = tuple[int, int, tuple[TrailShown, ...]]
TargetEdit: TypeAlias = tuple[int, int, tuple[TargetShown, ...]]
PanelEdit: TypeAlias = tuple[int, int, tuple[PanelShown, ...]]
LineEdit: TypeAlias = tuple[int, int, tuple[str, ...]]
