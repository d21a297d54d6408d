"""The board of Pocket as a scene: nine tiles, the ring of places, tokens, detectives and what they see."""

from __future__ import annotations

from typing import Final

from gaslamp.core.cast import CAST, CLEARED
from gaslamp.core.messages import message
from gaslamp.core.scene import Scene, Sprite, Still, Target
from gaslamp.titles.pocket import board, words
from gaslamp.titles.pocket.view import View

TILE: Final = 200
GAP: Final = 8
MARGIN: Final = 118
SIZE: Final = 2 * MARGIN + 3 * TILE + 2 * GAP
_OUTSIDE: Final = 59  # from the square to the middle of a place
_ROAD: Final = 34  # half the width of a street


def cell_middle(cell: int) -> tuple[float, float]:
    """Give the middle of a cell of the square."""
    row, column = divmod(cell, 3)
    return MARGIN + column * (TILE + GAP) + TILE / 2, MARGIN + row * (TILE + GAP) + TILE / 2


def place_middle(place: int) -> tuple[float, float]:
    """Give the middle of a place of the ring."""
    x, y = cell_middle(board.line(place)[0])
    out = TILE / 2 + _OUTSIDE
    return ((x, y - out), (x + out, y), (x, y + out), (x - out, y))[place // 3]


def scene(view: View) -> Scene:
    """Draw what a viewer sees."""
    return Scene(
        still=STILL,
        label=message("pocket.scene.board"),
        sprites=(*_tiles(view), *_tokens(view), *_detectives(view)),
        targets=_targets(view),
    )


def _targets(view: View) -> tuple[Target, ...]:
    """Give where the tiles and the places of the ring can be pointed at."""
    targets = []
    for cell, tile in enumerate(view.tiles):
        x, y = cell_middle(cell)
        targets.append(Target(f"tile-{tile.suspect}", x, y, "tile", words.suspect(tile.suspect)))
    for place in range(board.PLACES):
        x, y = place_middle(place)
        targets.append(Target(f"place-{place}", x, y, "place", message("pocket.scene.place", place=place + 1)))
    return tuple(targets)


def _tiles(view: View) -> list[Sprite]:
    sprites = []
    for cell, tile in enumerate(view.tiles):
        x, y = cell_middle(cell)
        wall = message(f"pocket.side.{tile.wall}") if tile.wall else message("pocket.side.none")
        label = message("pocket.scene.tile", suspect=words.suspect(tile.suspect), wall=wall)
        symbol = "street" if tile.wall else "crossroads"
        turn = 90 * board.SIDES.index(tile.wall) if tile.wall else 0
        classes = ("seen",) if tile.seen else ()
        sprites.append(Sprite(f"tile-{tile.suspect}", symbol, x, y, label, "board", turn, classes))
    return sprites


def _tokens(view: View) -> list[Sprite]:
    sprites = []
    for cell, tile in enumerate(view.tiles):
        x, y = cell_middle(cell)
        state = "cleared" if tile.cleared else "seen" if tile.seen else "unseen"
        label = message(f"pocket.scene.{state}", suspect=words.suspect(tile.suspect))
        symbol = "cleared" if tile.cleared else f"token-{tile.suspect}"
        ink = CLEARED.ink if tile.cleared else CAST[tile.suspect].ink
        letters = words.letters(tile.suspect)
        sprites.append(Sprite(f"tok-{tile.suspect}", symbol, x, y + 6, label, letters=letters, ink=ink))
    return sprites


def _detectives(view: View) -> list[Sprite]:
    sprites = []
    for name, place in view.detectives.items():
        sharing = [other for other, where in view.detectives.items() if where == place]
        x, y = place_middle(place)
        shift = 26.0 * (sharing.index(name) - (len(sharing) - 1) / 2)
        x, y = (x + shift, y) if place // 3 % 2 == 0 else (x, y + shift)
        label = message("pocket.scene.detective", detective=words.detective(name), place=place + 1)
        letters = words.letters(name)
        sprites.append(Sprite(f"fig-{name}", f"token-{name}", x, y, label, letters=letters, ink=CAST[name].ink))
    return sprites


def _street(*, wall: bool) -> str:
    """Draw a tile with its wall to the north, or a crossroads."""
    half, road = TILE // 2, _ROAD
    top = -road if wall else -half
    drawing = (
        f'<rect class="frame" x="{-half}" y="{-half}" width="{TILE}" height="{TILE}" rx="9" fill="#1d2731" '
        f'stroke="#05080b" stroke-width="3"/><path d="M{-half} {-road}H{half}V{road}H{-half}Z'
        f'M{-road} {top}V{half}H{road}V{top}Z" fill="#3b4b59"/>'
    )
    if wall:
        drawing += (
            f'<rect x="{-half}" y="{-road - 13}" width="{TILE}" height="13" fill="#8a5040"/>'
            f'<rect x="{-half}" y="{-road - 16}" width="{TILE}" height="3" fill="#d8c9ab"/>'
        )
    return drawing


def _token(fill: str, rim: str) -> str:
    return f'<circle r="29" fill="{fill}" stroke="{rim}" stroke-width="3"/>'


_TICK: Final = (
    '<g><circle cx="22" cy="18" r="11" fill="#1f6b46"/>'
    '<path d="M17 18l4 5 6-9" fill="none" stroke="#fff" stroke-width="3"/></g>'
)
_SYMBOLS: Final = {
    "street": _street(wall=True),
    "crossroads": _street(wall=False),
    "cleared": _token(CLEARED.fill, "#8a8270") + _TICK,
    **{f"token-{name}": _token(look.fill, "#fbf2dc") for name, look in CAST.items()},
}


def _ground() -> str:
    places = "".join(
        f'<circle cx="{x:g}" cy="{y:g}" r="37" fill="#0f171e" stroke="#5d6b77" stroke-width="2"/>'
        for x, y in map(place_middle, range(board.PLACES))
    )
    inner = SIZE - 2 * MARGIN + 20
    return (
        f'<rect width="{SIZE}" height="{SIZE}" fill="#0b1219"/>'
        f'<rect x="12" y="12" width="{SIZE - 24}" height="{SIZE - 24}" rx="46" fill="#18232d"/>'
        f'<rect x="{MARGIN - 10}" y="{MARGIN - 10}" width="{inner}" height="{inner}" rx="16" fill="#080d12"/>{places}'
    )


_GROUND: Final = _ground()
STILL: Final = Still(width=SIZE, height=SIZE, definitions="", ground=_GROUND, symbols=_SYMBOLS)
