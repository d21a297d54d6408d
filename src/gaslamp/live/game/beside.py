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
        self._rematch = rematch
        self._seated = False
        self._changes = 0

    @property
    def rematch(self) -> str | None:
        """The id of the game that follows, if there is one."""
        return self._rematch

    @property
    def seated(self) -> bool:
        """Whether the people are at the game that follows, as far as this process knows."""
        return self._seated

    @property
    def changes(self) -> int:
        """How often something may have changed: who has looked at it compares."""
        return self._changes

    def announce(self) -> None:
        """Tell all who listen, in every process, that something has changed."""
        self.look()
        self._hub.tell(self._id)

    def note(self) -> None:
        """Take note that something may have changed; who listens is told of it with something else."""
        self._changes += 1

    def look(self) -> None:
        """Tell all who listen here that something may have changed."""
        self.note()
        self._tell()

    def go_on_at(self, rematch: str) -> None:
        """Tell everybody which game follows this one; call it when there are seats for them."""
        self._rematch, self._seated = rematch, True
        self.announce()

    def find(self, rematch: str | None) -> None:
        """Take what another process has written: which game follows this one, if any."""
        self._rematch = rematch
