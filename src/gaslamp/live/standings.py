"""Notes how games stand that nobody has open, or that cannot be opened: lists are made of what is noted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from gaslamp.game.summary import Summary
from gaslamp.game.timing import SECOND
from gaslamp.live.cluster.leases import DOWN
from gaslamp.live.game.live_game import LiveGame
from gaslamp.live.opening import summary_of
from gaslamp.storage.store import Store

_LOG: Final = logging.getLogger(__name__)
_SURVEYED: Final = 200  # games in one go


class Standings:
    """Looks into games without opening them."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now
        self._lost: set[str] = set()  # games that could not be read, so that it is said once

    async def survey(self) -> None:
        """Note of some games how they stand that were made before that was noted with every entry."""
        for id in await self._store.unnoted(_SURVEYED):
            await self.note(id)
            await asyncio.sleep(0)  # let the others play

    async def note(self, id: str) -> Summary | None:
        """Note how a game stands that nobody has noted, and give it; None if there is no such game."""
        try:
            saved = await self._store.find(id)
            if saved is None:
                return None
            stands = summary_of(saved, await self._store.entries(id))
        except DOWN:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is that cannot be read, and however it shows
            return await self.lose(id, error)
        await self._store.note(id, stands)
        return stands

    async def correct(self, live: LiveGame) -> None:
        """Note how a game stands that was opened, should something else be noted."""
        if await self._store.standing(live.id) != live.summary:
            with suppress(*DOWN):
                await self._store.note(live.id, live.summary)

    async def lose(self, id: str, error: Exception) -> Summary:
        """Note that a game cannot be opened."""
        if id not in self._lost:
            self._lost.add(id)
            _LOG.error("a game is damaged and cannot be opened", extra={"game": id}, exc_info=error)
        lost = await self._store.standing(id)
        lost = Summary("lost", lost.at if lost is not None else int(self._now() * SECOND))
        with suppress(*DOWN):
            await self._store.note(id, lost)
        return lost
