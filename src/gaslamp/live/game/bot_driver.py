"""Has the opponents of one game think when they are to move, as long as this process is the one that runs them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Game, Seat
from gaslamp.live.cluster.leases import Leases
from gaslamp.live.game.requests import BotPlay, Request
from gaslamp.live.game.state import GameState
from gaslamp.storage.writer import NotSaved
from gaslamp.table.update import Update

_LOG: Final = logging.getLogger(__name__)
_TRIES: Final = 3  # so often an opponent that broke down is asked again
_REST: Final = 1.0  # seconds until an opponent tries anew who could not think or be saved; each time twice as long
_LONGEST_REST: Final = 60.0
_TURN: Final = 1.0  # seconds until a process that does not run a game asks again whether it is to


class Opponents(Protocol):
    """Who thinks for the seats that nobody sits in."""

    async def answer(self, game: Game[Any, Any], seat: Seat, name: str, update: Update) -> str:
        """The notation an opponent chooses."""


class BotDriver:
    """Drives the opponents of one game."""

    def __init__(
        self,
        id: str,
        state: GameState,
        opponents: Opponents,
        leases: Leases,
        submit: Callable[[Request], Awaitable[None]],
    ) -> None:
        self._id = id
        self._state = state
        self._opponents = opponents
        self._leases = leases
        self._submit = submit
        self._driving: asyncio.Task[None] | None = None
        self._closed = False

    def wake(self) -> None:
        """Let an opponent think if it is to move; called again after each step."""
        if self._to_move() is not None and self.idle and not self._closed:
            self._driving = asyncio.create_task(self._drive(), name=f"opponent of {self._id}")

    @property
    def idle(self) -> bool:
        """Whether nobody thinks."""
        return self._driving is None or self._driving.done()

    async def close(self) -> None:
        """Let nobody think on."""
        self._closed = True
        if self._driving is not None:
            self._driving.cancel()
            await asyncio.gather(self._driving, return_exceptions=True)

    def _to_move(self) -> Seat | None:
        """The seat of an opponent that is to move, if it may."""
        seat, status = self._state.to_move, self._state.status
        return seat if seat in status.bots and not status.still else None

    async def _drive(self) -> None:
        broken, rest = 0, _REST
        while (seat := self._to_move()) is not None and broken < _TRIES:
            if not await self._leases.hold(self._id):
                await asyncio.sleep(_TURN)
                continue
            update = self._state.table.update(seat)
            try:
                await self._move(seat, update)
            except NotSaved:  # no fault of the opponent's: that passes
                await asyncio.sleep(rest)
                rest = min(2 * rest, _LONGEST_REST)
            except GaslampError:
                broken += self._state.table.step(seat) == update.step  # else the table moved on meanwhile
            except Exception:  # noqa: BLE001 - a game must not stop for whatever went wrong in there
                _LOG.exception("the opponent in seat %s of game %s broke down", seat, self._id)
                broken += 1

    async def _move(self, seat: Seat, update: Update) -> None:
        name = self._state.status.bots[seat]
        notation = await self._opponents.answer(self._state.game, seat, name, update)
        await self._submit(BotPlay(seat, notation, update.step))
