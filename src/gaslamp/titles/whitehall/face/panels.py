"""What stands round the map of Whitehall: figures, track, Jack's tiles, the notebook, his own sheet, the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, cast

from gaslamp.art.cast import INVESTIGATORS
from gaslamp.core.face.panels import (
    Badge,
    Log,
    LogLine,
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
from gaslamp.core.game import News
from gaslamp.core.messages import Message, message
from gaslamp.titles.whitehall.face import words
from gaslamp.titles.whitehall.face.drawing.trails import last_spaces
from gaslamp.titles.whitehall.face.prompts import QUARTERS, target_of_tile
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.town import QUADRANTS
from gaslamp.titles.whitehall.rules.view import View

ROUNDS: Final = 3  # a red marker lies from the start, and each round brings one more (WM-52)


def panels(view: View, news: Sequence[News]) -> tuple[Panel, ...]:
    """Give all panels."""
    return (
        *_badge(view),
        _figures(view),
        _track(view, news),
        _tiles(view),
        *_abilities(view),
        *_private_sheet(view, news),
        _notebook(view, news),
        _log(news),
    )


# ---- where I am


def _badge(view: View) -> Iterator[Badge]:
    """Tell Jack where he is, wherever the map is looked at: him alone (WM-71)."""
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
        lines=tuple(
            NoteLine(
                symbol=f"figure-{name}",
                name=words.figure(name),
                text=_held(view, name) if several else _doing(view, name),
                letters=words.letters(name),
                ink=INVESTIGATORS[name].ink,
                lights=f"fig-{name}",
            )
            for name in view.holders
        ),
        abreast=True,
    )


def _held(view: View, name: str) -> Message:
    return message("whitehall.figures.held", doing=_doing(view, name), seat=words.seat(view.holders[name]))


def _doing(view: View, name: str) -> Message:
    """Say what a figure does now, and where it stands."""
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
        cells=tuple(_space(view, number, last=number in last) for number in range(board.BOXES)),
        order=order if view.round else (),
        acting=_acting(view),
    )


def _acting(view: View) -> int | None:
    """Give the place of whoever acts now in the order of a turn."""
    if not view.round or view.winner is not None:
        return None
    return 0 if view.figure is None else 1 + tuple(view.holders).index(view.figure)


def _space(view: View, number: int, *, last: bool) -> TrackCell:
    kind = next((kind for first, last, kind in view.laid if first <= number <= last), "")
    used = "start" if number == 0 else "used" if number <= view.track else "open"
    return TrackCell(
        text=str(number),
        label=message(f"whitehall.space.{kind or used}", number=number),
        symbol=f"space-{kind}" if kind else "",
        now=number == view.track and view.round > 0 and view.winner is None,
        last=last,
    )


def _tiles(view: View) -> Tokens:
    later: tuple[Token, ...] = ()
    if view.unknown:
        label = message("whitehall.tiles.unknown", count=view.unknown)
        later = (Token("tile-hidden", "tile-hidden", label, "idle"),)
    return Tokens(
        id="tiles",
        place="left",
        title=message("whitehall.panel.tiles" if view.viewer == "jack" else "whitehall.panel.tiles_of_jack"),
        tokens=tuple(_tile(view, kind) for kind in view.tiles),
        later=later,
        later_title=message("whitehall.tiles.face_down") if later else None,
    )


def _tile(view: View, kind: str) -> Token:
    left = view.tiles[kind]
    state: Literal["free", "used", "playing"] = "free" if left else "used"
    if kind == "coach" and view.stage == "coaching":
        state = "playing"
    note = message("whitehall.tiles.left", left=left, total=board.TILES)
    about = message(f"whitehall.about.{kind}")
    return Token(target_of_tile(kind), f"tile-{kind}", words.tile(kind), state, note, about=about)


def _abilities(view: View) -> Iterator[Note]:
    """List what the figures can still do once, and what counters Jack holds: only what the options bring."""
    lines = [
        NoteLine(f"figure-{_bearer(id)}", words.ability(id), message(f"whitehall.ability_is.{_used(view, id)}"))
        for id in abilities_of(view)
    ]
    if view.options["false_clues"] == "on":
        text = message("whitehall.counters.held", count=view.counters)
        lines.append(NoteLine("false", message("whitehall.counters.title"), text))
    if lines:
        yield Note(id="abilities", place="left", title=message("whitehall.panel.abilities"), lines=tuple(lines))


def abilities_of(view: View) -> tuple[str, ...]:
    """Give every ability that the options give to the figures in play, used or not (WM-65)."""
    given = ["smoker"] if view.options["smoker"] == "on" else []
    if view.options["reconstructed_tiles"] == "on":
        given += [f"tile {name}" for name in ("yellow", "blue", "red") if name in view.holders]
    return (*given, *(name for name in ("green", "brown") if name in view.holders))


def _bearer(ability: str) -> str:
    return "yellow" if ability == "smoker" else ability.removeprefix("tile ")


def _used(view: View, ability: str) -> str:
    return "free" if ability in view.abilities else "used"


# ---- what is known


def _notebook(view: View, news: Sequence[News]) -> Sheet:
    """Show what the investigators have found out this round, and the locations Jack has reached."""
    empty = tuple(circle for circle in searched_in_vain(news) if circle not in view.yellow)
    lines = (
        ("clue", view.yellow, message("whitehall.notebook.clues"), "clues"),
        ("empty", empty, message("whitehall.notebook.empty"), "empty"),
        ("false", view.false, message("whitehall.notebook.false"), "false_clues"),
    )
    people = [_line(*line) for line in lines if line[1]]
    people.append(_line("discovery", view.red, _still_hidden(view), "discoveries"))
    return Sheet(
        id="notebook",
        place="right",
        title=message("whitehall.panel.notebook"),
        note=message("whitehall.notebook.round", round=max(view.round, 1)),
        people=tuple(people),
    )


_LIGHTS: Final = {"clue": "clue", "empty": "empty", "discovery": "disc", "false": "false"}


def _line(symbol: str, circles: Sequence[int], line: Message, tag: str) -> Person:
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


def _still_hidden(view: View) -> Message:
    """Say in which quarters a location waits: there is one in each, and those reached are known (WM-02)."""
    town = board.current().town
    reached = {town.quadrant[circle] for circle in view.red}
    left = [words.quadrant(name) for name, id in zip(QUARTERS, QUADRANTS, strict=True) if id not in reached]
    if not left:
        return message("whitehall.notebook.none_hidden")
    return message("whitehall.notebook.hidden", count=len(left), quadrants=tuple(left))


def searched_in_vain(news: Sequence[News]) -> tuple[int, ...]:
    """Give the circles called in vain in this round, in order; Jack may have come there since (WM-47)."""
    found: set[int] = set()
    for piece in news:
        if piece.kind == "round_begun":
            found.clear()
        elif piece.kind == "searched" and piece.details["answer"] == "no":
            found.add(cast("int", piece.details["circle"]))
    return tuple(sorted(found))


# ---- Jack's own sheet


def _private_sheet(view: View, news: Sequence[News]) -> Iterator[Panel]:
    """Show Jack's sheet to Jack, and when all is over to everybody (WM-71, WM-72)."""
    if view.locations is None or view.row is None or view.rows is None:
        return
    shown = "mine" if view.viewer == "jack" and view.winner is None else "shown"
    if view.locations:
        yield Sheet(
            id="sheet",
            place="right",
            title=message("whitehall.panel.sheet"),
            note=message(f"whitehall.sheet.{shown}"),
            people=tuple(_location(view, circle) for circle in view.locations),
            own=True,
        )
    kinds = kinds_by_round(news)
    rows = (*view.rows, view.row) if view.row else view.rows
    for number, row in enumerate(rows, 1):
        here = number == view.round and len(view.rows) < number
        note = message("whitehall.track.left", count=board.BOXES - len(row))
        if not here and row[-1] in view.red:
            note = message("whitehall.tag.found")
        yield _row(number, row, kinds.get(number, {}), note, here=here and view.winner is None)


