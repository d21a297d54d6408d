"""State folded from a viewer's news of Whitehall: log, searched circles, tiles used, discoveries; and trails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias, cast

from gaslamp.core.game import Detail, News
from gaslamp.core.history import fold_news
from gaslamp.core.messages import message
from gaslamp.titles.whitehall.rules.view import View
from gaslamp.titles.whitehall.ui import words
from gaslamp.titles.whitehall.ui.layout import MIDDLE, walk
from gaslamp.ui import marks
from gaslamp.ui.panels import LogLine
from gaslamp.ui.scene import Layer, Sprite, Trail

Kinds: TypeAlias = Mapping[int, Mapping[int, str]]  # by round and track space
_CACHE_SIZE: Final = 10_000  # lines
_STRONG: Final = frozenset({"moved", "jack_moved", "started", "arrested", "called", "round_over", "over"})
_FOR_NOW: Final = frozenset({"location_hidden", "coach_begun", "stopped"})


class Past(NamedTuple):
    lines: tuple[LogLine, ...]  # of the log, oldest first
    newest: LogLine | None  # temporary line, replaced by the next event
    last: News | None
    searched: tuple[News, ...]  # consecutive searches of the current figure
    round: int
    in_vain: Mapping[int, int]  # circle and turn of each "no" this round
    found: tuple[int, ...]  # locations in order of discovery
    kinds: Kinds


def past_of(news: Sequence[News]) -> Past:
    return fold_news(news, _NOTHING, _and_then)


_NOTHING: Final = Past((), None, None, (), 1, {}, (), {})


def _and_then(past: Past, piece: News) -> Past:
    past = _written(past, piece)
    details = piece.details
    match piece.kind:
        case "round_begun":
            return past._replace(round=cast("int", details["round"]), in_vain={})
        case "searched" if details["answer"] == "no":
            return past._replace(in_vain={**past.in_vain, cast("int", details["circle"]): cast("int", details["turn"])})
        case "started" | "round_over":
            return past._replace(found=(*past.found, cast("int", details["circle"])))
        case "moved" | "jack_moved" if details["kind"] != "plain":
            kind, last = str(details["kind"]), cast("int", details["track"])
            spaces = range(last + (0 if kind != "coach" else -1), last + 1)
            used = {**past.kinds.get(past.round, {}), **dict.fromkeys(spaces, kind)}
            return past._replace(kinds={**past.kinds, past.round: used})
        case _:
            return past


def _written(past: Past, piece: News) -> Past:
    lines, searched, newest = past.lines, past.searched, None
    if piece.kind == "placed" and past.newest is not None and past.last is not None and past.last.kind != "stopped":
        lines = (*lines, past.newest)  # otherwise the next line repeats it
    if piece.kind == "searched":
        goes_on = bool(searched) and _same_figure(searched[-1], piece)
        searched = (*searched, piece) if goes_on else (piece,)
        lines = (*(lines[:-1] if goes_on else lines), _searches(searched))
    elif piece.kind in _FOR_NOW:  # no permanent line for these
        over = piece.kind == "stopped" and bool(searched) and _same_figure(searched[-1], piece)
        newest = None if over else line(piece)
    else:
        lines = (*lines, line(piece))
    searched = searched if piece.kind == "searched" else ()
    return past._replace(lines=lines, newest=newest, last=piece, searched=searched)


def _same_figure(first: News, second: News) -> bool:
    return first.details["figure"] == second.details["figure"]


def _searches(searches: Sequence[News]) -> LogLine:
    answers = tuple(
        message(f"whitehall.answer.{search.details['answer']}", circle=cast("int", search.details["circle"]))
        for search in searches
    )
    return LogLine(
        message("whitehall.log.searched", figure=words.figure(str(searches[0].details["figure"])), answers=answers),
        tuple(light for search in searches for light in lights(search)),
        strong=any(search.details["answer"] == "yes" for search in searches),
    )


# ---- log lines, cached across tables


def line(piece: News) -> LogLine:
    return _line(piece.kind, tuple(piece.details.items()))


@lru_cache(maxsize=_CACHE_SIZE)
def _line(kind: str, details: tuple[tuple[str, Detail], ...]) -> LogLine:
    piece = News(kind, dict(details))
    return LogLine(words.tell(piece), lights(piece), strong=kind in _STRONG)


def lights(piece: News) -> tuple[str, ...]:
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


# Jack's actions, as seen by him and by the others.
OF_JACK: Final = frozenset(
    {"located", "location_hidden", "started", "reclaimed", "coach_begun", "moved", "jack_moved", "false_clue"}
)
_UNDER: Final[Layer] = "light"  # below the layer of circles and numbers


def trails(view: View, news: Sequence[News]) -> Iterator[Trail | Sprite]:
    """Yield trails since the viewer's own last action; for spectators those of the last hunt.

    Derived from the viewer's news, so nothing hidden can show.
    """
    if view.winner is not None:  # all routes are drawn instead
        return
    for number, piece in enumerate(news[_first(view, news) :]):
        yield from _trail(str(number), piece)


def last_spaces(view: View, news: Sequence[News]) -> range:
    """Return the track spaces Jack used last; empty once the viewer has acted, and for Jack."""
    for piece in reversed(news[_first(view, news) :] if view.viewer != "jack" else ()):
        if piece.kind == "jack_moved":
            last = cast("int", piece.details["track"])
            return range(last + 1 - cast("int", piece.details["spaces"]), last + 1)
    return range(0)


def _first(view: View, news: Sequence[News]) -> int:
    if view.viewer in view.holders.values():
        return marks.since(news, lambda piece: "figure" in piece.details)
    return marks.since(news, lambda piece: piece.kind in OF_JACK)


def _trail(id: str, piece: News) -> Iterator[Trail | Sprite]:
    details, label = piece.details, words.tell(piece)
    match piece.kind:
        case "walked" if details["how"] == "stay":
            yield marks.origin(id, MIDDLE[str(details["here"])], label, wide=True, layer=_UNDER)
        case "walked":
            here, there = str(details["here"]), str(details["there"])
            yield marks.trail(id, walk(here, there), label, width=3, layer=_UNDER)
            yield marks.origin(id, MIDDLE[here], label, layer=_UNDER)
        case "searched" | "false_clue" | "called_in_vain" if details["circle"]:
            yield marks.origin(id, MIDDLE[cast("int", details["circle"])], label, wide=True, layer=_UNDER)
        case "arrested_in_vain":
            for circle in cast("tuple[str, ...]", details["circles"]):
                yield marks.origin(f"{id}-{circle}", MIDDLE[int(circle)], label, wide=True, layer=_UNDER)
        case _:
            pass
