"""Who drives the opponents of one game: they think when they are to move, and not when the game is closed."""

from __future__ import annotations

import asyncio
from typing import Any

from gaslamp.core.game import Game, Seat
from gaslamp.game import requests
from gaslamp.game.updates import Update
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.registry import LiveGames
from tests.host.memory_store import MemoryStore


class Thinking:
    """An opponent who plays the first thing it may when it is let, and whose questions are counted."""

    def __init__(self) -> None:
        self.asked = 0
        self.let = asyncio.Event()

    async def answer(self, game: Game[Any, Any], seat: Seat, name: str, update: Update) -> str:
        self.asked += 1
        await self.let.wait()
        return update.legal[0]


def rests(live: LiveGame) -> bool:
    return live.idle


def test_nobody_thinks_on_in_a_game_that_was_closed() -> None:
    async def test() -> None:
        opponent = Thinking()
        live_games = LiveGames(MemoryStore(), opponent, lambda: 0.0)
        live = await live_games.open(await live_games.create("pocket", {}, {"detectives": "passer_by"}))
        assert live is not None
        while not opponent.asked:
            await asyncio.sleep(0)
        assert not rests(live)
        await live.close()
        live.wake()  # as a step does that ends while the game is being closed
        await asyncio.sleep(0)
        assert rests(live)
        assert opponent.asked == 1

    asyncio.run(test())


def test_an_opponent_whose_game_is_over_is_asked_no_more() -> None:
    async def test() -> None:
        opponent = Thinking()
        live_games = LiveGames(MemoryStore(), opponent, lambda: 0.0)
        live = await live_games.open(await live_games.create("pocket", {}, {"detectives": "passer_by"}))
        assert live is not None
        while not opponent.asked:
            await asyncio.sleep(0)
        await live.submit(requests.Resign(), "jack")
        opponent.let.set()
        while not live.idle:
            await asyncio.sleep(0)
        assert opponent.asked == 1
        assert live.state.length == 2  # the deal, and that Jack gave up
        await live_games.close()

    asyncio.run(test())
