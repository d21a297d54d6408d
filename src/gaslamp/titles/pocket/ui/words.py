from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import cast

from gaslamp.core.game import Detail, News
from gaslamp.core.messages import Message, Param, message
from gaslamp.titles.pocket.rules import notation as n
from gaslamp.titles.pocket.rules.board import DETECTIVE_NAMES, FACES, PAIRS, SIDES, SUSPECTS, TURNS

# The details of events that are names, by the group of names they belong to.
_NAMES = {
    "suspect": "suspect", "first": "suspect", "second": "suspect", "cards": "suspect", "cleared": "suspect",
    "detective": "detective", "face": "face", "faces": "face", "seat": "seat", "winner": "seat",
    "wall": "side", "turn": "turn_by",
}  # fmt: skip


@cache
def suspect(id: str) -> Message:
    return message(f"pocket.suspect.{id}")


@cache
def letters(id: str) -> Message:
    return message(f"pocket.letters.{id}")


@cache
def detective(id: str) -> Message:
    return message(f"pocket.detective.{id}")


@cache
def face(id: str) -> Message:
    return message(f"pocket.face.{id}")


@cache
def about(id: str) -> Message:
    return message(f"pocket.about.{id}")


@cache
def seat(id: str) -> Message:
    return message(f"pocket.seat.{id}")


def labels(actions: Sequence[int]) -> tuple[Message, ...]:
    """Return labels to be read together: a token is named without its use, which follows."""
    first, *rest = actions
    if not rest or not n.TAKE <= first < n.WALK:
        return tuple(map(label, actions))
    token = FACES[first - n.TAKE]
    named = () if token in DETECTIVE_NAMES else (face(token),)
    return (*named, *map(label, rest))


@cache
def label(action: int) -> Message:
    if action < n.IDENTITY:
        number, wall = divmod(action - n.TILE, 4)
        return message("pocket.do.tile", suspect=suspect(SUSPECTS[number]), wall=message(f"pocket.side.{SIDES[wall]}"))
    if action < n.THROW:
        return message("pocket.do.identity", suspect=suspect(SUSPECTS[action - n.IDENTITY]))
    if action < n.CARD:
        thrown = n.ACTIONS.format(action).split()[1:]
        return message("pocket.do.throw", faces=tuple(face(id) for id in thrown))
    if action < n.TAKE:
        return message("pocket.do.card", suspect=suspect(SUSPECTS[action - n.CARD]))
    if action < n.WALK:
        return message(f"pocket.take.{FACES[action - n.TAKE]}")
    if action < n.STAY:
        number, places = divmod(action - n.WALK, 2)
        return message("pocket.do.walk", detective=detective(DETECTIVE_NAMES[number]), count=places + 1)
    if action == n.STAY:
        return message("pocket.do.stay")
    if action < n.EXCHANGE:
        number, turn = divmod(action - n.ROTATE, 3)
        return message(
            "pocket.do.rotate", suspect=suspect(SUSPECTS[number]), turn=message(f"pocket.turn_by.{TURNS[turn]}")
        )
    first, second = PAIRS[action - n.EXCHANGE]
    return message("pocket.do.exchange", first=suspect(SUSPECTS[first]), second=suspect(SUSPECTS[second]))


def tell(news: News) -> Message:
    return _tell(news.kind, tuple(news.details.items()))


@lru_cache(maxsize=10_000)
def _tell(kind: str, items: tuple[tuple[str, Detail], ...]) -> Message:
    details = dict(items)
    params: dict[str, Param] = {key: _param(key, value) for key, value in items}
    match kind:
        case "called":
            none = "" if details["cleared"] else "_nobody"
            return Message(f"pocket.news.called_{details['answer']}{none}", params)
        case "over":
            return Message(f"pocket.over.{details['reason']}", params)
        case "alibi_shown" if not details["cleared"]:
            return Message("pocket.news.alibi_shown_again", params)
        case "revealed" if not details["cards"]:
            return Message("pocket.news.revealed_without_cards", params)
        case "walked":
            return Message("pocket.news.walked", {**params, "count": cast("int", details["places"])})
        case kind:
            return Message(f"pocket.news.{kind}", params)


def recount(happened: Sequence[News]) -> tuple[Message, ...]:
    """Return sentences with nothing hidden, without the layout of the tiles, which the board shows."""
    return tuple(_recount(piece) for piece in happened if piece.kind != "dealt")


def _recount(piece: News) -> Message:
    if piece.kind != "identity":
        return tell(piece)
    return message("pocket.recount.identity", suspect=suspect(str(piece.details["suspect"])))


def _param(key: str, value: Detail) -> Param:
    group = _NAMES.get(key)
    if isinstance(value, tuple):
        return tuple(message(f"pocket.{group}.{name}") for name in value)
    if isinstance(value, int) or group is None:
        return value
    return message(f"pocket.{group}.{value}")
