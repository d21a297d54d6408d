"""State folded from a viewer's news of Mr. Jack: calls, cleared characters, log, earlier places; and trails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias, cast

from gaslamp.core.game import Detail, News
from gaslamp.core.history import fold_news
from gaslamp.core.messages import message
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.hexes import BOX
from gaslamp.titles.mr_jack.rules.view import View
from gaslamp.titles.mr_jack.ui import words
from gaslamp.titles.mr_jack.ui.layout import exit_middle, middle
from gaslamp.ui import marks
from gaslamp.ui.panels import LogLine
from gaslamp.ui.scene import Point, Sprite, Trail

Call: TypeAlias = tuple[int, str]  # round, answer
_CARDS: Final = 4  # per round, logged in one line
_CACHE_SIZE: Final = 10_000  # log lines


class Past(NamedTuple):
    answers: tuple[Call, ...]
    cleared: Mapping[str, Call]  # by character
    lines: tuple[LogLine, ...]  # log, oldest first
    turned: tuple[str, ...]  # of an incompletely dealt round


def past_of(news: Sequence[News]) -> Past:
    return fold_news(news, _NOTHING, _and_then)


_NOTHING: Final = Past((), {}, (), ())


def _and_then(past: Past, piece: News) -> Past:
    details = piece.details
    answers, cleared, lines, turned = past
    match piece.kind:
        case "picked":  # implied by the action that follows
            return past
        case "turned":
            turned = (*turned, str(details["character"]))
            if len(turned) < _CARDS:
                return Past(answers, cleared, lines, turned)
            return Past(answers, cleared, (*lines, _turned(cast("int", details["round"]), turned)), ())
        case "called":
            call = cast("int", details["round"]), str(details["answer"])
            answers = (*answers, call)
            cleared = {**cleared, **dict.fromkeys(cast("tuple[str, ...]", details["cleared"]), call)}
        case _:
            pass
    return Past(answers, cleared, (*lines, line(piece)), turned)


# ---- places before each piece of news


class Places(NamedTuple):
    """The characters' places now, and before each piece of news."""

    now: Mapping[str, str]
    before: tuple[Mapping[str, str], ...]


def places_of(edition: str, news: Sequence[News]) -> Places:
    return fold_news(news, Places(BOX["editions"][edition]["start"], ()), _follow)


def _follow(places: Places, piece: News) -> Places:
    now, details = places.now, piece.details
    name = str(details.get("character", ""))
    if piece.kind in {"moved", "whistled", "accused"}:
        now = {**now, name: str(details["there"])}
    elif piece.kind == "exchanged":
        now = {**now, name: now["gull"], "gull": now[name]}
    return Places(now, (*places.before, places.now))


# ---- log lines, cached across tables


def line(piece: News) -> LogLine:
    return _line(piece.kind, tuple(piece.details.items()))


@lru_cache(maxsize=_CACHE_SIZE)
def _line(kind: str, details: tuple[tuple[str, Detail], ...]) -> LogLine:
    piece = News(kind, dict(details))
    return LogLine(words.tell(piece), lights(piece), strong=kind in {"called", "accused", "left", "over"})


@lru_cache(maxsize=_CACHE_SIZE)
def _turned(round: int, cards: tuple[str, ...]) -> LogLine:
    text = message("mr_jack.news.turned_over", round=round, cards=words.names(cards))
    return LogLine(text, tuple(f"tok-{name}" for name in cards))


_THINGS = {"lamp_moved": "lamp", "cordon_moved": "exit", "cover_moved": "mh"}


def lights(piece: News) -> tuple[str, ...]:
    details = piece.details
    lights = [f"tok-{details[key]}" for key in ("character", "accused") if key in details]
    lights += [f"tok-{name}" for name in cast("tuple[str, ...]", details.get("cleared", ()))]
    lights += [f"tok-{name}" for name in cast("tuple[str, ...]", details.get("cards", ()))]
    if piece.kind in _THINGS:
        lights += [f"{_THINGS[piece.kind]}-{details[key]}" for key in ("here", "there")]
    if piece.kind == "left":
        lights.append(f"exit-{details['exit']}")
    if piece.kind == "faced":
        lights.append("tok-watson")
    if details.get("lamp"):
        lights.append(f"lamp-{details['lamp']}")
    return tuple(lights)


_CARRIED: Final = {"lamp_moved", "cover_moved"}


def trails(view: View, news: Sequence[News]) -> Iterator[Trail | Sprite]:
    """Return trails for events since the viewer's own last action; for spectators and finished games the last card.

    Derived from the viewer's news only, so nothing hidden can be drawn.
    """
    first = _first(view, news)
    before = places_of(view.edition, news).before
    for number, piece in enumerate(news[first:]):
        yield from _trail(str(number), piece, before[first + number], set(view.hexes.values()))


def _first(view: View, news: Sequence[News]) -> int:
    if view.viewer in board.SEATS and view.winner is None:
        return marks.since(news, lambda piece: piece.details.get("seat") == view.viewer)
    return marks.since(news, lambda piece: piece.kind == "picked")


def _trail(id: str, piece: News, places: Mapping[str, str], taken: set[str]) -> Iterator[Trail | Sprite]:
    details = piece.details
    match piece.kind:
        case "moved" | "whistled" | "accused":
            start = places[str(details["character"])]
            yield from _way(id, piece, middle(start), middle(str(details["there"])), wide=start in taken)
        case "left":
            start = places[str(details["character"])]
            yield from _way(id, piece, middle(start), exit_middle(str(details["exit"])), wide=start in taken)
        case "exchanged":
            partner, gull = middle(places[str(details["character"])]), middle(places["gull"])
            yield from _way(id, piece, partner, gull, wide=True)
            yield marks.origin(f"{id}-too", gull, words.tell(piece), wide=True)
        case "stayed":
            yield marks.origin(id, middle(places[str(details["character"])]), words.tell(piece), wide=True)
        case "faced":
            yield marks.origin(id, middle(places["watson"]), words.tell(piece), wide=True)
        case kind if kind in _CARRIED:
            yield from _way(id, piece, middle(str(details["here"])), middle(str(details["there"])), wide=True)
        case "cordon_moved":
            yield from _way(id, piece, exit_middle(str(details["here"])), exit_middle(str(details["there"])), wide=True)
        case _:
            pass


def _way(id: str, piece: News, start: Point, end: Point, *, wide: bool) -> Iterator[Trail | Sprite]:
    label = words.tell(piece)
    yield marks.trail(id, (start, end), label)
    yield marks.origin(id, start, label, wide=wide)
