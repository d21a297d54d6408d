"""Sentences as data: rules and tables name what to say, the catalogues of `gaslamp.locale` say it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

Param: TypeAlias = "str | int | Message | Count | Share | tuple[Message, ...]"
_NO_GAPS: Final[Mapping[str, Param]] = {}


@dataclass(frozen=True, slots=True)
class Count:
    """A number that may be too long to read: large ones are rounded and said with a word, as 3.2 million."""

    number: int


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a whole, said in hundredths."""

    part: int
    whole: int


class Message(NamedTuple):
    """A sentence or a name: its id in the catalogues, and what goes into its gaps (names are messages too)."""

    id: str
    params: Mapping[str, Param] = _NO_GAPS

    def __hash__(self) -> int:
        return hash((self.id, frozenset(self.params.items())))


def message(id: str, /, **params: Param) -> Message:
    """The message with these gaps filled."""
    return Message(id, params)
