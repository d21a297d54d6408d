from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import cast

from gaslamp.core.game import Detail, News
from gaslamp.core.messages import Message, Param, message
from gaslamp.titles.whitehall.rules import notation as n
from gaslamp.titles.whitehall.ui.layout import near


@cache
def figure(id: str) -> Message:
    return message(f"whitehall.figure.{id}")


@cache
def whom(id: str) -> Message:
    """Return the object form of a figure's name, which differs in some languages."""
    return message(f"whitehall.whom.{id}")


@cache
def name(id: str) -> Message:
    return message(f"whitehall.name.{id}")


@cache
def letters(id: str) -> Message:
    return message(f"whitehall.letters.{id}")


@cache
def seat(id: str) -> Message:
    return message(f"whitehall.seat.{id}")


@cache
def tile(kind: str) -> Message:
    return message(f"whitehall.tile.{kind}")


def tiles(kinds: Iterable[str]) -> Param:
    return tuple(tile(kind) for kind in kinds) or message("whitehall.none")


@cache
def ability(id: str) -> Message:
    return message(f"whitehall.ability.{id.replace(' ', '_')}")


@cache
def quadrant(id: str) -> Message:
    return message(f"whitehall.quadrant.{id}")


def numbers(circles: Iterable[int | str]) -> Param:
    return ", ".join(map(str, circles)) or message("whitehall.none")


@cache
def crossing(id: str) -> Param:
    """Name a crossing by nearby circles, as seen on the board."""
    return numbers(near(id))


@cache
def label(action: int) -> Message:
    """Describe an action, with crossings by their notation for typed input."""
    verb, *rest = n.ACTIONS.format(action).split()
    match verb, rest:
        case "stop" | "smoker", []:
            return message(f"whitehall.do.{verb}")
        case "arrest", ["all"]:
            return message("whitehall.do.arrest_all")
        case "clue" | "reclaim", ["nothing"]:
            return message(f"whitehall.do.{verb}_nothing")
        case "reclaim", [kind]:
            return message(f"whitehall.do.reclaim_{kind}")
        case "place" | "walk" | "tile", [where]:
            return message(f"whitehall.do.{verb}", crossing=where)
        case "smoker", [where]:
            return message("whitehall.do.smoker_walk", crossing=where)
        case _, [circle]:
            return message(f"whitehall.do.{verb}", circle=circle)
        case _:
            raise ValueError(f"there is no action {action}")


@cache
def verb(action: int) -> Message:
    """Describe an action for the board, which shows no crossing names."""
    match n.ACTIONS.format(action).split():
        case ["place" | "walk" | "smoker" | "tile" as kind, where]:
            return message(f"whitehall.near.{kind}", crossing=crossing(where))
        case _:
            return label(action)


def tell(news: News) -> Message:
    return _tell(news.kind, tuple(news.details.items()))


@lru_cache(maxsize=10_000)
def _tell(kind: str, items: tuple[tuple[str, Detail], ...]) -> Message:
    details = dict(items)
    match kind:
        case "over":
            return message(f"whitehall.over.{details['reason']}")
        case "reclaimed":
            return message(f"whitehall.news.reclaimed_{details['kind'] or 'nothing'}")
        case "moved":
            return _tell_moved(details)
        case "jack_moved":
            last = cast("int", details["track"])
            first = last + 1 - cast("int", details["spaces"])
            return message(f"whitehall.news.jack_moved_{details['kind']}", first=first, track=last)
        case "walked":
            where = {key: crossing(str(details[key])) for key in ("here", "there")}
            return message(f"whitehall.news.walked_{details['how']}", figure=figure(str(details["figure"])), **where)
        case "false_clue" if not details["circle"]:
            return message("whitehall.news.false_clue_nothing")
        case "searched":
            actor = figure(str(details["figure"]))
            return message(f"whitehall.news.searched_{details['answer']}", figure=actor, circle=str(details["circle"]))
        case "round_over":
            return _tell_round_over(details["round"], details["circle"], details["red"], _many(details["shown"]))
        case "revealed":
            return message(
                "whitehall.news.revealed",
                locations=numbers(_many(details["locations"])),
                rows=tuple(
                    message("whitehall.row.told", round=number, row="-".join(row.split()))
                    for number, row in enumerate(_many(details["rows"]), 1)
                )
                or message("whitehall.none"),
            )
        case kind:
            return Message(f"whitehall.news.{kind}", {key: _param(key, value) for key, value in details.items()})


def recount(happened: Sequence[News]) -> tuple[Message, ...]:
    return tuple(_recount(piece) for piece in happened)


def _recount(piece: News) -> Message:
    match piece.kind:
        case "moved":
            return Message(f"whitehall.recount.moved_{piece.details['kind']}", _move(piece.details))
        case "located" | "coach_begun" as kind:
            return message(f"whitehall.recount.{kind}", circle=cast("int", piece.details["circle"]))
        case _:
            return tell(piece)


def _tell_moved(details: Mapping[str, Detail]) -> Message:
    return Message(f"whitehall.news.moved_{details['kind']}", _move(details))


def _move(details: Mapping[str, Detail]) -> dict[str, Param]:
    circles, track = _many(details["circles"]), cast("int", details["track"])
    return {
        "first": track + 1 - len(circles),
        "track": track,
        "here": str(details["here"]),
        "by": circles[0],
        "circle": circles[-1],
    }


def _tell_round_over(round: Detail, circle: Detail, red: Detail, face_down: Sequence[str]) -> Message:
    """Return the end of a round: the location reached, and the face-down tiles (WM-50, WM-51a)."""
    sentence = message(
        "whitehall.news.round_over", round=cast("int", round), circle=cast("int", circle), red=cast("int", red)
    )
    return message("whitehall.news.round_over_tiles", told=sentence, tiles=tiles(face_down)) if face_down else sentence


def _param(key: str, value: Detail) -> Param:
    match key, value:
        case "figure", str():
            return figure(value)
        case "seat", str():
            return seat(value)
        case "circles", tuple():
            return numbers(value)
        case "crossing", str():
            return crossing(value)
        case _, (str() | int()):
            return value
        case _:
            raise ValueError(f"nothing is told of {key}")


def _many(value: Detail) -> tuple[str, ...]:
    return cast("tuple[str, ...]", value)
