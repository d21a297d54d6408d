"""Scene of Pocket: tiles, ring, tokens, detectives and their lines of sight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from gaslamp.core.game import News
from gaslamp.core.messages import message
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.view import Tile, View
from gaslamp.titles.pocket.ui import art, icons, words
from gaslamp.titles.pocket.ui.layout import SIZE, cell_middle, place_middle, standing, trails
from gaslamp.ui import cast
from gaslamp.ui.cast import CAST, CLEARED
from gaslamp.ui.scene import BoardArt, Scene, Sprite, Target, Trail


@cache
def board_art() -> BoardArt:
    """Return the static drawings. Built on first use, because it takes a while."""
    return BoardArt(
        width=SIZE,
        height=SIZE,
        definitions=art.definitions(),
        ground=art.ground(),
        symbols={**art.symbols(), **icons.symbols()},
        over=art.fog(),
    )


_CACHE_SIZE: Final = 2_000  # positions
_BADGE: Final = (-25, 26)  # from the middle of a tile to the sign of Jack beside his token


def scene(view: View, news: Sequence[News] = ()) -> Scene:
    last = tuple(trails(view, news))
    tiles = _tiles(view.tiles)
    people = tuple(_detectives(view))
    sprites = (
        *tiles.streets,
        *_lanterns(view),
        *tiles.lit,
        *(mark for mark in last if isinstance(mark, Sprite)),
        *tiles.marked,
        *_tokens(view.tiles, view.identity, mine=view.viewer == "jack"),
        *(sprite for _, sprite in people),
    )
    targets = (*tiles.targets, *_PLACES, *(target for target, _ in people))
    return Scene(board_art(), _LABEL, sprites, targets, tuple(mark for mark in last if isinstance(mark, Trail)))


_LABEL: Final = message("pocket.scene.board")


def reach(view: View, place: int) -> tuple[int, bool]:
    """Return the number of tiles in sight of a place, and whether a wall inside the last one ends it."""
    near, far = board.SIDES[board.NEAR[place]], board.SIDES[board.FAR[place]]
    tiles = 0
    for cell in board.line(place):
        if view.tiles[cell].wall == near:
            break
        tiles += 1
        if view.tiles[cell].wall == far:
            return tiles, True
    return tiles, False


def _lanterns(view: View) -> Iterator[Sprite]:
    """Return light beams. Detectives on one place share a beam."""
    if len(view.tiles) < board.CELLS:
        return
    for name, place in view.detectives.items():
        if name == _on(view, place)[0]:
            tiles, walled = reach(view, place)
            yield _beam(name, place, tiles, walled=walled)


def _detectives(view: View) -> Iterator[tuple[Target, Sprite]]:
    for name, place in view.detectives.items():
        together = _on(view, place)
        yield _figure(name, place, together.index(name), len(together))


# ---- tiles, the same for all viewers


class _Tiles(NamedTuple):
    streets: tuple[Sprite, ...]
    lit: tuple[Sprite, ...]  # those that are in sight
    marked: tuple[Sprite, ...]  # those that may not be rotated again this turn (MP-16a)
    targets: tuple[Target, ...]


@lru_cache(maxsize=_CACHE_SIZE)
def _tiles(tiles: tuple[Tile, ...]) -> _Tiles:
    laid = tuple(enumerate(tiles))
    return _Tiles(
        streets=tuple(_street(cell, tile) for cell, tile in laid),
        lit=tuple(_lit(cell, tile.suspect) for cell, tile in laid if tile.seen),
        marked=tuple(_mark(cell, tile.suspect) for cell, tile in laid if tile.marked),
        targets=tuple(_street_target(cell, tile.suspect) for cell, tile in laid),
    )


@lru_cache(maxsize=_CACHE_SIZE)
def _tokens(tiles: tuple[Tile, ...], jack: str | None, *, mine: bool) -> tuple[Sprite, ...]:
    """Return the suspects' tokens, with Jack's mark for Jack, and for all once it is open (MP-51, MP-52)."""
    drawn: list[Sprite] = []
    for cell, tile in enumerate(tiles):
        around = _of_jack(cell, jack, mine=mine) if tile.suspect == jack else ()
        drawn += (*around[:1], _token(cell, tile), *around[1:])
    return tuple(drawn)


# ---- single sprites, cached: the same in all games


@cache
def _street_target(cell: int, suspect: str) -> Target:
    return Target(f"tile-{suspect}", *cell_middle(cell), "tile", words.suspect(suspect))


_PLACES: Final = tuple(
    Target(f"place-{place}", *place_middle(place), "place", message("pocket.scene.place", place=place + 1))
    for place in range(board.PLACES)
)


@cache
def _street(cell: int, tile: Tile) -> Sprite:
    wall = message(f"pocket.side.{tile.wall}") if tile.wall else message("pocket.side.none")
    return Sprite(
        f"tile-{tile.suspect}",
        f"street-{tile.suspect}" if tile.wall else f"crossroads-{tile.suspect}",
        *cell_middle(cell),
        message("pocket.scene.tile", suspect=words.suspect(tile.suspect), wall=wall),
        layer="board",
        turn=90 * board.SIDES.index(tile.wall) if tile.wall else 0,
        classes=_classes(tile),
    )


@cache
def _beam(name: str, place: int, tiles: int, *, walled: bool) -> Sprite:
    return Sprite(
        f"beam-{name}",
        art.beam_symbol(tiles, walled=walled),
        *place_middle(place),
        message("pocket.scene.lantern", detective=words.detective(name)),
        layer="light",
        turn=90 * ((place // 3 + 1) % 4),
        classes=("beam",),
    )


@cache
def _lit(cell: int, suspect: str) -> Sprite:
    label = message("pocket.scene.lit", suspect=words.suspect(suspect))
    return Sprite(f"seen-{suspect}", "seen", *cell_middle(cell), label, layer="light", classes=("seen",))


@cache
def _mark(cell: int, suspect: str) -> Sprite:
    x, y = cell_middle(cell)
    label = message("pocket.scene.marked", suspect=words.suspect(suspect))
    return Sprite(f"marked-{suspect}", "marked", x, y + 80, label, layer="markers")


@cache
def _token(cell: int, tile: Tile) -> Sprite:
    x, y = cell_middle(cell)
    state = "cleared" if tile.cleared else "seen" if tile.seen else "unseen"
    size, dy = cast.letters(tile.suspect)
    return Sprite(
        f"tok-{tile.suspect}",
        f"cleared-{tile.suspect}" if tile.cleared else f"token-{tile.suspect}",
        x,
        y + 6,
        message(f"pocket.scene.{state}", suspect=words.suspect(tile.suspect)),
        classes=_classes(tile),
        letters=words.letters(tile.suspect),
        ink=CLEARED.ink if tile.cleared else CAST[tile.suspect].ink,
        size=size,
        dy=dy,
    )


@cache
def _of_jack(cell: int, jack: str, *, mine: bool) -> tuple[Sprite, Sprite]:
    """Return the ring under Jack's token and the mark beside it."""
    x, y = cell_middle(cell)
    label = message(f"pocket.beside.identity_{'mine' if mine else 'revealed'}", suspect=words.suspect(jack))
    ring = Sprite("jack-ring", "jack-ring", x, y + 6, label, layer="markers")
    return ring, Sprite("jack", "jack", x + _BADGE[0], y + _BADGE[1], label)


@cache
def _figure(name: str, place: int, number: int, together: int) -> tuple[Target, Sprite]:
    size, dy = art.letters(name)
    at = standing(place, number, together)
    label = message("pocket.scene.detective", detective=words.detective(name), place=place + 1)
    letters, ink = words.letters(name), CAST[name].ink
    sprite = Sprite(f"fig-{name}", f"figure-{name}", *at, label, letters=letters, ink=ink, size=size, dy=dy)
    return Target(f"fig-{name}", *at, "figure"), sprite


def _on(view: View, place: int) -> list[str]:
    return [name for name, where in view.detectives.items() if where == place]


def _classes(tile: Tile) -> tuple[str, ...]:
    return (*(("seen",) if tile.seen else ()), *(("cleared",) if tile.cleared else ()))
