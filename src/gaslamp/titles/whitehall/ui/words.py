"""What Whitehall Mystery says, as messages: who is who, what an action does, and what happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import cast

from gaslamp.core.game import Detail, News
from gaslamp.core.messages import Message, Param, message
from gaslamp.titles.whitehall.rules import notation as n
from gaslamp.titles.whitehall.ui.drawing.layout import near


@cache
def figure(id: str) -> Message:
    """Name a figure by its colour."""
    return message(f"whitehall.figure.{id}")


@cache
def whom(id: str) -> Message:
    """Name a figure with which something is done: in some languages that is another form of the name."""
    return message(f"whitehall.whom.{id}")


@cache
def name(id: str) -> Message:
    """Name a figure by its colour and by who it is."""
    return message(f"whitehall.name.{id}")


@cache
def letters(id: str) -> Message:
    """The two letters of a figure."""
    return message(f"whitehall.letters.{id}")


@cache
def seat(id: str) -> Message:
    """Name a seat, or the investigators' side."""
    return message(f"whitehall.seat.{id}")


@cache
def tile(kind: str) -> Message:
    """Name a special tile, or one that lies face down."""
    return message(f"whitehall.tile.{kind}")


def tiles(kinds: Iterable[str]) -> Param:
    """List special tiles, or say that there are none."""
    return tuple(tile(kind) for kind in kinds) or message("whitehall.none")


@cache
def ability(id: str) -> Message:
    """Say what a figure's own ability does."""
    return message(f"whitehall.ability.{id.replace(' ', '_')}")


@cache
def quadrant(id: str) -> Message:
    """Name a quarter of the board."""
    return message(f"whitehall.quadrant.{id}")


def numbers(circles: Iterable[int | str]) -> Param:
    """List circles by their numbers, or say that there are none."""
    return ", ".join(map(str, circles)) or message("whitehall.none")


@cache
def crossing(id: str) -> Param:
    """Name a crossing as somebody needs it who looks at the board: by the circles it is near."""
    return numbers(near(id))


@cache
def label(action: int) -> Message:
    """Say what an action does, with a crossing by its name in the notation: to whoever types it."""
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
    """Say what an action does to somebody who points at it on the board, which shows no names of crossings."""
    match n.ACTIONS.format(action).split():
        case ["place" | "walk" | "smoker" | "tile" as what, where]:
            return message(f"whitehall.near.{what}", crossing=crossing(where))
        case _:
            return label(action)


def tell(news: News) -> Message:
    """Say what a viewer learnt; the same comes again with every update, and at all tables."""
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
            who = figure(str(details["figure"]))
            return message(f"whitehall.news.searched_{details['answer']}", figure=who, circle=str(details["circle"]))
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
    """Say what happened with nothing hidden."""
    return tuple(_recount(piece) for piece in happened)


def _recount(piece: News) -> Message:
    """Tell of what Jack alone was told as of anything else."""
    match piece.kind:
        case "moved":
            return Message(f"whitehall.recount.moved_{piece.details['kind']}", _move(piece.details))
        case "located" | "coach_begun" as kind:
            return message(f"whitehall.recount.{kind}", circle=cast("int", piece.details["circle"]))
        case _:
            return tell(piece)


def _tell_moved(details: Mapping[str, Detail]) -> Message:
    """Tell Jack of his own move."""
    return Message(f"whitehall.news.moved_{details['kind']}", _move(details))


def _move(details: Mapping[str, Detail]) -> dict[str, Param]:
    """From where he went, over which circle by coach, and to where."""
    circles, track = _many(details["circles"]), cast("int", details["track"])
    return {
        "first": track + 1 - len(circles),
        "track": track,
        "here": str(details["here"]),
        "by": circles[0],
        "circle": circles[-1],
    }


def _tell_round_over(round: Detail, circle: Detail, red: Detail, shown: Sequence[str]) -> Message:
    """Where Jack was found out to have been, and which tiles lay face down (WM-50, WM-51a)."""
    told = message(
        "whitehall.news.round_over", round=cast("int", round), circle=cast("int", circle), red=cast("int", red)
    )
    return message("whitehall.news.round_over_tiles", told=told, tiles=tiles(shown)) if shown else told


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
