"""The board of Mr. Jack as a scene: the streets, their lamps and light, manholes, exits, and who is seen where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gaslamp.core.cast import CAST, CLEARED
from gaslamp.core.drawing import Point
from gaslamp.core.messages import Message, message
from gaslamp.core.scene import Scene, Sprite, Still, Target
from gaslamp.titles.mr_jack import art, board, faces, pieces, portraits, words
from gaslamp.titles.mr_jack.hexes import POSTS, STREETS, beam
from gaslamp.titles.mr_jack.layout import EXITS, HEIGHT, WIDTH, exit_middle, middle
from gaslamp.titles.mr_jack.prompts import lit
from gaslamp.titles.mr_jack.view import Reason, View

STILL: Final = Still(
    width=WIDTH,
    height=HEIGHT,
    definitions=art.definitions() + pieces.clips(),
    ground=art.ground(),
    symbols={**pieces.symbols(), **portraits.symbols(), **faces.symbols()},
    over=art.over(),
)

_ASIDE: Final = 25  # from the middle of a hex to each of two who share it, after an accusation


def scene(view: View) -> Scene:
    """Draw what a viewer sees."""
    sprites = (*_exits(view), *_light(view), *_manholes(view), *_posts(view), *_people(view))
    return Scene(STILL, message("mr_jack.scene.board"), sprites, tuple(_targets(view)))


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
            kind = "manhole" if hex in view.manholes else "street"
            label = message(f"mr_jack.place.{kind}_{'lit' if hex in bright else 'dark'}", hex=hex)
            yield Target(f"hex-{hex}", *middle(hex), "hex", label)
    for post in POSTS:
        yield Target(f"post-{post}", *middle(post), "piece", _of_post(view, post))
    for hex in (*view.manholes, *view.covered):
        yield Target(f"mh-{hex}", *middle(hex), "piece", _of_manhole(view, hex))
    for way in EXITS:
        yield Target(f"exit-{way}", *exit_middle(way), "piece", _of_exit(view, way))
    for name in view.hexes:
        yield Target(f"tok-{name}", *_standing(view, name), "piece", _of_person(view, name))


# ---- sprites


def _exits(view: View) -> Iterator[Sprite]:
    for way, turn in EXITS.items():
        symbol = "exit-cordon" if way in view.cordons else "exit-open"
        yield Sprite(f"exit-{way}", symbol, *exit_middle(way), _of_exit(view, way), layer="board", turn=turn)


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
        symbol = "manhole-covered" if hex in view.covered else "manhole-open"
        yield Sprite(f"mh-{hex}", symbol, *middle(hex), _of_manhole(view, hex), layer="markers")


def _posts(view: View) -> Iterator[Sprite]:
    for post in POSTS:
        tile = view.lamps.get(post, "out")
        yield Sprite(f"lamp-{post}", f"post-{tile}", *middle(post), _of_post(view, post), layer="markers")


def _people(view: View) -> Iterator[Sprite]:
    """Draw who is on the board, the northernmost first, and a ring under whoever is in use."""
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
    if "watson" in view.hexes:
        turn = 60 * board.FACINGS.index(view.facing)
        yield Sprite("facing-watson", "facing", *_standing(view, "watson"), _of_lantern(view), turn=turn)


def _standing(view: View, name: str) -> Point:
    """Give where somebody stands: in the middle of a hex, or beside the one who was accused there."""
    x, y = middle(view.hexes[name])
    together = [other for other, hex in view.hexes.items() if hex == view.hexes[name]]
    return x + _ASIDE * (2 * together.index(name) - len(together) + 1), y


# ---- what everything is called


def _of_post(view: View, post: str) -> Message:
    tile = view.lamps.get(post)
    if tile is None:
        return message("mr_jack.scene.post_out", post=post)
    if tile.isdigit():
        return message("mr_jack.scene.post_until", post=post, round=tile)  # MJ-58
    return message("mr_jack.scene.post_lit", post=post)


def _of_manhole(view: View, hex: str) -> Message:
    state = "manhole_covered" if hex in view.covered else "manhole_open"
    return message(f"mr_jack.scene.{state}", hex=hex)


def _of_exit(view: View, way: str) -> Message:
    state = "exit_cordon" if way in view.cordons else "exit_open"
    return message(f"mr_jack.scene.{state}", exit=words.exit(way))


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
