"""A board in characters, as data: rows of coloured spans, and the lines beside it. The terminal draws it."""

from __future__ import annotations

from dataclasses import dataclass

from gaslamp.core.messages import Message


@dataclass(frozen=True, slots=True)
class Span:
    """A run of characters of one look; a message in it is two letters wide in every language."""

    text: str | Message
    ink: str = ""  # "#rrggbb", or nothing for the terminal's own
    paper: str = ""
    bold: bool = False


@dataclass(frozen=True, slots=True)
class TextBoard:
    """The drawing, row by row, and what stands beside it, line by line."""

    rows: tuple[tuple[Span, ...], ...]
    beside: tuple[Message, ...]