def _location(view: View, circle: int) -> Person:
    found = circle in view.red
    state = "found" if found else "reached" if circle == view.circle and view.reached else "hidden"
    quadrant = board.current().town.quadrant[circle]
    return Person(
        symbol="discovery" if found else "secret",
        letters=message("whitehall.number", number=circle),
        ink="#ffffff" if found else "#2a2017",
        name=message("whitehall.number", number=circle),
        line=words.quadrant(QUARTERS[QUADRANTS.index(quadrant)]),
        tag=message(f"whitehall.tag.{state}"),
        cleared=found,
        lights=f"disc-{circle}" if found else f"secret-{circle}",
        quiet=True,
    )


def _row(number: int, row: Sequence[int], kinds: dict[int, str], note: Message, *, here: bool) -> Track:
    """Show one row of the sheet, box by box, with the tiles that were used."""
    last = len(row) - 1
    title = message("whitehall.row.title", round=number, here=row[0], there=row[-1], moves=last)
    if here or last == 0:
        title = message("whitehall.row.from", round=number, here=row[0])
    return Track(
        id=f"row-{number}",
        place="right",
        title=title,
        note=note,
        cells=tuple(
            TrackCell(
                text=str(row[box]) if box <= last else " ",
                label=_box(box, row),
                symbol=f"space-{kinds[box]}" if box in kinds else "",
                now=here and box == last,
            )
            for box in range(board.BOXES)
        ),
        own=True,
    )


