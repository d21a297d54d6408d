"""Scene of Mr. Jack: streets, lamps and light, manholes, exits, characters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from gaslamp.core.game import News
from gaslamp.core.messages import Message, message
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.hexes import KIND, POSTS, STREETS, beam
from gaslamp.titles.mr_jack.rules.view import Reason, View
from gaslamp.titles.mr_jack.ui import art, pieces, words
from gaslamp.titles.mr_jack.ui.layout import EXITS, HEIGHT, WIDTH, exit_middle, middle
from gaslamp.titles.mr_jack.ui.past import trails
from gaslamp.titles.mr_jack.ui.prompts import lit
from gaslamp.ui.cast import CAST, CLEARED
from gaslamp.ui.scene import BoardArt, Point, Scene, Sprite, Target, Trail


@cache
def board_art() -> BoardArt:
    """Return the static drawings. Built on first use, because it takes a while."""
    return BoardArt(
        width=WIDTH,
        height=HEIGHT,
        definitions=art.definitions() + pieces.clips(),
        ground=art.ground(),
        symbols=pieces.symbols(),
        over=art.over(),
    )


_CACHE_SIZE: Final = 10_000  # entries per kind
_BADGE: Final = (-19, 15)  # offset of Jack's mark from a face
_ABOVE: Final = 44  # height of the arrest mark above a hex
_TO_THE_END: Final = 3  # final news: accusation or escape, over, revealed
_ASIDE: Final = 25  # offset of two characters sharing a hex


def scene(view: View, news: Sequence[News] = ()) -> Scene:
    last = tuple(trails(view, news))
    people = {name: _person_of(view, name) for name in view.hexes}
    things = _things(tuple(view.lamps.items()), view.manholes, view.covered, view.cordons)
    sprites = (
        *things.exits,
        *things.pools,
        *_lantern_of(view),
        _NAMES,
        *(mark for mark in last if isinstance(mark, Sprite)),
        *things.standing,
        *_people(view, people),
        *_escaped(view, news),
        *_arrested(news),
    )
    streets = _streets(tuple(view.hexes.items()), view.picked, view.manholes, lit(view))
    targets = (*streets, *things.targets, *(target for target, _ in people.values()))
    return Scene(board_art(), _LABEL, sprites, targets, tuple(mark for mark in last if isinstance(mark, Trail)))


_LABEL: Final = message("mr_jack.scene.board")


# ---- targets


@lru_cache(maxsize=1_000)
def _streets(
    people: tuple[tuple[str, str], ...], picked: str | None, manholes: tuple[str, ...], light: frozenset[str]
) -> tuple[Target, ...]:
    """Return the street targets. Occupied streets are marked as accusations (MJ-61)."""
    occupants = {hex: name for name, hex in people}
    return tuple(
        _taken(hex, occupants[hex], occupants[hex] == picked)
        if hex in occupants
        else _free(hex, hex in manholes, hex in light)
        for hex in STREETS
    )


_OBSTACLES: Final = tuple(
    Target(f"block-{hex}", *middle(hex), "hex", message(f"mr_jack.scene.{name}"))
    for kind, name in (("#", "building"), ("g", "garden"))
    for hex in KIND
    if KIND[hex] == kind
)


def places(view: View) -> tuple[Target, ...]:
    """Return all targets, and the buildings and gardens, which can never be chosen."""
    return (*_OBSTACLES, *scene(view).targets)


# ---- cached across games: streets, targets and sprites of the pieces


@cache
def _taken(hex: str, name: str, picked: bool) -> Target:  # noqa: FBT001 - positional: faster cache hits
    label = message("mr_jack.scene.taken", hex=hex, character=words.character(name))
    return Target(f"hex-{hex}", *middle(hex), "piece" if picked else "alarm", label)


@cache
def _free(hex: str, manhole: bool, light: bool) -> Target:  # noqa: FBT001
    kind = "manhole" if manhole else "street"
    label = message(f"mr_jack.place.{kind}_{'lit' if light else 'dark'}", hex=hex)
    return Target(f"hex-{hex}", *middle(hex), "hex", label)


@cache
def _exit(way: str, *, cordon: bool) -> tuple[Target, Sprite]:
    state = "cordon" if cordon else "open"
    label = message(f"mr_jack.scene.exit_{state}", exit=words.exit_name(way))
    sprite = Sprite(f"exit-{way}", f"exit-{state}", *exit_middle(way), label, layer="board", turn=EXITS[way])
    return Target(f"exit-{way}", *exit_middle(way), "piece"), sprite


@cache
def _manhole(hex: str, *, covered: bool) -> tuple[Target, Sprite]:
    state = "covered" if covered else "open"
    label = message(f"mr_jack.scene.manhole_{state}", hex=hex)
    sprite = Sprite(f"mh-{hex}", f"manhole-{state}", *middle(hex), label, layer="markers")
    return Target(f"mh-{hex}", *middle(hex), "piece"), sprite


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


@cache
def _pool(post: str) -> Sprite:
    label = message("mr_jack.scene.light", post=post)
    return Sprite(f"pool-{post}", f"pool-{post}", *middle(post), label, layer="light", classes=("pool",))


@cache
def _lantern(hex: str, facing: str, length: int) -> Sprite:
    label, turn = _of_lantern(facing), 60 * board.FACINGS.index(facing)
    return Sprite("beam-watson", f"beam-{length}", *middle(hex), label, layer="light", turn=turn, classes=("beam",))


@lru_cache(maxsize=_CACHE_SIZE)  # bounded: many combinations of reasons
def _person(
    name: str,
    hex: str,
    at: Point,
    why: tuple[Reason, ...],
    *,
    suspect: bool,
) -> tuple[Target, Sprite]:
    """Return a character's target and sprite. Without reasons in *why* it is invisible."""
    label = _of_person(name, hex, why, suspect=suspect)
    state = "seen" if why else "unseen"
    size, dy = pieces.letters(name)
    sprite = Sprite(
        f"tok-{name}",
        f"figure-{name}" if suspect else f"figure-cleared-{name}",
        at[0],
        at[1] + pieces.LOWER,
        label,
        classes=(state,) if suspect else (state, "cleared"),
        letters=words.letters(name),
        ink=CAST[name].ink if suspect else CLEARED.ink,
        size=size,
        dy=dy,
    )
    return Target(f"tok-{name}", *at, "piece"), sprite


