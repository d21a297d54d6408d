"""The log of a game under way: what is done is saved, and only then takes effect; what others wrote is read."""

from __future__ import annotations

from gaslamp.live.game.state import GameState
from gaslamp.live.game.waiting_room import WaitingRoom
from gaslamp.storage.store import Store
from gaslamp.table.log import Entry


class GameLog:
    """Keeps the store and what is in memory of one game together. The store is the truth."""

    def __init__(self, id: str, state: GameState, waiting_room: WaitingRoom, store: Store) -> None:
        self._id = id
        self._state = state
        self._waiting_room = waiting_room
        self._store = store

    async def append(self, entry: Entry) -> None:
        """Save an entry, and with it how the game then stands if that is something else; then let it take effect.

        Conflict is raised where another process has written in its place: then there is something to read.
        """
        state = self._state
        await self._store.append(self._id, state.length, entry, state.standing_after(entry))
        state.take_in(entry)

    async def seal(self) -> bool:
        """Read who has sat down, seal the table with what they add, and tell whether all did."""
        complete = await self._waiting_room.read()
        if not self._state.length:
            self._state.lay(self._waiting_room.seal)
        return complete

    async def read_on(self) -> bool:
        """Let what other processes have written take effect, and tell whether there was anything."""
        entries = await self._store.entries(self._id, self._state.length)
        for entry in entries:
            self._state.take_in(entry)
        return bool(entries)
