from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, cast

from gaslamp.core.game import Detail, News
from gaslamp.core.messages import Message, Param, message
from gaslamp.titles.mr_jack.rules import notation as n

_COMPASS: Final = {
    "N": "north", "NE": "north_east", "SE": "south_east", "S": "south", "SW": "south_west", "NW": "north_west",
}  # fmt: skip


@cache
def character(id: str) -> Message:
    return message(f"mr_jack.character.{id}")


@cache
def whom(id: str) -> Message:
    """Return a character's name as a grammatical object, which some languages inflect."""
    return message(f"mr_jack.whom.{id}")


@cache
def short(id: str) -> Message:
    return message(f"mr_jack.short.{id}")


@cache
def letters(id: str) -> Message:
    return message(f"mr_jack.letters.{id}")


@cache
def seat(id: str) -> Message:
    return message(f"mr_jack.seat.{id}")


@cache
def exit_name(id: str) -> Message:
    return message(f"mr_jack.exit.{_COMPASS[id]}")


@cache
def direction(id: str) -> Message:
    return message(f"mr_jack.direction.{_COMPASS[id]}")


@cache
def arrow(id: str) -> Message:
    """Return a direction as an arrow and its letters, for buttons."""
    return message(f"mr_jack.arrow.{_COMPASS[id]}")


@cache
def tile(id: str) -> Message:
    return message(f"mr_jack.tile.{id}")


def names(ids: Sequence[str]) -> Param:
    return tuple(character(id) for id in ids) or message("mr_jack.none")


def shorts(ids: Sequence[str]) -> Param:
    return tuple(short(id) for id in ids) or message("mr_jack.none")


@cache
def label(action: int) -> Message:
    verb, *rest = n.ACTIONS.format(action).split()
    match verb, rest:
        case "exit", [name]:
            return message("mr_jack.do.exit", exit=exit_name(name))
        case "stay", []:
            return message("mr_jack.do.stay")
        case "face", [name]:
            return message("mr_jack.do.face", direction=direction(name))
        case "lamp", [source, target]:
            return message("mr_jack.do.lamp", here=source, there=target)
        case "cordon", [source, target]:
            return message("mr_jack.do.cordon", here=exit_name(source), there=exit_name(target))
        case "cover", [source, target]:
            return message("mr_jack.do.cover", here=source, there=target)
        case "whistle", [name, target]:
            return message("mr_jack.do.whistle", whom=whom(name), there=target)
        case "whistle", [_]:
            return message("mr_jack.do.whistle_nobody")
        case "exchange", [name]:
            return message("mr_jack.do.exchange", character=character(name))
        case "pick", [name]:
            return message("mr_jack.do.pick", whom=whom(name))
        case "jack", [name]:
            return message("mr_jack.do.identity", character=character(name))
        case "card", [name]:
            return message("mr_jack.do.card", character=character(name))
        case "alibi", [name]:
            return message("mr_jack.do.alibi", character=character(name))
        case target, []:
            return message("mr_jack.do.move", there=target)
        case _:
            raise ValueError(f"there is no action {action}")


@cache
def accuse(id: str) -> Message:
    """Return the label of an accusation, identical for cleared characters (MJ-68)."""
    return message("mr_jack.do.accuse", whom=whom(id))


@cache
def sure(id: str) -> Message:
    """Return the confirmation of an accusation, identical for cleared characters (MJ-68)."""
    return message("mr_jack.ask.accuse", whom=whom(id))


def tell(news: News) -> Message:
    return _tell(news.kind, tuple(news.details.items()))


@lru_cache(maxsize=10_000)
def _tell(kind: str, items: tuple[tuple[str, Detail], ...]) -> Message:
    details = dict(items)
    match kind:
        case "called":
            return _tell_call(details["round"], str(details["answer"]), _many(details["cleared"]), str(details["lamp"]))
        case "over":
            return message(f"mr_jack.over.{details['reason']}")
        case "revealed":
            return message(
                "mr_jack.news.revealed",
                character=character(str(details["character"])),
                jack_alibis=names(_many(details["jack_alibis"])),
                detective_alibis=names(_many(details["detective_alibis"])),
                pile=names(_many(details["pile"])),
            )
        case "accused":
            return message(
                "mr_jack.news.accused",
                seat=seat(str(details["seat"])),
                character=character(str(details["character"])),
                accused=whom(str(details["accused"])),
                there=str(details["there"]),
            )
        case "cordon_moved":
            source, target = exit_name(str(details["here"])), exit_name(str(details["there"]))
            return message("mr_jack.news.cordon_moved", seat=seat(str(details["seat"])), here=source, there=target)
        case kind:
            return Message(f"mr_jack.news.{kind}", {key: _param(key, value) for key, value in details.items()})


def recount(happened: Sequence[News]) -> tuple[Message, ...]:
    """Return sentences with nothing hidden. The four cards of a round are one sentence."""
    sentences = [_recount(piece) for piece in happened if piece.kind != "turned"]
    turned = [piece for piece in happened if piece.kind == "turned"]
    if turned:
        cards = names([str(piece.details["character"]) for piece in turned])
        sentences.append(
            message("mr_jack.news.turned_over", round=cast("int", turned[0].details["round"]), cards=cards)
        )
    return tuple(sentences)


def _recount(piece: News) -> Message:
    if piece.kind not in {"identity", "alibi"}:
        return tell(piece)
    return Message(f"mr_jack.recount.{piece.kind}", {key: _param(key, value) for key, value in piece.details.items()})


def _tell_call(number: Detail, answer: str, cleared: Sequence[str], lamp: str) -> Message:
    """Return the sentence for a call, and for the lamp that goes out after it (MJ-58)."""
    if cleared:
        called = message(f"mr_jack.news.called_{answer}", round=cast("int", number), cleared=names(cleared))
    else:
        called = message(f"mr_jack.news.called_{answer}_nobody", round=cast("int", number))
    return message("mr_jack.news.called_lamp", called=called, lamp=lamp) if lamp else called


def _param(key: str, value: Detail) -> Param:
    match key, value:
        case "character", str():
            return character(value)
        case "seat", str():
            return seat(value)
        case "exit", str():
            return exit_name(value)
        case "facing", str():
            return direction(value)
        case "cards", tuple():
            return names(value)
        case _, (str() | int()):
            return value
        case _:
            raise ValueError(f"nothing is told of {key}")


def _many(value: Detail) -> tuple[str, ...]:
    return cast("tuple[str, ...]", value)
