"""All live games of a process: made, opened when somebody wants them, and dropped when nobody has for a while."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.cluster.cluster import STANDALONE, Cluster
from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Game, Seat
from gaslamp.core.messages import message
from gaslamp.core.records.fairness import Secret
from gaslamp.game import timing
from gaslamp.game.entries import Entry
from gaslamp.game.propose import propose
from gaslamp.game.requests import Start
from gaslamp.game.state import State
from gaslamp.game.summary import Summary, summary
from gaslamp.service.errors import CannotOpen, Damaged, NoRoom, OtherRules
from gaslamp.service.games.bot_driver import Opponents
from gaslamp.service.games.game_time import unmarked
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.sync import GameSync, SyncHook, no_sync
from gaslamp.service.games.waiting_room import asks_until, setup
from gaslamp.storage.database import OUTAGES, UNAVAILABLE, Work
from gaslamp.storage.deadlines import Deadlines, Outage
from gaslamp.storage.store import AWAITED, Conflict, Nonces, SavedGame, Store

_LOG: Final = logging.getLogger(__name__)
_PATIENCE: Final = 300.0  # seconds that a game nobody is at stays in memory


class LiveGames:
    """The games that are open now, each of them once."""

    def __init__(
        self,
        store: Store,
        opponents: Opponents,
        now: Callable[[], float],
        cluster: Cluster = STANDALONE,
        hook: SyncHook = no_sync,
        deadlines: Deadlines | None = None,
    ) -> None:
        self._store = store
        self._deadlines = deadlines
        self._opponents = opponents
        self._now = now
        self._games: dict[str, LiveGame] = {}
        self._wanted: dict[str, float] = {}  # when each was last seen in use
        self._opening = asyncio.Lock()
        self._cluster = cluster
        self._hook = hook
        self._syncs: dict[str, GameSync] = {}  # what keeps each in step with other processes
        self._errands: set[asyncio.Task[None]] = set()
        self._lost: set[str] = set()  # games that could not be read, logged once
        self.has_room = True  # for new games

    async def create(
        self,
        title: str,
        options: Mapping[str, str],
        bots: Mapping[Seat, str],
        awaited: Collection[Seat] = (),
        clock: str = "",
        free: Collection[Seat] = (),
        beside: Callable[[str], Work[None]] | None = None,
        *,
        hints: bool = False,
    ) -> str:
        """Make a game and give its id; it is dealt when the free seats are taken and no nonce is awaited.

        What belongs to it and is kept beside it is written together with it, or neither is.
        """
        return await self._begin(
            title, options, bots, awaited, clock, free, rematch_of=None, hints=hints, beside=beside
        )  # fmt: skip

    async def open(self, id: str) -> LiveGame | None:
        """A game, from memory or from the store; an opponent who is to move goes on thinking."""
        async with self._opening:
            live = self._games.get(id) or await self._load(id)
            if live is None:
                return None
            self._hold(live)
        if self._cluster.shared:
            await live.read_on()  # what somebody did in another process they find here, however slow the hints are
        if live.waiting:
            await live.begin()  # the server went down before it could
        live.wake()
        return live

    async def rematch(self, live: LiveGame, beside: Callable[[str], Work[None]] | None = None) -> str:
        """The id of the game that follows a finished one with the sides swapped; it is made only once.

        What belongs to it and is kept beside it is written together with it, by whoever makes it.
        """
        if live.outcome is None:
            raise GaslampError("error.not_over")
        if live.rematch is not None:
            return live.rematch
        game, bots = live.game, {}
        for seat, name in live.waiting_room.house.items():
            other = swapped(game.seats, seat)
            level = levels.closest_level(game, other, name)
            if level is None:
                raise GaslampError("error.no_bots")
            bots[other] = level
        brought = [swapped(game.seats, seat) for seat in live.waiting_room.taken]
        try:
            return await self._begin(
                game.title, game.options, bots, brought, live.clock_agreed, (), rematch_of=live.id,
                hints=live.hints_agreed, beside=beside,
            )  # fmt: skip
        except Conflict:  # both asked at once, or in another process somebody did
            known = await self._store.rematch(live.id)
            assert known is not None
            return known

    async def stand_still(self, outage: Outage) -> None:
        """Take an outage off the clocks of all games that are open here."""
        for live in list(self._games.values()):
            await live.time.take_off([outage])

    def sweep(self) -> None:
        """Drop the games nobody has been at for a while."""
        for id, live in list(self._games.items()):
            if not live.idle:
                self._wanted[id] = self._now()
            elif self._now() - self._wanted[id] > _PATIENCE:
                del self._games[id], self._wanted[id]
                self._send(self._forget(id, self._syncs.pop(id)))

    def tell(self) -> None:
        """Tell all who listen to any game that they are to look."""
        for live in self._games.values():
            live.attendance.tell()

    def check_room(self) -> None:
        """Refuse when nothing new can be kept."""
        if not self.has_room:
            raise NoRoom("error.full")

    @property
    def size(self) -> int:
        """How many games are open here."""
        return len(self._games)

    def attended(self, id: str) -> bool:
        """Whether somebody sits at a game that is open here, whichever process they are connected to."""
        live = self._games.get(id)
        return live is not None and live.attendance.anybody

    def holds(self, id: str) -> bool:
        """Whether a game is open here."""
        return id in self._games

    async def tidy(self) -> None:
        """Drop games as a chore among others."""
        self.sweep()

    # ---- beside other processes

    async def runs(self, id: str) -> bool:
        """Whether opponents and clocks of a game are to be run here; if nobody runs it, from now on they are."""
        return await self._cluster.acquire(id)

    async def beat(self) -> None:
        """Let the other processes know that we are alive, and keep the games that are open here."""
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
                OUTAGES.warning("game %s could not be compared: %s", id, type(error).__name__)

    async def adopt(self) -> None:
        """Take over the games whose process is gone; who was to think there thinks here."""
        try:
            for id in await self._cluster.orphans():
                if await self._cluster.acquire(id):
                    await self._adopt(id)
        except UNAVAILABLE as error:
            OUTAGES.warning("nothing could be taken over: %s", type(error).__name__)

    async def _adopt(self, id: str) -> None:
        try:
            live = await self.open(id)
        except UNAVAILABLE:
            raise
        except Exception as error:  # noqa: BLE001 - one game that cannot be opened must not hold up the others
            _LOG.warning("game %s could not be taken over: %s", id, type(error).__name__)
            live = None
        if live is None:
            await self._cluster.release(id)

    async def _forget(self, id: str, sync: GameSync) -> None:
        await sync.close()
        with suppress(*UNAVAILABLE):  # then it runs out by itself
            await self._cluster.release(id)

    def _send(self, errand: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(errand)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def close(self) -> None:
        """Close every game."""
        await asyncio.gather(*(sync.close() for sync in self._syncs.values()))
        await asyncio.gather(*(live.close() for live in self._games.values()))
        await asyncio.gather(*self._errands, return_exceptions=True)

    async def _begin(
        self,
        title: str,
        options: Mapping[str, str],
        bots: Mapping[Seat, str],
        awaited: Collection[Seat],
        clock: str,
        free: Collection[Seat],
        *,
        rematch_of: str | None,
        hints: bool,
        beside: Callable[[str], Work[None]] | None = None,
    ) -> str:
        self.check_room()
        timing.agree(clock)
        game = titles.game(title, options)
        id = secrets.token_urlsafe(9)
        now = self._now()
        saved = SavedGame(
            id,
            title,
            game.rules_version,
            dict(game.options),
            dict(bots),
            int(now),
            Secret.new(),
            rematch_of,
            clock,
            hints,
        )
        sitting = [seat for seat in game.seats if seat not in bots and seat not in free]
        nonces = {seat: AWAITED if seat in awaited else None for seat in sitting}
        state = State.initial(setup(saved, game, nonces))
        start = propose(state, Start(), int(now * timing.SECOND)) if state.setup.chance is not None else None
        created = summary(state.after(start) if start is not None else state)
        await self._store.create(saved, created, start, nonces, beside(id) if beside is not None else None)
        if AWAITED in nonces.values() and self._deadlines is not None:
            await self._deadlines.mark(id, asks_until(saved))
        if bots:
            await self._cluster.offer(id)
        if rematch_of is not None:  # its people are here, and come at once
            async with self._opening:
                self._hold(self._live(saved, game, [start] if start is not None else [], nonces))
        return id

    def _hold(self, live: LiveGame) -> None:
        """Keep a game in memory, unless it is there."""
        if live.id not in self._games:
            self._games[live.id] = live
            self._syncs[live.id] = GameSync(live, self._cluster, self._hook)
        self._wanted[live.id] = self._now()

    async def _load(self, id: str) -> LiveGame | None:
        try:
            live = await self._read(id)
        except (CannotOpen, *UNAVAILABLE):
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is that cannot be read, and however it shows
            await self._mark_lost(id, error)
            raise Damaged from None
        if live is None:
            return None
        await self._correct_summary(live)
        if self._deadlines is not None and live.clock_agreed:
            await live.time.take_off(await self._deadlines.outages(live.state.last_entry))
        return live

    async def _correct_summary(self, live: LiveGame) -> None:
        """Save the summary of an opened game if another one is saved."""
        if await self._store.summary(live.id) != live.summary:
            with suppress(*UNAVAILABLE):
                await self._store.save_summary(live.id, live.summary)

    async def _mark_lost(self, id: str, error: Exception) -> None:
        if id not in self._lost:
            self._lost.add(id)
            _LOG.error("game is damaged and cannot be opened", extra={"game": id}, exc_info=error)
        last = await self._store.summary(id)
        at = last.at if last is not None else int(self._now() * timing.SECOND)
        with suppress(*UNAVAILABLE):
            await self._store.save_summary(id, Summary("lost", at))

    async def _read(self, id: str) -> LiveGame | None:
        """Read a game from the store."""
        saved = await self._store.find(id)
        if saved is None:
            return None
        game = game_of(saved.title, saved.rules_version, saved.options)
        entries = await self._store.entries(id)
        return self._live(saved, game, entries, await self._store.nonces(id), await self._store.rematch(id))

    def _live(
        self,
        saved: SavedGame,
        game: Game[Any, Any],
        entries: Sequence[Entry],
        nonces: Nonces,
        rematch: str | None = None,
    ) -> LiveGame:
        mark = self._deadlines.mark if self._deadlines is not None else unmarked
        return LiveGame(
            saved, game, entries, self._store, self._opponents, rematch, nonces, self._cluster,
            now=self._now, mark=mark,
        )  # fmt: skip


def game_of(title: str, rules_version: int, options: Any) -> Game[Any, Any]:
    """Return the game of a title. Raises CannotOpen if the title, its version or an option is gone."""
    if title not in titles.titles():
        raise CannotOpen("error.title_gone")
    other = OtherRules("error.other_rules", title=message(f"{title}.title"))
    if titles.meta(title).rules_version != rules_version:
        raise other
    try:
        return titles.game(title, options)
    except GaslampError:  # an option, or a choice of one, that is gone
        raise other from None


def swapped(seats: tuple[Seat, ...], seat: Seat) -> Seat:
    """The seat that whoever sat here takes in the rematch."""
    return seats[(seats.index(seat) + 1) % len(seats)]
