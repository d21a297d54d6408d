"""A board as data: still drawings that never change, and named sprites that move over them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Final, Literal, TypeAlias

from gaslamp.core.messages import Message

Point: TypeAlias = tuple[float, float]

# From back to front. The ground lies under all of them, a still's `over` between light and trail, the targets between
# markers and people. In the heat lies what a deduction aid shows.
Layer: TypeAlias = Literal["board", "heat", "light", "trail", "markers", "people"]
LAYERS: Final[tuple[Layer, ...]] = ("board", "heat", "light", "trail", "markers", "people")
Shape: TypeAlias = Literal["tile", "place", "figure", "hex", "piece", "alarm", "ring", "dot"]


@dataclass(frozen=True, slots=True)
class Sprite:
    """One thing on the board: which symbol, where, how far turned (degrees clockwise), and what it is called.

    Its letters are bold, in the middle and never turned, on a baseline `dy` below the sprite's own point. What only
    decorates (light) is named too, but a page that reads the board aloud may leave the layer out. The class `pulse`
    marks what is at work now, the class `who` somebody who is to be found on the small map of a large board, the class
    `heat` what belongs to an aid and can be hidden.
    """

    id: str
    symbol: str
    x: float
    y: float
    label: Message
    layer: Layer = "people"
    turn: int = 0
    classes: tuple[str, ...] = ()
    letters: Message | None = None  # written on it, upright
    ink: str = ""  # the colour of the letters
    size: float = 29.5  # of the letters, in units of the board; the default fits a token of core.cast
    dy: float = 15.5
    after: int = 0  # so many moments into a story that the board tells when all is over


@dataclass(frozen=True, slots=True)
class Target:
    """A place on the board that can be pointed at though no sprite is there; or the shape of a sprite's own target.

    A tile is shown by its corners; a place, a hex and a dot, each smaller than the one before, by a ring with a dot; a
    figure, a piece and a ring, smaller too, by a ring round it. An alarm is a piece whose choice is grave: a red ring
    with a sign.
    """

    id: str
    x: float
    y: float
    shape: Shape
    label: Message


@dataclass(frozen=True, slots=True)
class Trail:
    """A way over the board: a line from point to point, on a dark one twice as wide."""

    id: str
    points: tuple[Point, ...]
    label: Message
    ink: str
    layer: Layer = "trail"
    dash: str = ""  # how long its strokes and gaps are, as SVG has it
    width: float = 4.4
    after: int = 0  # as a sprite's


@dataclass(frozen=True, slots=True)
class BoardArt:
    """What never changes: the drawing under everything, definitions (gradients, patterns) and symbols, as SVG.

    No style attribute and no style element: presentation attributes only, so that a strict page may show it. Ids in the
    definitions begin with `g-`. A symbol may use another one, as `#symbol-NAME`.
    """

    width: int
    height: int
    definitions: str
    ground: str
    symbols: Mapping[str, str]
    over: str = ""  # drawn above light and all under it: fog; numbers that light must not cover
    # A large board can be looked at more closely: so many units of its width fill a phone at first. It has a symbol
    # `mini`, the whole of it as small as a thumb. With 0 a board is always seen whole.
    zoom: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """A board at one moment: the still drawings it lies on, its sprites and trails, and what can be pointed at."""

    board_art: BoardArt
    label: Message
    sprites: tuple[Sprite, ...]
    targets: tuple[Target, ...] = ()
    trails: tuple[Trail, ...] = ()  # within a layer they lie under the sprites

    def _repr_svg_(self) -> str:
        """Show the board in a notebook, where no catalogue is at hand: names are the last word of their ids."""
        return to_svg(self, lambda message: message.id.rpartition(".")[2].title())


def definitions(art: BoardArt) -> str:
    """The definitions and symbols of a board as the inside of one `defs` element."""
    symbols = "".join(f'<g id="symbol-{name}">{drawing}</g>' for name, drawing in art.symbols.items())
    return art.definitions + symbols


def to_svg(scene: Scene, say: Callable[[Message], str], window: tuple[float, float, float, float] | None = None) -> str:
    """A scene as one SVG file that needs nothing else: the whole of it, or a window's left, top, width, height."""
    art = scene.board_art
    box = " ".join(f"{edge:g}" for edge in window or (0, 0, art.width, art.height))
    drawn = {
        layer: "".join(
            (
                *(_trail(it, say) for it in scene.trails if it.layer == layer),
                *(_sprite(it, say) for it in scene.sprites if it.layer == layer),
            )
        )
        for layer in LAYERS
    }
    drawn["light"] += art.over
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img">'
        f"<title>{escape(say(scene.label))}</title><defs>{definitions(art)}</defs>{art.ground}"
        f"{''.join(drawn.values())}</svg>\n"
    )


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