def _box(box: int, row: Sequence[int]) -> Message:
    if box >= len(row):
        return message("whitehall.space.open", number=box)
    if box == 0:
        return message("whitehall.row.start", circle=row[0])
    return message("whitehall.row.box", number=box, circle=row[box])


def kinds_by_round(news: Sequence[News]) -> dict[int, dict[int, str]]:
    """Give, for each round, which spaces Jack used with which special tile, as far as this viewer was told."""
    found: dict[int, dict[int, str]] = {}
    round = 1
    for piece in news:
        if piece.kind == "round_begun":
            round = cast("int", piece.details["round"])
        elif piece.kind in {"moved", "jack_moved"} and piece.details["kind"] != "plain":
            last = cast("int", piece.details["track"])
            spaces = 2 if piece.details["kind"] == "coach" else 1
            for space in range(last + 1 - spaces, last + 1):
                found.setdefault(round, {})[space] = str(piece.details["kind"])
    return found


# ---- the log


def _log(news: Sequence[News]) -> Log:
    lines: list[LogLine] = []
    for place, piece in enumerate(news):
        newest = place == len(news) - 1
        before = news[place - 1] if place else None
        match piece.kind:
            case "location_hidden" | "coach_begun" if not newest and news[place + 1].kind != "placed":
                continue  # the next line says it again
            case "stopped" if not newest or (before and before.kind == "searched" and _same_figure(before, piece)):
                continue  # who does nothing is not worth a line, nor that a search is over
            case "searched" if before and before.kind == "searched" and _same_figure(before, piece):
                lines.pop()
                told = [*_answers(news, place)]
                lines.append(_searches(piece, told))
            case "searched":
                lines.append(_searches(piece, [piece]))
            case _:
                strong = piece.kind in _STRONG
                lines.append(LogLine(words.tell(piece), lights(piece), strong=strong))
    return Log("log", "right", message("whitehall.panel.log"), tuple(reversed(lines)))


_STRONG: Final = frozenset({"moved", "jack_moved", "started", "arrested", "called", "round_over", "over"})


def _same_figure(one: News, other: News) -> bool:
    return one.details["figure"] == other.details["figure"]


def _answers(news: Sequence[News], last: int) -> list[News]:
    """Give the searches of one figure that lead up to this one without a break."""
    first = last
    while first and news[first - 1].kind == "searched" and _same_figure(news[first - 1], news[last]):
        first -= 1
    return list(news[first : last + 1])


def _searches(piece: News, told: Sequence[News]) -> LogLine:
    """Tell of all that one figure searched in one line."""
    answers = tuple(
        message(f"whitehall.answer.{one.details['answer']}", circle=cast("int", one.details["circle"])) for one in told
    )
    return LogLine(
        message("whitehall.log.searched", figure=words.figure(str(piece.details["figure"])), answers=answers),
        tuple(light for one in told for light in lights(one)),
        strong=any(one.details["answer"] == "yes" for one in told),
    )


def lights(piece: News) -> tuple[str, ...]:
    """Give the sprites a piece of news is about."""
    details = piece.details
    lights = [f"fig-{details['figure']}"] if "figure" in details else []
    match piece.kind:
        case "searched":
            mark = "clue" if details["answer"] == "yes" else "empty"
            lights.append(f"{mark}-{details['circle']}")
        case "started" | "round_over":
            lights.append(f"disc-{details['circle']}")
        case "false_clue" if details["circle"]:
            lights.append(f"false-{details['circle']}")
        case _:
            pass
    return tuple(lights)
