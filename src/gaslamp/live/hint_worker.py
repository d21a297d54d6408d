"""What an opponent of the house would do in somebody's place: worked out in a worker process, from that seat's update.

Hints have a desk of their own: how long an opponent thinks about its secrets must not show in when a hint comes, nor
may hints hold up a game. What is answered, dice included, follows from what the seat was told: asked twice it is the
same, and in all worlds that the seat holds possible.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from hashlib import sha256
from typing import Any, Final

import msgspec

from gaslamp.core.game import Game, Seat
from gaslamp.game.updates import Update
from gaslamp.live import bot_runner
from gaslamp.live.bot_runner import Advice
from gaslamp.live.inquiries import Inquiries, Known
from gaslamp.live.workers import Pool

DESK: Final = "hints"
_LONGEST: Final = 30.0  # seconds: of a long game of Whitehall Mystery much is to be read first
_ENCODER: Final = msgspec.msgpack.Encoder(order="deterministic")


def dice(id: str, seat: Seat, update: Update) -> int:
    """The seed of a hint, from what its seat was told in a game."""
    told = sha256(_ENCODER.encode((id, seat, update.news, update.legal))).digest()
    return int.from_bytes(told[:8], "big")


class HintWorker:
    """Has hints worked out for those who ask, and remembers them."""

    def __init__(self, pool: Pool) -> None:
        self._inquiries = Inquiries(pool, DESK, _LONGEST)

    def ask(
        self, who: Hashable, id: str, game: Game[Any, Any], seat: Seat, update: Update, wake: Callable[[], None]
    ) -> Known | None:
        """Give the advice of the strongest who can play a seat; or None, and wake who asks when it is known."""
        seed = dice(id, seat, update)
        name, question = bot_runner.advise(game, seat, update, seed)
        return self._inquiries.ask(who, (id, seat, seed), wake, bot_runner.advice, name, question)

    def forget(self, who: Hashable) -> None:
        """Wake somebody no more; what nobody waits for is dropped unless it has been begun."""
        self._inquiries.forget(who)

    async def advice(self, id: str, game: Game[Any, Any], seat: Seat, update: Update) -> Advice | None:
        """Wait for the advice of the strongest who can play a seat; None if none could be had."""
        ready = asyncio.Event()
        try:
            while (known := self.ask(ready, id, game, seat, update, ready.set)) is None:
                await ready.wait()
        finally:
            self.forget(ready)
        found: Advice | None = known.what
        return found
