"""Panels of Whitehall: figures, track, Jack's tiles, notebook, Jack's sheet, log."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal

from gaslamp.core.game import News
from gaslamp.core.messages import Message, message
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.town import QUADRANTS
from gaslamp.titles.whitehall.rules.view import View
from gaslamp.titles.whitehall.ui import words
from gaslamp.titles.whitehall.ui.past import Kinds, Past, last_spaces, past_of
from gaslamp.titles.whitehall.ui.prompts import QUARTERS, target_of_tile
from gaslamp.ui import rows
from gaslamp.ui.cast import INVESTIGATORS
from gaslamp.ui.panels import (
    Badge,
    Face,
    Log,
    Note,
    NoteLine,
    Panel,
    Person,
    Sheet,
    Token,
    Tokens,
    Track,
    TrackCell,
)

_CACHE_SIZE: Final = 10_000  # entries per cache
ROUNDS: Final = 3  # each adds a red marker to the first (WM-52)


def panels(view: View, news: Sequence[News]) -> tuple[Panel, ...]:
    past = past_of(news)
    return (
        *_badge(view),
        _figures(view),
        _track(view, news),
        _tiles(view),
        *_abilities(view),
        *_private_sheet(view, past.kinds),
        _notebook(view, past.in_vain),
        _log(past),
        _KEY,
    )


_KEY: Final = Note(
    id="key",
    place="key",
    title=message("whitehall.key.title"),
    lines=rows(
        NoteLine(f"key-{kind}", message(f"whitehall.key.{kind}"), message(f"whitehall.key.{kind}_about"))
        for kind in ("white", "black", "blue", "gold")
    ),
)


# ---- Jack's badge


def _badge(view: View) -> Iterator[Badge]:
    if view.viewer == "jack" and view.circle is not None:
        yield Badge(
            id="me",
            place="bar",
            text=message("whitehall.you.are"),
            name=message("whitehall.number", number=view.circle),
            symbol="self",
            lights="jack",
        )


# ---- the figures


def _figures(view: View) -> Note:
    several = len(set(view.holders.values())) > 1
    return Note(
        id="figures",
        place="left",
        title=message("whitehall.panel.figures"),
        lines=rows(
            NoteLine(
                symbol=f"figure-{name}",
                name=words.figure(name),
                text=_doing(view, name),
                letters=words.letters(name),
                ink=INVESTIGATORS[name].ink,
                lights=f"fig-{name}",
                seat=view.holders[name] if several else "",
                player=words.seat(view.holders[name]) if several else None,
            )
            for name in view.holders
        ),
        abreast=True,
    )


def _doing(view: View, name: str) -> Message:
    if name not in view.figures:
        return message("whitehall.figures.placed_now" if view.figure == name else "whitehall.figures.not_placed")
    doing = "waits"
    if view.figure == name:
        doing = "walks" if view.stage == "walking" else "acts"
    elif name == "yellow" and view.smoked:
        doing = "smoked"
    elif view.figure is not None and tuple(view.holders).index(name) < tuple(view.holders).index(view.figure):
        doing = "walked" if view.stage == "walking" else "acted"
    return message(f"whitehall.figures.{doing}", crossing=words.crossing(view.figures[name]))


# ---- the track and Jack's tiles


def _track(view: View, news: Sequence[News]) -> Track:
    last = last_spaces(view, news)
    order = (words.seat("jack"), *(words.figure(name) for name in view.holders))
    return Track(
        id="track",
        place="left",
        title=message("whitehall.track.title", round=max(view.round, 1), last=ROUNDS),
        note=message("whitehall.track.left", count=board.SPACES - view.track),
        cells=rows(_space(view, number, last=number in last) for number in range(board.BOXES)),
        order=order if view.round else (),
        acting=_acting(view),
    )


def _acting(view: View) -> int | None:
    """Return the index of the acting side in the order of a turn; None before and after the game."""
    if not view.round or view.winner is not None:
        return None
    return 0 if view.figure is None else 1 + tuple(view.holders).index(view.figure)


def _space(view: View, number: int, *, last: bool) -> TrackCell:
    kind = next((kind for first, last, kind in view.laid if first <= number <= last), "")
    used = "start" if number == 0 else "used" if number <= view.track else "open"
    now = number == view.track and view.round > 0 and view.winner is None
    return _cell(number, kind or used, f"space-{kind}" if kind else "", now=now, last=last)


def _cell(number: int, state: str, symbol: str, *, now: bool, last: bool) -> TrackCell:
    label = message(f"whitehall.space.{state}", number=number)
    return TrackCell(text=str(number), label=label, symbol=symbol, now=now, last=last)


def _tiles(view: View) -> Tokens:
    hidden = Face(
        "tile-hidden",
        message("whitehall.tiles.unknown", count=view.unknown),
        about=message("whitehall.about.hidden"),
    )
    return Tokens(
        id="tiles",
        place="left",
        title=message("whitehall.panel.tiles" if view.viewer == "jack" else "whitehall.panel.tiles_of_jack"),
        faces={**{kind: _face(kind) for kind in view.tiles}, **({"hidden": hidden} if view.unknown else {})},
        tokens=rows(_tile(view, kind) for kind in view.tiles),
        later=("hidden",) if view.unknown else (),
        later_title=message("whitehall.tiles.face_down") if view.unknown else None,
    )


def _face(kind: str) -> Face:
    return Face(f"tile-{kind}", words.tile(kind), about=message(f"whitehall.about.{kind}"))


def _tile(view: View, kind: str) -> Token:
    left = view.tiles[kind]
    playing = kind == "coach" and view.stage == "coaching"
    state: Literal["free", "used", "playing"] = "playing" if playing else "free" if left else "used"
    return Token(target_of_tile(kind), kind, state, message("whitehall.tiles.left", left=left, total=board.TILES))


def _abilities(view: View) -> Iterator[Note]:
    lines = [_ability(id, _used(view, id)) for id in abilities_of(view)]
    if view.options["false_clues"] == "on":
        text = message("whitehall.counters.held", count=view.counters)
        about = message("whitehall.about.counters")
        lines.append(NoteLine("false", message("whitehall.counters.title"), text, about=about))
    if lines:
        yield Note(id="abilities", place="left", title=message("whitehall.panel.abilities"), lines=rows(lines))


def _ability(id: str, state: str) -> NoteLine:
    about = message(f"whitehall.about.{_ABOUT.get(id, id)}")
    text, lights = message(f"whitehall.ability_is.{state}"), f"fig-{_bearer(id)}"
    return NoteLine(f"figure-{_bearer(id)}", words.ability(id), text, lights=lights, about=about)


_ABOUT: Final = {"tile yellow": "tile_yellow", "tile blue": "tile_blue", "tile red": "tile_red"}


def abilities_of(view: View) -> tuple[str, ...]:
    """Return every ability of the figures in play, used or not (WM-65)."""
    names = ["smoker"] if view.options["smoker"] == "on" else []
    if view.options["reconstructed_tiles"] == "on":
        names += [f"tile {name}" for name in ("yellow", "blue", "red") if name in view.holders]
    return (*names, *(name for name in ("green", "brown") if name in view.holders))


def _bearer(ability: str) -> str:
    return "yellow" if ability == "smoker" else ability.removeprefix("tile ")


def _used(view: View, ability: str) -> str:
    return "free" if ability in view.abilities else "used"


# ---- the notebook


def _notebook(view: View, in_vain: Collection[int]) -> Sheet:
    """Return this round's findings and the locations reached.

    A circle searched without a clue may have been entered since (WM-47).
    """
    empty = tuple(circle for circle in sorted(in_vain) if circle not in view.yellow)
    lines = (
        ("clue", view.yellow, message("whitehall.notebook.clues"), "clues"),
        ("empty", empty, message("whitehall.notebook.empty"), "empty"),
        ("false", view.false, message("whitehall.notebook.false"), "false_clues"),
    )
    people = {line[0]: _line(*line) for line in lines if line[1]}
    hidden = _still_hidden(view.red)
    people["discovery"] = _line("discovery", view.red, hidden, "discoveries")
    return Sheet(
        id="notebook",
        place="right",
        title=message("whitehall.panel.notebook"),
        note=message("whitehall.notebook.round", round=max(view.round, 1)),
        people=people,
    )


_LIGHTS: Final = {"clue": "clue", "empty": "empty", "discovery": "disc", "false": "false"}


def _line(symbol: str, circles: tuple[int, ...], line: Message, tag: str) -> Person:
    return Person(
        symbol=symbol,
        letters=message("whitehall.number", number=len(circles)),
        ink="#1d160e" if symbol == "clue" else "#ffffff",
        name=message("whitehall.notebook.circles", circles=words.numbers(circles)),
        line=line,
        tag=message(f"whitehall.tag.{tag}"),
        cleared=False,
        lights=" ".join(f"{_LIGHTS[symbol]}-{circle}" for circle in circles),
        quiet=True,
    )


def _still_hidden(red: tuple[int, ...]) -> Message:
    """Return the quarters with a location not reached: there is one in each (WM-02)."""
    reached = {board.current().town.quadrant[circle] for circle in red}
    left = [words.quadrant(name) for name, id in zip(QUARTERS, QUADRANTS, strict=True) if id not in reached]
    if not left:
        return message("whitehall.notebook.none_hidden")
    return message("whitehall.notebook.hidden", count=len(left), quadrants=tuple(left))


# ---- Jack's own sheet


def _private_sheet(view: View, kinds: Kinds) -> Iterator[Panel]:
    """Yield Jack's sheet, for Jack, and for all once it is open (WM-71, WM-72)."""
    if view.locations is None or view.row is None or view.rows is None:
        return
    note = "mine" if view.viewer == "jack" and view.winner is None else "shown"
    if view.locations:
        yield Sheet(
            id="sheet",
            place="right",
            title=message("whitehall.panel.sheet"),
            note=message(f"whitehall.sheet.{note}"),
            people={str(circle): _location(view, circle) for circle in view.locations},
            own=True,
        )
    routes = (*view.rows, view.row) if view.row else view.rows
    for number, row in enumerate(routes, 1):
        current = number == view.round and len(view.rows) < number
        discovered = not current and row[-1] in view.red
        used = tuple(kinds.get(number, {}).items())
        yield _row(number, row, used, current=current and view.winner is None, discovered=discovered)


