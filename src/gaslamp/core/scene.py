"""A board as data: a ground that stays, symbols, and named sprites that move over it. The browser and files draw it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape

from gaslamp.core.messages import Message


@dataclass(frozen=True, slots=True)
class Sprite:
    """One thing on the board: which symbol, where, how far turned (degrees clockwise), and what it is called."""

    id: str
    symbol: str
    x: float
    y: float
    label: Message
    turn: int = 0
    classes: tuple[str, ...] = ()
    letters: Message | None = None  # written on it, upright


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole board: its size, the still ground and the symbols as SVG, the sprites from back to front."""

    width: int
    height: int
    label: Message
    style: str
    ground: str
    symbols: Mapping[str, str]
    sprites: tuple[Sprite, ...]

    def _repr_svg_(self) -> str:
        """Show the board in a notebook, where no catalogue is at hand: names are the last word of their ids."""
        return to_svg(self, lambda message: message.id.rpartition(".")[2].title())


def to_svg(scene: Scene, say: Callable[[Message], str]) -> str:
    """Give a scene as one SVG file that needs nothing else."""
    symbols = "".join(f'<g id="symbol-{name}">{drawing}</g>' for name, drawing in scene.symbols.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {scene.width} {scene.height}" role="img">'
        f"<title>{escape(say(scene.label))}</title><style>{scene.style}</style><defs>{symbols}</defs>"
        f"{scene.ground}{''.join(_sprite(sprite, say) for sprite in scene.sprites)}</svg>\n"
    )


def _sprite(sprite: Sprite, say: Callable[[Message], str]) -> str:
    turn = f' transform="rotate({sprite.turn})"' if sprite.turn else ""
    letters = f'<text class="letters" y="9">{escape(say(sprite.letters)[:2])}</text>' if sprite.letters else ""
    return (
        f'<g id="{escape(sprite.id)}" class="{escape(" ".join(sprite.classes))}" '
        f'transform="translate({sprite.x:g} {sprite.y:g})"><title>{escape(say(sprite.label))}</title>'
        f'<g{turn}><use href="#symbol-{escape(sprite.symbol)}"/></g>{letters}</g>'
    )
