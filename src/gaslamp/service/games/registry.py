"""The live games of this process: created, opened on demand, evicted when unused."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import partial
from typing import Final

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.cluster.cluster import STANDALONE, Cluster
from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Seat
from gaslamp.core.records.fairness import Secret
from gaslamp.game.clock import SECOND, read_timing
from gaslamp.game.propose import propose
from gaslamp.game.requests import Start
from gaslamp.game.state import State
from gaslamp.game.updates import summary
from gaslamp.service.errors import NoRoom
from gaslamp.service.games.bot_driver import Opponents
from gaslamp.service.games.live_game import LiveGame, OnTurn
from gaslamp.service.games.loading import GameLoader
from gaslamp.service.games.sync import GameSync, SyncHook, no_sync
from gaslamp.service.games.waiting_room import WaitingRoom
from gaslamp.storage.database import OUTAGES, UNAVAILABLE, Work
from gaslamp.storage.store import AWAITED, Conflict, Outage, SavedGame, Store

_LOG: Final = logging.getLogger(__name__)
_IDLE_TIMEOUT: Final = 300.0  # seconds before an idle game is evicted


class LiveGames:
    def __init__(
        self,
        store: Store,
        opponents: Opponents,
        now: Callable[[], float],
        cluster: Cluster = STANDALONE,
        hook: SyncHook = no_sync,
        on_turn: OnTurn = lambda _live, _seat: None,
    ) -> None:
        self._store = store
        self._now = now
        self._cluster = cluster
        self._hook = hook
        self.revealed: set[str] = set()  # deals of past days: their records are open
        self._make = partial(
            LiveGame,
            store=store,
            opponents=opponents,
            cluster=cluster,
            now=now,
            revealed=self.revealed,
            on_turn=on_turn,
        )
        self._loader = GameLoader(store, now, self._make)
        self._games: dict[str, LiveGame] = {}
        self._last_used: dict[str, float] = {}
        self._syncs: dict[str, GameSync] = {}
        self._opening = asyncio.Lock()
        self._evictions: set[asyncio.Task[None]] = set()
        self.has_room = True  # False: the database is full

    async def create(
        self,
        title: str,
        options: Mapping[str, str],
        bots: Mapping[Seat, str],
        awaited: Collection[Seat] = (),
        clock: str = "",
        free: Collection[Seat] = (),
        extra_writes: Callable[[str], Work[None]] | None = None,
        *,
        hints: bool = False,
        rematch_of: str | None = None,
        prefix: tuple[str, ...] = (),
        deal: tuple[str, Secret] | None = None,
    ) -> str:
        """Save a new game and return its id. It is dealt when no seat is *free* and no nonce *awaited*.

        *extra_writes* gets the id and returns a write for the same transaction. *deal* is the id of a deal of the day
        and its secret. Raises Conflict if the rematch exists.
        """
        self.check_room()
        read_timing(clock)
        game = titles.game(title, options)
        id, now = secrets.token_urlsafe(9), self._now()
        agreed = title, game.rules_version, dict(game.options), dict(bots)
        deal_id, secret = deal or (None, Secret.new())
        saved = SavedGame(id, *agreed, int(now), secret, rematch_of, clock, hints, prefix, deal_id)
        players = [seat for seat in game.seats if seat not in bots and seat not in free]
        nonces = {seat: AWAITED if seat in awaited else None for seat in players}
        room = WaitingRoom(saved, game, nonces, self._store)
        state = State.initial(room.setup)
        start = propose(state, Start(), int(now * SECOND)) if state.setup.chance is not None else None
        created = summary(state.after(start) if start is not None else state)
        await self._store.create(saved, created, start, nonces, extra_writes(id) if extra_writes is not None else None)
        if room.waits_until is not None:
            await self._store.mark_due(id, room.waits_until)
        if bots:
            await self._cluster.offer(id)
        if rematch_of is not None:  # its players are connected and open it at once
            async with self._opening:
                self._add(self._make(saved, game, [start] if start is not None else [], nonces))
        return id

    async def rematch(
        self, live: LiveGame, extra_writes: Callable[[str], Work[None]] | None = None, *, same: bool = False
    ) -> str:
        """Return the id of the rematch of a finished game, with swapped or the *same* seats. It is created once."""
        if live.state.outcome is None:
            raise GaslampError("error.not_over")
        if live.rematch is not None:
            return live.rematch
        game, bots = live.game, {}
        for seat, name in live.state.setup.bots.items():
            other = rematch_seat(game.seats, seat, same=same)
            level = levels.closest_level(game, other, name)
            if level is None:
                raise GaslampError("error.no_bots")
            bots[other] = level
        awaited = [rematch_seat(game.seats, seat, same=same) for seat in live.waiting_room.taken]
        try:
            return await self.create(
                game.title,
                game.options,
                bots,
                awaited,
                live.clock_agreed,
                extra_writes=extra_writes,
                hints=live.hints_agreed,
                rematch_of=live.id,
            )
        except Conflict:  # created by a concurrent request
            rematch = await self._store.rematch(live.id)
            assert rematch is not None
            return rematch

    async def open(self, id: str) -> LiveGame | None:
        """Return a game from memory or from the store; None if there is none. Raises CannotOpen."""
        async with self._opening:
            live = self._games.get(id) or await self._loader.load(id)
            if live is None:
                return None
            self._add(live)
        if self._cluster.shared:
            await live.catch_up()  # a client may come from another process faster than the notification
        if live.state.waiting:
            await live.begin()  # the server may have stopped before the deal
        live.wake()
        return live

    async def credit_outage_all(self, outage: Outage) -> None:
        for live in list(self._games.values()):
            await live.time.credit_outage(outage)

    async def sweep(self) -> None:
        for id, live in list(self._games.items()):
            if not live.idle:
                self._last_used[id] = self._now()
            elif self._now() - self._last_used[id] > _IDLE_TIMEOUT:
                del self._games[id], self._last_used[id]
                task = asyncio.create_task(self._release(id, self._syncs.pop(id)))
                self._evictions.add(task)
                task.add_done_callback(self._evictions.discard)

    def notify(self) -> None:
        for live in self._games.values():
            live.attendance.notify()

    def check_room(self) -> None:
        if not self.has_room:
            raise NoRoom("error.full")

    @property
    def size(self) -> int:
        return len(self._games)

    def attended(self, id: str) -> bool:
        live = self._games.get(id)
        return live is not None and live.attendance.has_players

    def holds(self, id: str) -> bool:
        return id in self._games

    async def runs(self, id: str) -> bool:
        """True if this process runs the bots and clocks of a game. Acquires the lease if it is free."""
        return await self._cluster.acquire(id)

    async def beat(self) -> None:
        try:
            await self._cluster.renew(self._games)
        except UNAVAILABLE as error:
            OUTAGES.warning("heartbeat failed: %s", type(error).__name__)

    async def poll(self) -> None:
        """Compare every open game with the database: a notification may have been lost."""
        for id, sync in list(self._syncs.items()):
            try:
                await sync.poll()
            except UNAVAILABLE as error:
                OUTAGES.warning("could not poll game %s: %s", id, type(error).__name__)

    async def adopt(self) -> None:
        """Open the games with an expired lease, so that their bots go on."""
        try:
            for id in await self._cluster.orphans():
                if await self._cluster.acquire(id):
                    await self._adopt(id)
        except UNAVAILABLE as error:
            OUTAGES.warning("could not adopt games: %s", type(error).__name__)

    async def close(self) -> None:
        await asyncio.gather(*(sync.close() for sync in self._syncs.values()))
        await asyncio.gather(*(live.close() for live in self._games.values()))
        await asyncio.gather(*self._evictions, return_exceptions=True)

    async def _adopt(self, id: str) -> None:
        try:
            live = await self.open(id)
        except UNAVAILABLE:
            raise
        except Exception as error:  # noqa: BLE001 - the other games are adopted
            _LOG.warning("could not adopt game %s: %s", id, type(error).__name__)
            live = None
        if live is None:
            await self._cluster.release(id)

    async def _release(self, id: str, sync: GameSync) -> None:
        await sync.close()
        with suppress(*UNAVAILABLE):  # the lease expires
            await self._cluster.release(id)

    def _add(self, live: LiveGame) -> None:
        if live.id not in self._games:
            self._games[live.id] = live
            self._syncs[live.id] = GameSync(live, self._cluster, self._hook)
        self._last_used[live.id] = self._now()


def rematch_seat(seats: tuple[Seat, ...], seat: Seat, *, same: bool = False) -> Seat:
    """Return the seat that the player of *seat* has in the rematch."""
    return seat if same else seats[(seats.index(seat) + 1) % len(seats)]