def _person_of(view: View, name: str) -> tuple[Target, Sprite]:
    why, suspect = view.visible.get(name, ()), name in view.suspects
    return _person(name, view.hexes[name], _standing(view, name), why, suspect=suspect)


# Above the light, below the pieces.
_NAMES: Final = Sprite("names", "names", 0, 0, message("mr_jack.scene.names"), layer="trail", classes=("names",))


# ---- sprites


class _Things(NamedTuple):
    exits: tuple[Sprite, ...]
    pools: tuple[Sprite, ...]  # of light
    standing: tuple[Sprite, ...]  # manholes and posts
    targets: tuple[Target, ...]


@lru_cache(maxsize=_CACHE_SIZE)
def _things(
    lamps: tuple[tuple[str, str], ...], manholes: tuple[str, ...], covered: tuple[str, ...], cordons: tuple[str, ...]
) -> _Things:
    tiles = dict(lamps)
    posts = [_post(post, tiles.get(post)) for post in POSTS]
    holes = {hex: _manhole(hex, covered=hex in covered) for hex in (*manholes, *covered)}
    exits = [_exit(way, cordon=way in cordons) for way in EXITS]
    return _Things(
        exits=tuple(sprite for _, sprite in exits),
        pools=tuple(map(_pool, tiles)),
        standing=(*(holes[hex][1] for hex in sorted(holes)), *(sprite for _, sprite in posts)),
        targets=tuple(target for target, _ in (*posts, *holes.values(), *exits)),
    )


def _lantern_of(view: View) -> Iterator[Sprite]:
    """Yield the lantern beam, exactly the lit hexes (MJ-31)."""
    watson = view.hexes.get("watson")
    if watson is not None and (hexes := beam(watson, view.facing)):
        yield _lantern(watson, view.facing, len(hexes))


