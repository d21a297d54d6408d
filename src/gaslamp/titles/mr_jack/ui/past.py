"""What a viewer's news of Mr. Jack come to: the calls, who was cleared, the log, and where people came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias, cast

from gaslamp.core.game import Detail, News
from gaslamp.core.history import fold_news
from gaslamp.core.messages import message
from gaslamp.titles.mr_jack.rules.hexes import BOX
from gaslamp.titles.mr_jack.ui import words
from gaslamp.ui.panels import LogLine

Call: TypeAlias = tuple[int, str]  # the round, and what was answered
_CARDS: Final = 4  # of a round: they are one line
_KEPT: Final = 10_000  # lines


class Past(NamedTuple):
    """All that can be told later of what a viewer has learnt."""

    answers: tuple[Call, ...]  # to the calls
    cleared: Mapping[str, Call]  # by which call
    lines: tuple[LogLine, ...]  # of the log, the newest first
    turned: tuple[str, ...]  # cards of a round of which not all are turned over yet


def past_of(news: Sequence[News]) -> Past:
    """What some news come to."""
    return fold_news(news, _NOTHING, _and_then)


_NOTHING: Final = Past((), {}, (), ())


def _and_then(past: Past, piece: News) -> Past:
    details = piece.details
    answers, cleared, lines, turned = past
    match piece.kind:
        case "picked":  # what is done with a card says that it was taken
            return past
        case "turned":
            turned = (*turned, str(details["character"]))
            if len(turned) < _CARDS:
                return Past(answers, cleared, lines, turned)
            return Past(answers, cleared, (_turned(cast("int", details["round"]), turned), *lines), ())
        case "called":
            call = cast("int", details["round"]), str(details["answer"])
            answers = (*answers, call)
            cleared = {**cleared, **dict.fromkeys(cast("tuple[str, ...]", details["cleared"]), call)}
        case _:
            pass
    return Past(answers, cleared, (line(piece), *lines), turned)


# ---- where everybody stood before each piece of news


class Places(NamedTuple):
    """Where everybody stands, and from where they came, news by news."""

    now: Mapping[str, str]
    before: tuple[Mapping[str, str], ...]


def places_of(edition: str, news: Sequence[News]) -> Places:
    """Where everybody stood before each of some news, and after them."""
    return fold_news(news, Places(BOX["editions"][edition]["start"], ()), _follow)


def _follow(places: Places, piece: News) -> Places:
    now, details = places.now, piece.details
    name = str(details.get("character", ""))
    if piece.kind in {"moved", "whistled", "accused"}:
        now = {**now, name: str(details["there"])}
    elif piece.kind == "exchanged":
        now = {**now, name: now["gull"], "gull": now[name]}
    return Places(now, (*places.before, places.now))


# ---- a line of the log: the same ones come again at all tables


def line(piece: News) -> LogLine:
    """Tell of a piece of news."""
    return _line(piece.kind, tuple(piece.details.items()))


@lru_cache(maxsize=_KEPT)
def _line(kind: str, details: tuple[tuple[str, Detail], ...]) -> LogLine:
    piece = News(kind, dict(details))
    return LogLine(words.tell(piece), lights(piece), strong=kind in {"called", "accused", "left", "over"})


@lru_cache(maxsize=_KEPT)
def _turned(round: int, cards: tuple[str, ...]) -> LogLine:
    told = message("mr_jack.news.turned_over", round=round, cards=words.names(cards))
    return LogLine(told, tuple(f"tok-{name}" for name in cards))


_THINGS = {"lamp_moved": "lamp", "cordon_moved": "exit", "cover_moved": "mh"}


def lights(piece: News) -> tuple[str, ...]:
    """The sprites a piece of news is about."""
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
