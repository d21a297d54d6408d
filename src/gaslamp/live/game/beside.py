"""What is known of a game besides its log: who has which seat, what was said, and which game follows it."""

from __future__ import annotations

from collections.abc import Callable

from gaslamp.live.cluster.hub import Hub


class Beside:
    """Counts how often something may have changed, and has all who listen look."""

    def __init__(self, id: str, hub: Hub, tell: Callable[[], None], rematch: str | None) -> None:
        self._id = id
        self._hub = hub
        self._tell = tell
        self.rematch = rematch  # the id of the game that follows, if there is one
        self.seated = False  # the people are at that game, as far as this process knows
        self.changes = 0

    def announce(self) -> None:
        """Tell all who listen, in every process, that something has changed."""
        self.look()
        self._hub.tell(self._id)

    def look(self) -> None:
        """Tell all who listen here that something may have changed."""
        self.changes += 1
        self._tell()

    def go_on_at(self, rematch: str) -> None:
        """Tell everybody which game follows this one; call it when there are seats for them."""
        self.rematch, self.seated = rematch, True
        self.announce()
