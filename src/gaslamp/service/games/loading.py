"""Loads saved games, and marks those that cannot be read."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from gaslamp import titles
from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Game
from gaslamp.core.messages import message
from gaslamp.game.clock import SECOND
from gaslamp.game.updates import Summary, summary
from gaslamp.service.errors import CannotOpen, Damaged, OtherRules
from gaslamp.service.games.live_game import LiveGame
from gaslamp.storage.database import UNAVAILABLE
from gaslamp.storage.store import Store

_LOG: Final = logging.getLogger(__name__)


class GameLoader:
    def __init__(self, store: Store, now: Callable[[], float], make: Callable[..., LiveGame]) -> None:
        self._store = store
        self._now = now
        self._make = make
        self._lost: set[str] = set()  # unreadable games, logged once

    async def load(self, id: str) -> LiveGame | None:
        """Load a game and credit outages to its clocks. None if there is none. Raises CannotOpen."""
        try:
            live = await self._read(id)
        except (CannotOpen, *UNAVAILABLE):
            raise
        except Exception as error:  # noqa: BLE001 - damaged data can raise anything
            await self._mark_lost(id, error)
            raise Damaged from None
        if live is None:
            return None
        current = summary(live.state)
        if await self._store.summary(id) != current:
            with suppress(*UNAVAILABLE):
                await self._store.save_summary(id, current)
        if live.clock_agreed:
            await live.time.credit_outage(*await self._store.outages(live.state.last_entry))
        return live

    async def _read(self, id: str) -> LiveGame | None:
        saved = await self._store.find(id)
        if saved is None:
            return None
        game = game_of(saved.title, saved.rules_version, saved.options)
        entries = await self._store.entries(id)
        return self._make(saved, game, entries, await self._store.nonces(id), await self._store.rematch(id))

    async def _mark_lost(self, id: str, error: Exception) -> None:
        if id not in self._lost:
            self._lost.add(id)
            _LOG.error("game is damaged and cannot be opened", extra={"game": id}, exc_info=error)
        last = await self._store.summary(id)
        at = last.at if last is not None else int(self._now() * SECOND)
        with suppress(*UNAVAILABLE):
            await self._store.save_summary(id, Summary("lost", at))


def game_of(title: str, rules_version: int, options: Any) -> Game[Any, Any]:
    """Return the game of a title. Raises CannotOpen if the title, its version or an option is gone."""
    if title not in titles.titles():
        raise CannotOpen("error.title_gone")
    other_rules = OtherRules("error.other_rules", title=message(f"{title}.title"))
    if titles.meta(title).rules_version != rules_version:
        raise other_rules
    try:
        return titles.game(title, options)
    except GaslampError:  # an option, or one of its choices, is gone
        raise other_rules from None
