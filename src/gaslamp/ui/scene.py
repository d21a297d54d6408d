"""A board as data: art, sprites, trails and targets; the same in characters; announcements shown over it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, Literal, TypeAlias

from gaslamp.core.messages import Message
from gaslamp.ui import Part

Point: TypeAlias = tuple[float, float]

# From back to front. The ground is below all layers, `BoardArt.over` between light and trail, targets between markers
# and people. The heat layer shows the deduction aid.
Layer: TypeAlias = Literal["board", "heat", "light", "trail", "markers", "people"]
LAYERS: Final[tuple[Layer, ...]] = ("board", "heat", "light", "trail", "markers", "people")
_ID: Final = re.compile(r' id="[^"]*"')
Shape: TypeAlias = Literal["tile", "place", "figure", "hex", "piece", "alarm", "ring", "dot"]


class Sprite(Part, frozen=True):
    """An object on the board: symbol, position, rotation (degrees clockwise) and label.

    Letters are bold, centred and never rotated, with their baseline `dy` below the sprite's origin. Classes:
    `pulse` marks the active piece, `who` a person on the minimap of a large board, `heat` a hideable part of the aid.
    """

    id: str
    symbol: str
    x: float
    y: float
    label: Message
    layer: Layer = "people"
    turn: int = 0
    classes: tuple[str, ...] = ()
    letters: Message | None = None  # upright text
    ink: str = ""  # colour of the letters
    size: float = 29.5  # font size; fits ui.cast tokens
    dy: float = 15.5
    after: int = 0  # step of the final replay at which it appears


class Target(Part, frozen=True):
    """A selectable point without a sprite, or the target shape of a sprite.

    Shapes: a tile has marked corners; place, hex and dot (in decreasing size) a ring with a dot; figure, piece and ring
    a ring; an alarm is a piece with a red ring, for decisive choices.
    """

    id: str
    x: float
    y: float
    shape: Shape
    label: Message | None = None  # None: the label of the sprite with the same id


class Trail(Part, frozen=True):
    """A polyline over the board, drawn on a dark line of twice its width."""

    id: str
    points: tuple[Point, ...]
    label: Message
    ink: str
    layer: Layer = "trail"
    dash: str = ""  # SVG stroke-dasharray
    width: float = 4.4
    after: int = 0  # as in Sprite


@dataclass(frozen=True, slots=True)
class BoardArt:
    """Static drawings as SVG: ground, definitions (gradients, patterns) and symbols.

    Only presentation attributes, no styles: the content security policy forbids them. Ids of definitions begin with
    `g-`. A symbol may use another one as `#symbol-NAME`.
    """

    width: int
    height: int
    definitions: str
    ground: str
    symbols: Mapping[str, str]
    over: str = ""  # drawn above the light, such as fog
    # Width in units that initially fills a phone; 0 shows the whole board. Zoomable boards have a minimap, `mini`.
    zoom: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    board_art: BoardArt
    label: Message
    sprites: tuple[Sprite, ...]
    targets: tuple[Target, ...] = ()
    trails: tuple[Trail, ...] = ()  # below the sprites of their layer

    def _repr_svg_(self) -> str:
        """Render the board in a notebook, with the last word of each message id as its text."""
        return to_svg(self, lambda message: message.id.rpartition(".")[2].title())


def definitions(art: BoardArt) -> str:
    symbols = "".join(f'<g id="symbol-{name}">{drawing}</g>' for name, drawing in art.symbols.items())
    return art.definitions + symbols


def to_svg(scene: Scene, say: Callable[[Message], str], window: tuple[float, float, float, float] | None = None) -> str:
    """Render a scene as a standalone SVG file; *window* is left, top, width and height, or None for all."""
    art = scene.board_art
    return _document(scene, say, window or (0, 0, art.width, art.height), _drawn(scene, say))


def to_animated_svg(scenes: Sequence[Scene], say: Callable[[Message], str], seconds: float) -> str:
    """Render scenes of one board as an endless animation; the last one stays three times as long.

    Viewers that do not animate show the last one.
    """
    last = scenes[-1]
    total = seconds * (len(scenes) + 2)
    frames = []
    for number, scene in enumerate(scenes):
        changes = {0.0: "hidden", seconds * number: "visible"}
        if number < len(scenes) - 1:
            changes[seconds * (number + 1)] = "hidden"
        keys, values = ";".join(f"{time / total:.6g}" for time in changes), ";".join(changes.values())
        drawn = _ID.sub("", _drawn(scene, say))  # ids would repeat
        frames.append(
            f'<g visibility="{values.rpartition(";")[2]}">{drawn}<animate attributeName="visibility" '
            f'calcMode="discrete" dur="{total:g}s" repeatCount="indefinite" keyTimes="{keys}" values="{values}"/></g>'
        )
    window = (0, 0, last.board_art.width, last.board_art.height)
    return _document(last, say, window, "".join(frames))


def _document(
    scene: Scene, say: Callable[[Message], str], window: tuple[float, float, float, float], drawn: str
) -> str:
    art = scene.board_art
    box = " ".join(f"{edge:g}" for edge in window)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img">'
        f"<title>{escape(say(scene.label))}</title><defs>{definitions(art)}</defs>{art.ground}{drawn}</svg>\n"
    )


def _drawn(scene: Scene, say: Callable[[Message], str]) -> str:
    """Render what lies on the ground of the board."""
    drawn = {
        layer: "".join(
            (
                *(_trail(it, say) for it in scene.trails if it.layer == layer),
                *(_sprite(it, say) for it in scene.sprites if it.layer == layer),
            )
        )
        for layer in LAYERS
    }
    drawn["light"] += scene.board_art.over
    return "".join(drawn.values())


def _trail(trail: Trail, say: Callable[[Message], str]) -> str:
    points = " ".join(f"{x:g},{y:g}" for x, y in trail.points)
    return (
        f'<g id="{escape(trail.id)}" fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f"<title>{escape(say(trail.label))}</title>"
        f'<polyline points="{points}" stroke="#0b1117" stroke-opacity=".8" stroke-width="{2 * trail.width:g}"/>'
        f'<polyline points="{points}" stroke="{escape(trail.ink)}" stroke-width="{trail.width:g}" '
        f'stroke-dasharray="{escape(trail.dash)}"/></g>'
    )


def _sprite(sprite: Sprite, say: Callable[[Message], str]) -> str:
    turn = f' transform="rotate({sprite.turn})"' if sprite.turn else ""
    letters = ""
    if sprite.letters:
        letters = (
            f'<text y="{sprite.dy:g}" text-anchor="middle" font-family="Liberation Sans,Arial,sans-serif" '
            f'font-size="{sprite.size:g}" font-weight="700" fill="{escape(sprite.ink)}">'
            f"{escape(say(sprite.letters)[:2])}</text>"
        )
    return (
        f'<g id="{escape(sprite.id)}" transform="translate({sprite.x:g} {sprite.y:g})">'
        f"<title>{escape(say(sprite.label))}</title>"
        f'<g{turn}><use href="#symbol-{escape(sprite.symbol)}"/></g>{letters}</g>'
    )


@dataclass(frozen=True, slots=True)
class Span:
    """A run of characters in one style. A message in it is two letters wide in every language."""

    text: str | Message
    ink: str = ""  # "#rrggbb", or empty for the default
    paper: str = ""
    bold: bool = False


@dataclass(frozen=True, slots=True)
class TextBoard:
    rows: tuple[tuple[Span, ...], ...]
    beside: tuple[Message, ...]


class Portrait(Part, frozen=True):
    """A token with a name, and the sprites that change when it is shown."""

    symbol: str
    name: Message
    lights: tuple[str, ...] = ()
    letters: Message | None = None
    ink: str = ""


class Announcement(Part, frozen=True):
    kicker: Message
    picture: Portrait  # its name is the headline
    people: tuple[Portrait, ...] = ()  # shown one by one
    people_title: Message | None = None
    then: Message | None = None


Sound: TypeAlias = Literal["", "step", "turn", "clue", "arrest"]


class Beat(Part, frozen=True):
    """One step: a sentence, and the sprites that move, turn or appear with it."""

    text: Message
    lights: tuple[str, ...] = ()
    sound: Sound = ""
