"""What a server needs from the other processes on its database. With one process it needs nothing.

>>> import asyncio
>>> asyncio.run(STANDALONE.acquire("some game"))
True
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, Protocol, TypeAlias

from gaslamp.core.game import Seat

# Called with the new length of a game's log; None if something outside the log may have changed too.
OnChange: TypeAlias = Callable[[int | None], None]


class Cluster(Protocol):
    """What a process shares with the others: notifications, leases and presence of games.

    Notifications may be lost or repeated: games also compare themselves with the log every 15 seconds.

    A lease saves work and guards nothing: with two holders both run the bots of a game, and the primary key of the log
    lets one of them write.
    """

    shared: bool  # False if there are no other processes

    def subscribe(self, game: str, on_change: OnChange) -> Callable[[], None]:
        """Call *on_change* for changes by other processes, and once now. Return a function that ends it."""

    def publish(self, game: str) -> None:
        """Notify the other processes of a change outside the log: seats, chat, rematch, presence."""

    async def acquire(self, game: str) -> bool:
        """Take or keep the lease of a game: its holder runs bots and clocks. Return False if another process has it."""

    async def release(self, game: str) -> None: ...

    async def offer(self, game: str) -> None:
        """Create an expired lease, so that any process adopts the game."""

    async def orphans(self) -> Sequence[str]:
        """Return games whose lease has expired."""

    async def show(self, game: str, seats: Collection[Seat]) -> None:
        """Tell other processes which seats are connected to this one."""

    async def elsewhere(self, game: str) -> frozenset[Seat]:
        """Return the seats that are connected to other processes."""

    async def renew(self, games: Collection[str]) -> None:
        """Renew presence, and the leases of *games*; other leases of this process expire."""


class SingleProcess:
    shared = False

    def subscribe(self, game: str, on_change: OnChange) -> Callable[[], None]:
        return lambda: None

    def publish(self, game: str) -> None:
        pass

    async def acquire(self, game: str) -> bool:
        return True

    async def release(self, game: str) -> None:
        pass

    async def offer(self, game: str) -> None:
        pass

    async def orphans(self) -> Sequence[str]:
        return ()

    async def show(self, game: str, seats: Collection[Seat]) -> None:
        pass

    async def elsewhere(self, game: str) -> frozenset[Seat]:
        return frozenset()

    async def renew(self, games: Collection[str]) -> None:
        pass


STANDALONE: Final = SingleProcess()
