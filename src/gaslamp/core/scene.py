"""A board as data: still drawings that never change, and named sprites that move over them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Final, Literal, TypeAlias

from gaslamp.core.messages import Message

# From back to front. The ground lies under all of them, the targets between markers and people.
Layer: TypeAlias = Literal["board", "light", "trail", "markers", "people"]
LAYERS: Final[tuple[Layer, ...]] = ("board", "light", "trail", "markers", "people")


@dataclass(frozen=True, slots=True)
class Sprite:
    """One thing on the board: which symbol, where, how far turned (degrees clockwise), and what it is called."""

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


@dataclass(frozen=True, slots=True)
class Target:
    """A place on the board that can be pointed at though no sprite is there; or the shape of a sprite's own target."""

    id: str
    x: float
    y: float
    shape: Literal["tile", "place", "figure"]
    label: Message


@dataclass(frozen=True, slots=True)
class Still:
    """What never changes: the drawing under everything, definitions (gradients, patterns) and symbols, as SVG.

    No style attribute and no style element: presentation attributes only, so that a strict page may show it.
    """

    width: int
    height: int
    definitions: str
    ground: str
    symbols: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Scene:
    """A board at one moment: the still drawings it lies on, and its sprites and targets."""

    still: Still
    label: Message
    sprites: tuple[Sprite, ...]
    targets: tuple[Target, ...] = ()

    def _repr_svg_(self) -> str:
        """Show the board in a notebook, where no catalogue is at hand: names are the last word of their ids."""
        return to_svg(self, lambda message: message.id.rpartition(".")[2].title())


def definitions(still: Still) -> str:
    """Give the definitions and symbols of a board as the inside of one `defs` element."""
    symbols = "".join(f'<g id="symbol-{name}">{drawing}</g>' for name, drawing in still.symbols.items())
    return still.definitions + symbols


def to_svg(scene: Scene, say: Callable[[Message], str]) -> str:
    """Give a scene as one SVG file that needs nothing else."""
    still = scene.still
    sprites = "".join(_sprite(sprite, say) for layer in LAYERS for sprite in scene.sprites if sprite.layer == layer)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {still.width} {still.height}" role="img">'
        f"<title>{escape(say(scene.label))}</title><defs>{definitions(still)}</defs>{still.ground}{sprites}</svg>\n"
    )


def _sprite(sprite: Sprite, say: Callable[[Message], str]) -> str:
    turn = f' transform="rotate({sprite.turn})"' if sprite.turn else ""
    letters = ""
    if sprite.letters:
        letters = (
            '<text y="12" text-anchor="middle" font-family="Liberation Sans,Arial,sans-serif" font-size="27" '
            f'font-weight="700" fill="{escape(sprite.ink)}">{escape(say(sprite.letters)[:2])}</text>'
        )
    return (
        f'<g id="{escape(sprite.id)}" transform="translate({sprite.x:g} {sprite.y:g})">'
        f"<title>{escape(say(sprite.label))}</title>"
        f'<g{turn}><use href="#symbol-{escape(sprite.symbol)}"/></g>{letters}</g>'
    )
