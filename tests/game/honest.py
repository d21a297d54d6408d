"""A game at an honest table with all that people can agree on, and the clocks, in a time that a test turns."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any
from unittest.mock import patch

from gaslamp.core.game import Game, Seat
from gaslamp.core.records.fairness import Secret
from gaslamp.game import requests
from gaslamp.game.clock import SECOND
from gaslamp.game.updates import Update
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.registry import LiveGames
from gaslamp.storage.store import Outage
from tests.host.memory_store import MemoryStore
from tests.host.running import Time

NONCES = {"detectives": "a1" * 32, "jack": "b2" * 32}


class First:
    """An opponent who plays the first thing there is."""

    async def answer(self, game: Game[Any, Any], seat: Seat, name: str, update: Update) -> str:
        return update.legal[0]


async def sat_down(bots: dict[Seat, str] | None = None, clock: str = "", time: Time | None = None) -> LiveGame:
    """Give a game of Pocket whose people have brought their nonces; its draws are always the same."""
    house = LiveGames(MemoryStore(), First(), time or Time())
    people = [seat for seat in NONCES if seat not in (bots or {})]
    with patch.object(Secret, "new", lambda: Secret(b"h" * 32)), patch.object(secrets, "token_urlsafe", lambda _: "g"):
        id = await house.create("pocket", {}, bots or {}, people, clock, hints=True)
    live = await house.open(id)
    assert live is not None
    await live.add_nonces({seat: NONCES[seat] for seat in people})
    return live


async def finish_activation(live: LiveGame) -> None:
    seat, told = live.state.to_move, live.update("spectator").step
    assert seat is not None
    while live.update("spectator").step == told:
        update = live.update(seat)
        choices = [notation for notation in update.legal if "alibi" not in notation]  # a draw is not taken back
        await live.submit(requests.Play((choices or update.legal)[0], update.step), seat)


async def with_everything() -> LiveGame:
    """Play with a hint, a pause, a step taken back, a refusal, an outage, a seat handed over, until time is up."""
    time = Time()
    live = await sat_down(clock="15+10", time=time)

    def later(seconds: float) -> None:
        time.now += seconds

    with live.attendance.listen(["jack"]):
        with live.attendance.listen(["detectives"]):
            await live.time.start_clocks()
            later(5)
            for _ in range(2):  # all are told once a turn
                await live.announce_hint("detectives", live.state.updates["detectives"])
            await finish_activation(live)
            await live.submit(requests.Ask("pause"), "jack")
            later(1)
            await live.submit(requests.Reply(1, agree=True), "detectives")
            later(60)
            await live.submit(requests.Resume(), "jack")
            await finish_activation(live)
            later(1)
            await live.submit(requests.Ask("undo"), "jack")
            await live.submit(requests.Reply(2, agree=True), "detectives")
            await live.submit(requests.Ask("pause"), "detectives")
            await live.submit(requests.Reply(3, agree=False), "jack")
            now = int(time.now * SECOND)
            await live.time.credit_outage(Outage(now - 500, now + 500))
        later(70)
        await live.submit(requests.Ask("hand_over detectives"), "jack")
        for _ in range(20):
            await asyncio.sleep(0)
        later(5)
        await live.submit(requests.TakeSeat(), "detectives")
        for _ in range(3):
            later(1)
            await finish_activation(live)
        later(2000)
        await live.time.check()
    assert live.state.outcome is not None
    assert live.state.outcome.reason == "time"
    await live.close()
    return live