def _people(view: View, people: Mapping[str, tuple[Target, Sprite]]) -> Iterator[Sprite]:
    """Yield the characters from north to south, with a ring under the one in use."""
    jack = view.identity
    if jack is not None and jack in people:
        yield _ring(*_standing(view, jack), jack, mine=view.viewer == "jack")
    if view.picked and view.picked in people:
        yield _active(*_standing(view, view.picked), view.picked)
    for name, (target, sprite) in sorted(people.items(), key=lambda item: (item[1][0].y, item[1][0].x)):
        yield sprite
        if name == jack:
            yield _badge(target.x, target.y + pieces.LOWER, jack, mine=view.viewer == "jack")
    if "watson" in people:
        yield _facing(*_standing(view, "watson"), view.facing)


@cache
def _ring(x: float, y: float, jack: str, *, mine: bool) -> Sprite:
    return Sprite("jack-ring", "jack-ring", x, y + pieces.LOWER, _of_jack(jack, mine=mine), layer="markers")


@cache
def _active(x: float, y: float, picked: str) -> Sprite:
    label = message("mr_jack.scene.in_use", character=words.character(picked))
    return Sprite("active", "active", x, y, label, layer="markers", classes=("pulse",))


@cache
def _facing(x: float, y: float, facing: str) -> Sprite:
    return Sprite("facing-watson", "facing", x, y, _of_lantern(facing), turn=60 * board.FACINGS.index(facing))


@cache
def _badge(x: float, y: float, jack: str, *, mine: bool) -> Sprite:
    """Return Jack's mark, for Jack, and for all once the game is over (MJ-71, MJ-73)."""
    return Sprite("jack", "jack", x + _BADGE[0], y + _BADGE[1], _of_jack(jack, mine=mine))


def _escaped(view: View, news: Sequence[News]) -> Iterator[Sprite]:
    left, name = next((piece for piece in news[-_TO_THE_END:] if piece.kind == "left"), None), view.identity
    if left is None or name is None or name in view.hexes:
        return
    x, y = exit_middle(str(left.details["exit"]))
    size, dy = pieces.letters(name)
    label = words.tell(left)
    letters, ink = words.letters(name), CAST[name].ink
    yield Sprite("escaped", f"figure-{name}", x, y, label, letters=letters, ink=ink, size=size, dy=dy)
    yield _badge(x, y, name, mine=view.viewer == "jack")


def _arrested(news: Sequence[News]) -> Iterator[Sprite]:
    """Yield the mark of an accusation, right or wrong, that ended the game (MJ-61)."""
    for piece in news[-_TO_THE_END:]:
        if piece.kind == "accused":
            x, y = middle(str(piece.details["there"]))
            yield Sprite("arrest", "arrest", x, y - _ABOVE, words.tell(piece))


def _standing(view: View, name: str) -> Point:
    """Return a character's position: the middle of its hex, or side by side after an accusation."""
    own = view.hexes[name]
    if [*view.hexes.values()].count(own) == 1:
        return middle(own)
    together = [other for other, hex in view.hexes.items() if hex == own]
    x, y = middle(own)
    return x + _ASIDE * (2 * together.index(name) - len(together) + 1), y


# ---- labels


def _of_jack(jack: str, *, mine: bool) -> Message:
    whose = "mine" if mine else "shown"
    return message(f"mr_jack.beside.identity_{whose}", character=words.character(jack))


def _of_lantern(facing: str) -> Message:
    return message("mr_jack.scene.lantern", direction=words.direction(facing))


def _of_person(name: str, hex: str, why: Sequence[Reason], *, suspect: bool) -> Message:
    character, state = words.character(name), "suspect" if suspect else "cleared"
    if why:
        reasons = tuple(sight_reason(reason) for reason in why)
        return message(f"mr_jack.scene.{state}_seen", character=character, hex=hex, why=reasons)
    return message(f"mr_jack.scene.{state}_unseen", character=character, hex=hex)


def sight_reason(reason: Reason) -> Message:
    match reason.kind:
        case "lamp":
            return message("mr_jack.scene.by_lamp", post=reason.source)
        case "lantern":
            return message("mr_jack.scene.by_lantern")
        case _:
            return message("mr_jack.scene.by_neighbour", character=words.character(reason.source))
