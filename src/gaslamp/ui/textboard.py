"""A board in characters, as data: rows of coloured spans and lines beside them."""

from __future__ import annotations

from dataclasses import dataclass

from gaslamp.core.messages import Message


@dataclass(frozen=True, slots=True)
class Span:
    """A run of characters in one style. A message in it is two letters wide in every language."""

    text: str | Message
    ink: str = ""  # "#rrggbb", or empty for the default
    paper: str = ""
    bold: bool = False


@dataclass(frozen=True, slots=True)
class TextBoard:
    rows: tuple[tuple[Span, ...], ...]
    beside: tuple[Message, ...]
