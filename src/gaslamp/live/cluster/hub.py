"""How processes hear of each other's games: hints that there is something to read, never what it is.

A hint may be lost or come twice. Whoever hears one reads the store, and reads it now and then without any.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

# Called with the length a game's log has now, or None: look at everything, also what lies beside the log.
Heard: TypeAlias = Callable[[int | None], None]


class Hub(Protocol):
    """Carries hints about games between processes."""

    def tell(self, game: str, seq: int | None = None) -> None:
        """Let every process that has this game open know that its log is so long, or that all is to be looked at."""

    def subscribe(self, game: str, heard: Heard) -> Callable[[], None]:
        """Hear the hints about a game until the answer is called; `heard(None)` comes first, when none is missed."""

    async def close(self) -> None:
        """Carry nothing any more."""


class NoHub:
    """For a process that shares its games with no other: there is nobody to tell."""

    def tell(self, game: str, seq: int | None = None) -> None:
        pass

    def subscribe(self, game: str, heard: Heard) -> Callable[[], None]:
        return lambda: None

    async def close(self) -> None:
        pass


class Subscribers:
    """Who in this process wants to hear of which game."""

    def __init__(self) -> None:
        self._heard: dict[str, list[Heard]] = {}

    def add(self, game: str, heard: Heard) -> Callable[[], None]:
        self._heard.setdefault(game, []).append(heard)

        def leave() -> None:
            mine = self._heard.get(game, [])
            if heard in mine:
                mine.remove(heard)
            if not mine:
                self._heard.pop(game, None)

        return leave

    def hear(self, game: str, seq: int | None) -> None:
        """Pass a hint on."""
        for heard in list(self._heard.get(game, ())):
            heard(seq)

    def look(self) -> None:
        """Let everybody look: hints may have been missed."""
        for game in list(self._heard):
            self.hear(game, None)


class MemoryHub:
    """Carries hints between the houses of one process."""

    def __init__(self) -> None:
        self._subscribers = Subscribers()

    def tell(self, game: str, seq: int | None = None) -> None:
        self._subscribers.hear(game, seq)

    def subscribe(self, game: str, heard: Heard) -> Callable[[], None]:
        leave = self._subscribers.add(game, heard)
        heard(None)
        return leave

    async def close(self) -> None:
        self._subscribers = Subscribers()
