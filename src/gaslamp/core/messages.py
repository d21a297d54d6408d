"""Sentences as data: rules and tables name what to say, the catalogues of `gaslamp.locale` say it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

Param: TypeAlias = "str | int | Message | tuple[Message, ...]"


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence or a name: its id in the catalogues, and what goes into its gaps (names are messages too)."""

    id: str
    params: Mapping[str, Param] = field(default_factory=dict)


def message(id: str, /, **params: Param) -> Message:
    """Give the message with these gaps filled."""
    return Message(id, params)
