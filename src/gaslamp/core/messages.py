"""Localizable messages as data: an id and parameters, rendered by the catalogues of `gaslamp.locale`.

>>> name = message("pocket.seat.jack")
>>> message("table.over.time", loser=name).params["loser"].id
'pocket.seat.jack'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

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


class Message(NamedTuple):
    """A message id and its parameters. Names are messages too."""

    id: str
    params: Mapping[str, Param] = _NO_PARAMS

    def __hash__(self) -> int:
        return hash((self.id, frozenset(self.params.items())))


def message(id: str, /, **params: Param) -> Message:
    return Message(id, params)
