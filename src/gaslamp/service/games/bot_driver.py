"""Requests the moves of a game's bots while this process has the lease of the game."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final, Protocol

from gaslamp.cluster.cluster import Cluster
from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Game, Seat
from gaslamp.game.requests import BotPlay
from gaslamp.game.updates import Update, update
from gaslamp.storage.database import NotSaved

if TYPE_CHECKING:
    from gaslamp.service.games.live_game import LiveGame

_LOG: Final = logging.getLogger(__name__)
_TRIES: Final = 3  # for a bot that fails
_FIRST_PAUSE: Final = 1.0  # seconds before a failed save is retried; doubles
_LONGEST_PAUSE: Final = 60.0
_LEASE_RETRY: Final = 1.0  # seconds between attempts to get the lease


class Opponents(Protocol):
    async def answer(self, game: Game[Any, Any], seat: Seat, name: str, update: Update) -> str: ...


class BotDriver:
    def __init__(self, live: LiveGame, opponents: Opponents, cluster: Cluster) -> None:
        self._live = live
        self._opponents = opponents
        self._cluster = cluster
        self._driving: asyncio.Task[None] | None = None
        self._closed = False

    def wake(self) -> None:
        if self._to_move() is not None and self.idle and not self._closed:
            self._driving = asyncio.create_task(self._drive(), name=f"bot of {self._live.id}")

    @property
    def idle(self) -> bool:
        return self._driving is None or self._driving.done()

    async def close(self) -> None:
        self._closed = True
        if self._driving is not None:
            self._driving.cancel()
            await asyncio.gather(self._driving, return_exceptions=True)

    def _to_move(self) -> Seat | None:
        state = self._live.state
        return state.to_move if state.to_move in state.bots and not state.blocked else None

    async def _drive(self) -> None:
        failed, pause = 0, _FIRST_PAUSE
        while (seat := self._to_move()) is not None and failed < _TRIES:
            if not await self._cluster.acquire(self._live.id):
                await asyncio.sleep(_LEASE_RETRY)
                continue
            state = self._live.state
            before = update(state, seat)
            try:
                notation = await self._opponents.answer(self._live.game, seat, state.bots[seat], before)
                await self._live.submit(BotPlay(notation, before.step), seat)
            except NotSaved:
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
            except GaslampError:
                failed += self._live.state.updates[seat] == before.step  # otherwise the game has moved on
            except Exception:  # noqa: BLE001 - a game must not stop because a bot fails
                _LOG.exception("bot of game %s failed", self._live.id)
                failed += 1
