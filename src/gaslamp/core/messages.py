"""Localizable messages as data: an id and parameters, rendered by the catalogues of `gaslamp.locale`.

>>> name = message("pocket.seat.jack")
>>> message("table.over.time", loser=name).params["loser"].id
'pocket.seat.jack'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

Param: TypeAlias = "str | int | Message | Count | Share | tuple[Message, ...]"
_NO_PARAMS: Final[Mapping[str, Param]] = {}


@dataclass(frozen=True, slots=True)
class Count:
    """A number that is abbreviated when large, as in 3.2 million."""

    number: int


@dataclass(frozen=True, slots=True)
class Share:
    """A fraction, rendered as a percentage."""

    part: int
    whole: int


class Message:
    """A message id and its parameters. Names are messages too."""

    __slots__ = ("id", "params")
    __match_args__ = ("id", "params")

    def __init__(self, id: str, params: Mapping[str, Param] = _NO_PARAMS) -> None:
        self.id: Final = id
        self.params: Final = params

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self.id == other.id and self.params == other.params

    def __hash__(self) -> int:
        return hash((self.id, frozenset(self.params.items())))

    def __repr__(self) -> str:
        return f"Message({self.id!r}, {dict(self.params)!r})"


def message(id: str, /, **params: Param) -> Message:
    return Message(id, params)
