"""What is saved of a game: entries that only ever grow. A table can be made again from them alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, Protocol

import msgspec


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that was done at a table, and when; an action carries the draws of chance that followed it.

    What an entry leaves out is not written, so that its bytes, which are committed, stay when there is more to say.
    """

    kind: Literal[
        "start", "action", "undo", "resign",
        "begin", "flag", "outage",
        "abort", "offer", "consent", "decline", "pause", "resume", "hand_over", "take_back", "undo_agreed", "hint",
    ]  # fmt: skip
    seat: str  # who did it, or to whom it was done; chance where it was nobody
    actions: tuple[str, ...] = ()
    at: int = 0  # milliseconds since 1970
    since: int = 0  # of an outage: when it began; `at` is when it was over
    what: str = ""  # of an offer: what is offered; of a seat handed over: the opponent who takes it


_ENCODER: Final = msgspec.json.Encoder()


def written(entry: Entry) -> bytes:
    """An entry as it is kept and committed."""
    return _ENCODER.encode(entry)


class Log(Protocol):
    """Where the entries of one game are kept."""

    def append(self, entry: Entry) -> None:
        """Keep an entry for good, or raise; nobody is told of it before this returns."""

    def entries(self) -> Sequence[Entry]:
        """Everything kept so far."""


class MemoryLog:
    """Keeps entries as long as the program runs."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []

    def append(self, entry: Entry) -> None:
        self._entries.append(entry)

    def entries(self) -> Sequence[Entry]:
        return tuple(self._entries)
