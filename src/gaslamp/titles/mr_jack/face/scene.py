"""The board of Mr. Jack as a scene: the streets, their lamps and light, manholes, exits, and who is seen where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from gaslamp.art.cast import CAST, CLEARED
from gaslamp.core.face.scene import Point, Scene, Sprite, Still, Target, Trail
from gaslamp.core.game import News
from gaslamp.core.messages import Message, message
from gaslamp.titles.mr_jack.face import art, icons, pieces, portraits, trails, words
from gaslamp.titles.mr_jack.face.layout import EXITS, HEIGHT, WIDTH, exit_middle, middle
from gaslamp.titles.mr_jack.face.prompts import lit
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.hexes import KIND, POSTS, STREETS, beam
from gaslamp.titles.mr_jack.rules.view import Reason, View

STILL: Final = Still(
    width=WIDTH,
    height=HEIGHT,
    definitions=art.definitions() + pieces.clips(),
    ground=art.ground(),
    symbols={**pieces.symbols(), **portraits.symbols(), **icons.symbols()},
    over=art.over(),
)

_BADGE: Final = (-19, 15)  # from the middle of a face to the sign of Jack beside it
_ABOVE: Final = 44  # from the middle of a hex up to the sign of an arrest
_TO_THE_END: Final = 3  # the accusation or the escape, that it is over, and who Jack was
_ASIDE: Final = 25  # from the middle of a hex to each of two who share it, after an accusation


def scene(view: View, news: Sequence[News] = ()) -> Scene:
    """Draw what a viewer sees, and of what was done last what it was told."""
    last = tuple(trails.trails(view, news))
    sprites = (
        *_exits(view),
        *_light(view),
        *_names(),
        *(mark for mark in last if isinstance(mark, Sprite)),
        *_manholes(view),
        *_posts(view),
        *_people(view),
        *_escaped(view, news),
        *_arrested(news),
    )
    ways = tuple(mark for mark in last if isinstance(mark, Trail))
    return Scene(STILL, message("mr_jack.scene.board"), sprites, tuple(_targets(view)), ways)


def _beam(view: View) -> tuple[str, ...]:
    watson = view.hexes.get("watson")
    return beam(watson, view.facing) if watson else ()


# ---- what can be pointed at


def _targets(view: View) -> Iterator[Target]:
    """Give the streets, posts, manholes, exits and people; to walk to somebody is to accuse (MJ-61)."""
    here = {hex: name for name, hex in view.hexes.items()}
    bright = lit(view)
    for hex in STREETS:
        if name := here.get(hex):
            label = message("mr_jack.scene.taken", hex=hex, character=words.character(name))
            yield Target(f"hex-{hex}", *middle(hex), "piece" if name == view.picked else "alarm", label)
        else:
            yield _free(hex, manhole=hex in view.manholes, light=hex in bright)
    for post in POSTS:
        yield _post(post, view.lamps.get(post))[0]
    for hex in (*view.manholes, *view.covered):
        yield _manhole(hex, covered=hex in view.covered)[0]
    for way in EXITS:
        yield _exit(way, cordon=way in view.cordons)[0]
    for name in view.hexes:
        yield Target(f"tok-{name}", *_standing(view, name), "piece", _of_person(view, name))


_OBSTACLES: Final = tuple(
    Target(f"block-{hex}", *middle(hex), "hex", message(f"mr_jack.scene.{name}"))
    for kind, name in (("#", "building"), ("g", "garden"))
    for hex in KIND
    if KIND[hex] == kind
)


def places(view: View) -> tuple[Target, ...]:
    """Give all that can be pointed at, and the buildings and gardens that nobody ever stands on."""
    return (*_OBSTACLES, *_targets(view))


# ---- what is the same in all games: a street nobody is in, and the target and the sprite of each thing on the board


@cache
def _free(hex: str, *, manhole: bool, light: bool) -> Target:
    kind = "manhole" if manhole else "street"
    label = message(f"mr_jack.place.{kind}_{'lit' if light else 'dark'}", hex=hex)
    return Target(f"hex-{hex}", *middle(hex), "hex", label)


@cache
def _exit(way: str, *, cordon: bool) -> tuple[Target, Sprite]:
    state = "cordon" if cordon else "open"
    label = message(f"mr_jack.scene.exit_{state}", exit=words.exit(way))
    sprite = Sprite(f"exit-{way}", f"exit-{state}", *exit_middle(way), label, layer="board", turn=EXITS[way])
    return Target(f"exit-{way}", *exit_middle(way), "piece", label), sprite


@cache
def _manhole(hex: str, *, covered: bool) -> tuple[Target, Sprite]:
    state = "covered" if covered else "open"
    label = message(f"mr_jack.scene.manhole_{state}", hex=hex)
    sprite = Sprite(f"mh-{hex}", f"manhole-{state}", *middle(hex), label, layer="markers")
    return Target(f"mh-{hex}", *middle(hex), "piece", label), sprite


@cache
def _post(post: str, tile: str | None) -> tuple[Target, Sprite]:
    if tile is None:
        label = message("mr_jack.scene.post_out", post=post)
    elif tile.isdigit():
        label = message("mr_jack.scene.post_until", post=post, round=tile)  # MJ-58
    else:
        label = message("mr_jack.scene.post_lit", post=post)
    sprite = Sprite(f"lamp-{post}", f"post-{tile or 'out'}", *middle(post), label, layer="markers")
    return Target(f"post-{post}", *middle(post), "piece", label), sprite


# ---- sprites


def _exits(view: View) -> Iterator[Sprite]:
    for way in EXITS:
        yield _exit(way, cordon=way in view.cordons)[1]


def _light(view: View) -> Iterator[Sprite]:
    """Light what lamps and lantern light, and no hex more (MJ-30, MJ-31)."""
    for post in view.lamps:
        label = message("mr_jack.scene.light", post=post)
        yield Sprite(f"pool-{post}", f"pool-{post}", *middle(post), label, layer="light", classes=("pool",))
    if hexes := _beam(view):
        yield Sprite(
            "beam-watson",
            f"beam-{len(hexes)}",
            *middle(view.hexes["watson"]),
            _of_lantern(view),
            layer="light",
            turn=60 * board.FACINGS.index(view.facing),
            classes=("beam",),
        )


def _manholes(view: View) -> Iterator[Sprite]:
    for hex in sorted((*view.manholes, *view.covered)):
        yield _manhole(hex, covered=hex in view.covered)[1]


def _posts(view: View) -> Iterator[Sprite]:
    for post in POSTS:
        yield _post(post, view.lamps.get(post))[1]


def _names() -> Iterator[Sprite]:
    """Write the names of the hexes over the light, under all that stands there."""
    yield Sprite("names", "names", 0, 0, message("mr_jack.scene.names"), layer="trail", classes=("names",))


def _people(view: View) -> Iterator[Sprite]:
    """Draw who is on the board, the northernmost first, and a ring under whoever is in use."""
    if view.identity is not None and view.identity in view.hexes:
        x, y = _standing(view, view.identity)
        yield Sprite("jack-ring", "jack-ring", x, y + pieces.LOWER, _of_jack(view), layer="markers")
    if view.picked and view.picked in view.hexes:
        label = message("mr_jack.scene.in_use", character=words.character(view.picked))
        yield Sprite("active", "active", *_standing(view, view.picked), label, layer="markers", classes=("pulse",))
    for name in sorted(view.hexes, key=lambda name: _standing(view, name)[::-1]):
        x, y = _standing(view, name)
        size, dy = pieces.letters(name)
        suspect = name in view.suspects
        seen = "seen" if name in view.visible else "unseen"
        yield Sprite(
            f"tok-{name}",
            f"figure-{name}" if suspect else f"figure-cleared-{name}",
            x,
            y + pieces.LOWER,
            _of_person(view, name),
            classes=(seen,) if suspect else (seen, "cleared"),
            letters=words.letters(name),
            ink=CAST[name].ink if suspect else CLEARED.ink,
            size=size,
            dy=dy,
        )
        if name == view.identity:
            yield _badge(view, x, y + pieces.LOWER)
    if "watson" in view.hexes:
        turn = 60 * board.FACINGS.index(view.facing)
        yield Sprite("facing-watson", "facing", *_standing(view, "watson"), _of_lantern(view), turn=turn)


def _badge(view: View, x: float, y: float) -> Sprite:
    """Mark who is Jack: to Jack himself, and to all when it is over (MJ-71, MJ-73)."""
    return Sprite("jack", "jack", x + _BADGE[0], y + _BADGE[1], _of_jack(view))


def _escaped(view: View, news: Sequence[News]) -> Iterator[Sprite]:
    """Draw Jack beyond the exit he left by."""
    left, name = next((piece for piece in news[-_TO_THE_END:] if piece.kind == "left"), None), view.identity
    if left is None or name is None or name in view.hexes:
        return
    x, y = exit_middle(str(left.details["exit"]))
    size, dy = pieces.letters(name)
    label = words.tell(left)
    letters, ink = words.letters(name), CAST[name].ink
    yield Sprite("escaped", f"figure-{name}", x, y, label, letters=letters, ink=ink, size=size, dy=dy)
    yield _badge(view, x, y)


def _arrested(news: Sequence[News]) -> Iterator[Sprite]:
    """Mark where somebody was accused, rightly or not: it ended the game (MJ-61)."""
    for piece in news[-_TO_THE_END:]:
        if piece.kind == "accused":
            x, y = middle(str(piece.details["there"]))
            yield Sprite("arrest", "arrest", x, y - _ABOVE, words.tell(piece))


def _standing(view: View, name: str) -> Point:
    """Give where somebody stands: in the middle of a hex, or beside the one who was accused there."""
    x, y = middle(view.hexes[name])
    together = [other for other, hex in view.hexes.items() if hex == view.hexes[name]]
    return x + _ASIDE * (2 * together.index(name) - len(together) + 1), y


# ---- what people are called


def _of_jack(view: View) -> Message:
    """Say who Jack is; who asks may know it."""
    whose = "mine" if view.viewer == "jack" else "shown"
    return message(f"mr_jack.beside.identity_{whose}", character=words.character(view.identity or ""))


def _of_lantern(view: View) -> Message:
    return message("mr_jack.scene.lantern", direction=words.direction(view.facing))


def _of_person(view: View, name: str) -> Message:
    """Say who it is, where, suspect or cleared, and why visible."""
    character, hex = words.character(name), view.hexes[name]
    state = "suspect" if name in view.suspects else "cleared"
    if why := view.visible.get(name):
        reasons = tuple(_reason(reason) for reason in why)
        return message(f"mr_jack.scene.{state}_seen", character=character, hex=hex, why=reasons)
    return message(f"mr_jack.scene.{state}_unseen", character=character, hex=hex)


def _reason(reason: Reason) -> Message:
    match reason.kind:
        case "lamp":
            return message("mr_jack.scene.by_lamp", post=reason.what)
        case "lantern":
            return message("mr_jack.scene.by_lantern")
        case _:
            return message("mr_jack.scene.by_neighbour", character=words.character(reason.what))