def _location(view: View, circle: int) -> Person:
    discovered = circle in view.red
    state = "found" if discovered else "reached" if circle == view.circle and view.reached else "hidden"
    return _secret(circle, board.current().town.quadrant[circle], state)


def _secret(circle: int, quadrant: str, state: str) -> Person:
    discovered = state == "found"
    return Person(
        symbol="discovery" if discovered else "secret",
        letters=message("whitehall.number", number=circle),
        ink="#ffffff" if discovered else "#2a2017",
        name=message("whitehall.number", number=circle),
        line=words.quadrant(QUARTERS[QUADRANTS.index(quadrant)]),
        tag=message(f"whitehall.tag.{state}"),
        cleared=discovered,
        lights=f"disc-{circle}" if discovered else f"secret-{circle}",
        quiet=True,
    )


@lru_cache(maxsize=_CACHE_SIZE)
def _row(
    number: int,
    row: tuple[int, ...],
    used: tuple[tuple[int, str], ...],
    *,
    current: bool,
    discovered: bool,
) -> Track:
    last, kinds = len(row) - 1, dict(used)
    title = message("whitehall.row.title", round=number, here=row[0], there=row[-1], moves=last)
    if current or last == 0:
        title = message("whitehall.row.from", round=number, here=row[0])
    note = (
        message("whitehall.tag.found") if discovered else message("whitehall.track.left", count=board.BOXES - len(row))
    )
    return Track(
        id=f"row-{number}",
        place="right",
        title=title,
        note=note,
        cells=rows(
            _written(box, row[: box + 1] if box <= last else (), kinds.get(box, ""), now=current and box == last)
            for box in range(board.BOXES)
        ),
        own=True,
    )


@lru_cache(maxsize=_CACHE_SIZE)
def _written(box: int, way: tuple[int, ...], kind: str, *, now: bool) -> TrackCell:
    label = message("whitehall.space.open", number=box)
    if way:
        label = message("whitehall.row.box", number=box, circle=way[-1])
        label = label if box else message("whitehall.row.start", circle=way[0])
    return TrackCell(str(way[-1]) if way else " ", label, f"space-{kind}" if kind else "", now=now)


# ---- the log


def _log(past: Past) -> Log:
    lines = past.lines if past.newest is None else (*past.lines, past.newest)
    return Log("log", "right", message("whitehall.panel.log"), rows(lines))
