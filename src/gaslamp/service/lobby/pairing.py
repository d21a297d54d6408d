"""Quick pairing: take a seat of a matching open game, or open one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from gaslamp.core.game import Seat
from gaslamp.game.clock import SECOND, read_timing
from gaslamp.service.lobby.lobby import CreatedGame, Lobby
from gaslamp.service.lobby.public_games import OpenGame, PublicGames
from gaslamp.service.lobby.requests import NewGame, PairRequest
from gaslamp.service.lobby.tokens import Visitor

_CONNECTING: Final = 20  # seconds in which the host of a new game need not be connected


@dataclass(frozen=True, slots=True)
class FreeSeat:
    game: OpenGame
    seat: Seat


class Pairing:
    def __init__(self, lobby: Lobby, public_games: PublicGames, now: Callable[[], float]) -> None:
        self._lobby = lobby
        self._public_games = public_games
        self._now = now
        self._lock = asyncio.Lock()  # two players who search at the same time must meet

    async def find(self, request: PairRequest, visitor: Visitor) -> FreeSeat | CreatedGame:
        """Return the matching seat that has been free for longest. Without one, create an open game."""
        async with self._lock:
            games = await self._public_games.open(visitor.claimed, _CONNECTING)
            free = matching(request, (game for game in reversed(games) if self._is_waiting(game)))
            if free is not None:
                return free
            wanted = NewGame(
                request.title, request.side, "friend", own_nonce=request.own_nonce, clock=request.clock, open=True
            )
            return await self._lobby.create(wanted, visitor)

    def _is_waiting(self, game: OpenGame) -> bool:
        timing = read_timing(game.time)
        slow = timing is not None and bool(timing.per_turn)
        return game.present or slow or self._now() * SECOND - game.created < _CONNECTING * SECOND


def matching(request: PairRequest, games: Iterable[OpenGame]) -> FreeSeat | None:
    for game in games:
        if (game.title, game.time) == (request.title, request.clock) and not game.options:
            for seat in game.seats:
                if request.side in {"either", seat, game.agreed.side(seat)}:
                    return FreeSeat(game, seat)
    return None
