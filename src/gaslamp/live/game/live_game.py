"""A game that is being played: takes one step at a time, saves it, lets it take effect, and tells who listens.

Whoever listens is told only that something may have changed, and asks for its own update: there is no queue. What
happens to the same game in other processes is heard of as hints, and read from the store.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final, Protocol

import msgspec

from gaslamp.core.errors import GaslampError, IllegalAction
from gaslamp.core.game import CHANCE, SPECTATOR, Game, Outcome, Seat, Viewer
from gaslamp.core.record import Record
from gaslamp.live import bot_runner
from gaslamp.live.cluster.peers import ALONE, Peers
from gaslamp.live.game.callers import Callers
from gaslamp.live.game.sealing import Share, asks_until, lacking, seal, shares
from gaslamp.storage.deadlines import Outage
from gaslamp.storage.store import AWAITED, NO_NONCES, Conflict, Nonces, SavedGame, Store
from gaslamp.storage.writer import NotSaved
from gaslamp.table import standing, timing
from gaslamp.table.agreements import Agreements
from gaslamp.table.log import Entry
from gaslamp.table.standing import Standing
from gaslamp.table.status import Status
from gaslamp.table.table import Table
from gaslamp.table.update import Update

_LOG: Final = logging.getLogger(__name__)
_TRIES: Final = 3  # so often an opponent that broke down is asked again
_MOST_TAKEN_BACK: Final = 1000  # steps that a seat may take back, and things it may ask for, in one game
_REST: Final = 1.0  # seconds until an opponent tries anew who could not think or be saved; each time twice as long
_LONGEST_REST: Final = 60.0
_AT_ONCE: Final = 8  # listeners that look at the same moment
_SETTLED: Final = 0.25  # seconds; so often at most the others are told who came and went
_TURN: Final = 1.0  # seconds until a process that does not run a game asks again whether it is to


class Opponents(Protocol):
    """Who thinks for the seats that nobody sits in."""

    async def answer(self, game: Game[Any, Any], seat: Seat, name: str, update: Update) -> str:
        """Give the notation an opponent chooses."""


class Listener:
    """Somebody at the table: the seats they hold, and a flag that says that something may have changed."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self.seats = tuple(seats)
        self.changed = asyncio.Event()
        self.changed.set()

    def sees_as(self, viewers: Collection[Viewer]) -> bool:
        """Tell whether any of these viewers' eyes are theirs."""
        return any(viewer in viewers for viewer in self.seats or (SPECTATOR,))


async def unmarked(_: str, __: int) -> None:
    """Keep no index of the games whose time may be up."""


class LiveGame:
    """One game in memory. The store is the truth; on a conflict the game reads on and refuses what was asked."""

    def __init__(
        self,
        saved: SavedGame,
        game: Game[Any, Any],
        entries: Sequence[Entry],
        store: Store,
        opponents: Opponents,
        rematch: str | None = None,
        nonces: Nonces = NO_NONCES,
        peers: Peers = ALONE,
        *,
        now: Callable[[], float] = time.time,
        mark: Callable[[str, int], Awaitable[None]] = unmarked,
    ) -> None:
        self.saved = saved
        self.game = game
        self.rematch = rematch
        self.nonces = nonces
        self.status = Status(game, timing.read(saved.clock), saved.bots)
        self._left: dict[Seat, int] = {}  # when somebody was last at a seat
        self._seq = 0
        self._spent: Counter[Seat] = Counter()  # what the rules do not bound
        self._sit_down()
        for entry in entries:
            self._take_in(entry)
        self._now = now
        self._opened = self.now
        self._mark = mark
        self.agreements = Agreements(
            game,
            lambda: self._table,
            self.status,
            present=lambda: self.present,
            gone=self.is_gone,
            bot=lambda seat: bot_runner.like(game, seat),
        )
        self._marked: int | None = None  # when the keeper looks at the clocks at the latest
        self._store = store
        self._opponents = opponents
        self._lock = asyncio.Lock()
        self._listeners: set[Listener] = set()
        self._callers = Callers(lambda: self.now, self._attendance_changed)
        self.beside = 0  # counts how often something beside the log may have changed: who has which seat
        self._telling: asyncio.TimerHandle | None = None  # who is there, soon
        self._told_at = -_SETTLED
        self._driver: asyncio.Task[None] | None = None
        self._steps: set[asyncio.Task[None]] = set()
        self._peers = peers
        self._elsewhere: frozenset[Seat] = frozenset()  # seats of people connected to other processes
        self.attended: Callable[[], None] = lambda: None  # called when somebody comes or goes

    # ---- before the deal

    @property
    def waiting(self) -> bool:
        """Tell whether the deal is still to come."""
        return not self._table.started and self.outcome is None and not self.status.closed

    @property
    def lacking(self) -> tuple[Seat, ...]:
        """Give the seats that a nonce is awaited from."""
        return lacking(self.saved, self.game, self.nonces)

    @property
    def commitment(self) -> str:
        """Give what the server committed itself to when the game was made; games of old have nothing."""
        saved = self.saved
        return saved.secret.commitment(saved.id, saved.proof).hex() if saved.secret is not None else ""

    @property
    def shares(self) -> Mapping[Seat, Share]:
        """Tell what each seat adds to the draws, for everybody to see."""
        return shares(self.saved, self.game, self.nonces)

    async def sit(self, nonces: Nonces) -> None:
        """Take what seats add to the draws that were asked for it, None for nothing; after the last one, deal."""
        new = {seat: nonce for seat, nonce in nonces.items() if seat in self.lacking}
        if new:
            await self._store.sit(self.saved.id, new)
        if new or self.waiting:
            await self.begin()

    async def begin(self) -> None:
        """Deal, if that is still to be done and every seat has its nonce."""
        async with self._lock:
            if self.waiting and await self._all_sit():
                entry = msgspec.structs.replace(self._table.propose_start(), at=self.now)
                try:
                    await self._append(entry)
                    self._take_in(entry)
                except Conflict:  # another process was quicker
                    await self._read_on()
        self._peers.hub.tell(self.saved.id, self._seq)
        self.tell()
        self.wake()

    async def _all_sit(self) -> bool:
        """Read who has sat down and what they add, wait for that no longer than was said, and seal the table."""
        self.nonces = await self._store.nonces(self.saved.id)
        late = [seat for seat, nonce in self.nonces.items() if nonce == AWAITED]
        if late and self.now >= asks_until(self.saved):
            await self._store.sit(self.saved.id, dict.fromkeys(late))
            self.nonces = await self._store.nonces(self.saved.id)
        if not self._seq:
            self._sit_down()
        return not self.lacking

    # ---- what the seats do

    async def play(self, seat: Seat, notation: str, step: int) -> None:
        """Play an action for a seat that has seen so many updates."""
        await self._do(lambda: self._table.propose_play(self._free(seat), notation, step))

    async def undo(self, seat: Seat, step: int) -> None:
        """Take back the last step of the activation under way."""
        await self._do(lambda: self._table.propose_undo(self._spare(self._free(seat)), step))

    async def resign(self, seat: Seat) -> None:
        """Give the game up."""
        await self._do(lambda: self._propose_resign(seat))

    async def abort(self, seat: Seat) -> None:
        """Close a game before a player has finished anything."""
        await self._do(lambda: self._propose_abort(seat))

    @property
    def may_abort(self) -> bool:
        """Tell whether the game can still be closed as if it had not been."""
        return not (self.status.closed or self.status.played or self.outcome is not None)

    async def offer(self, seat: Seat, what: str) -> None:
        """Ask the others to agree to something."""
        await self._do(lambda: self.agreements.propose(self._spare(seat), what))

    async def answer(self, seat: Seat, number: int, *, agree: bool) -> None:
        """Answer an offer."""
        await self._do(lambda: self.agreements.answer(seat, number, agree=agree))

    async def resume(self, seat: Seat) -> None:
        """Go on after a pause."""
        await self._do(lambda: self._propose_resume(seat))

    async def take_back(self, seat: Seat) -> None:
        """Take a seat back that was handed over."""
        await self._do(lambda: self._propose_take_back(seat))

    # ---- time

    @property
    def now(self) -> int:
        """Give the time by which the clocks of this game go."""
        return max(int(self._now() * timing.SECOND), self.status.last)

    async def assemble(self) -> None:
        """Let the clocks begin, once everybody has a seat; a total begins when they are all there for once."""
        clock = self.status.clock
        if clock is None or self.status.begun:
            return
        if clock.timing.per_turn or self.present.issuperset(self.game.seats):
            with suppress(IllegalAction):  # another process did it
                await self._do(self._propose_begin)

    async def look(self) -> int | None:
        """End the game if the time of a seat is up; give when to look again, None for never."""
        if self.waiting and AWAITED in self.nonces.values():
            return asks_until(self.saved)
        if self._time_is_up(self.now):
            with suppress(IllegalAction):  # somebody was quicker
                await self._do(self._propose_flag)
        clock = self.status.clock
        runs_on = clock is not None and self.outcome is None and not self.status.still
        self._marked = clock.look_at(self.now) if clock is not None and runs_on else None
        return self._marked

    async def stand_still(self, outages: Sequence[Outage]) -> None:
        """Take outages off the clocks, each of them once."""
        for outage in outages:
            new = not self.status.knows(outage.since) and outage.until >= self.status.last
            if self.status.clock is not None and self._table.started and self.outcome is None and new:
                entry = Entry("outage", CHANCE, at=outage.until, since=outage.since)
                with suppress(IllegalAction):  # another process did it
                    await self._do(lambda entry=entry: entry, in_time=True)  # type: ignore[misc]

    def gone_from(self, seat: Seat) -> int | None:
        """Give from when on a seat counts as deserted; None if it does not.

        A minute after somebody was last there, and where there are deadlines not before half of one is gone.
        """
        if seat in self.present or self.outcome is not None:
            return None
        away, clock = self._left.get(seat, self._opened) + timing.MINUTE, self.status.clock
        if clock is None or not clock.timing.per_turn:
            return away
        half = clock.half_gone(seat)
        return max(half, away) if half is not None else None

    def is_gone(self, seat: Seat) -> bool:
        """Tell whether a seat counts as deserted now."""
        gone = self.gone_from(seat)
        return gone is not None and self.now >= gone

    def _free(self, seat: Seat) -> Seat:
        """Give a seat that may act; refuse while nobody may, or an opponent has it."""
        self.status.check()
        if seat in self.status.handed:
            raise IllegalAction("error.handed_over")
        return seat

    def _spare(self, seat: Seat) -> Seat:
        """Give a seat that has not yet made the log as long as it may. Only its own steps count: it knows of those."""
        if self._spent[seat] >= _MOST_TAKEN_BACK:
            raise IllegalAction("error.too_many_steps")
        return seat

    def _propose_resign(self, seat: Seat) -> Entry:
        if self.status.closed:
            raise IllegalAction("error.closed")
        return self._table.propose_resign(seat)

    def _propose_abort(self, seat: Seat) -> Entry:
        if not self.may_abort:
            raise IllegalAction("error.under_way")
        return Entry("abort", seat)

    def _propose_resume(self, seat: Seat) -> Entry:
        if not self.status.paused or self.outcome is not None:
            raise IllegalAction("error.stale")
        return Entry("resume", seat)

    def _propose_take_back(self, seat: Seat) -> Entry:
        if seat not in self.status.handed or self.outcome is not None:
            raise IllegalAction("error.stale")
        return Entry("take_back", seat)

    def _time_is_up(self, at: int) -> bool:
        due = self.status.clock.due if self.status.clock is not None else None
        return due is not None and at >= due and self.outcome is None

    def _propose_begin(self) -> Entry:
        if self.status.begun or self.status.closed or self.outcome is not None:
            raise IllegalAction("error.stale")
        return Entry("begin", CHANCE)

    def _propose_flag(self) -> Entry:
        clock, now = self.status.clock, self.now
        if clock is None or clock.runs is None or not self._time_is_up(now):
            raise IllegalAction("error.stale")
        return Entry("flag", clock.runs, at=now)

    # ---- what the viewers see

    @property
    def outcome(self) -> Outcome | None:
        """Give how the game ended, or None while it goes on."""
        return self._table.outcome

    @property
    def standing(self) -> Standing:
        """Give how the game stands, as far as everybody knows."""
        stands = standing.now(self._table, self.status)
        return stands if stands.at else stands._replace(at=self.saved.created * timing.SECOND)

    @property
    def to_move(self) -> Seat | None:
        """Give the seat to move, or None when the game is over."""
        return self._table.to_move if not self.status.closed else None

    @property
    def present(self) -> frozenset[Seat]:
        """Give the seats somebody is at now, here or in another process; opponents never leave."""
        return frozenset(self.status.bots) | self.here | self.elsewhere

    @property
    def elsewhere(self) -> frozenset[Seat]:
        """Give the seats of people connected to other processes."""
        return self._elsewhere

    @elsewhere.setter
    def elsewhere(self, seats: frozenset[Seat]) -> None:
        self._left |= dict.fromkeys(self._elsewhere - seats, self.now)
        self._elsewhere = seats

    @property
    def here(self) -> frozenset[Seat]:
        """Give the seats of people connected to this process, and of programs that asked it for something just now."""
        return self._callers.seats.union(*(listener.seats for listener in self._listeners))

    @property
    def length(self) -> int:
        """Tell how many entries the log has; no viewer is ever told."""
        return self._seq

    @property
    def idle(self) -> bool:
        """Tell whether nobody would miss this game in memory."""
        return not self._listeners and not self._steps and (self._driver is None or self._driver.done())

    def step(self, viewer: Viewer) -> int:
        """Tell how many updates a viewer was entitled to so far."""
        return self._table.step(viewer)

    def update(self, viewer: Viewer) -> Update:
        """Tell a viewer how things stand."""
        return self._table.update(viewer)

    def record(self) -> Record:
        """Give the game on paper; only when it is over, for it holds everything."""
        if self._table.outcome is None:
            raise IllegalAction("error.not_over")
        return self._table.record(self.saved.bots)

    @contextmanager
    def listen(self, seats: Sequence[Seat]) -> Iterator[Listener]:
        """Listen as long as the block lasts. The others see which seats are there."""
        listener, before = Listener(seats), self.here
        self._listeners.add(listener)
        self._attend(before)
        try:
            yield listener
        finally:
            before = self.here
            self._listeners.discard(listener)
            self._callers.leave(listener.seats)
            self._left |= dict.fromkeys(listener.seats, self.now)
            self._attend(before)

    def call(self, seats: Sequence[Seat]) -> None:
        """Count seats as attended for a while: who sits there asks again and again instead of listening."""
        before = self.here
        self._left |= dict.fromkeys(seats, self._callers.call(seats))
        self._attend(before)

    def tell(self, viewers: Collection[Viewer] | None = None) -> None:
        """Tell all who listen, or those with the eyes of some viewers, that something may have changed."""
        concerned = [one for one in self._listeners if viewers is None or one.sees_as(viewers)]
        self._wake_some(sorted(concerned, key=lambda listener: not listener.seats))

    def _wake_some(self, listeners: Sequence[Listener]) -> None:
        """Let a few look, and then the next: in between the server hears everybody else."""
        for listener in listeners[:_AT_ONCE]:
            listener.changed.set()
        if len(listeners) > _AT_ONCE:
            asyncio.get_running_loop().call_soon(self._wake_some, listeners[_AT_ONCE:])

    def _attend(self, before: frozenset[Seat]) -> None:
        """Let others see who came or went; a second window, or somebody who watches, makes no difference to them."""
        if self.here == before:
            self.attended()
        else:
            self._attendance_changed()

    def _attendance_changed(self) -> None:
        self.attended()
        if self._telling is not None:
            return
        loop = asyncio.get_running_loop()
        self._telling = loop.call_later(max(0.0, self._told_at + _SETTLED - loop.time()), self._tell_presence)

    def _tell_presence(self) -> None:
        """Tell who is there, once for all who came and went in the meantime."""
        self._telling, self._told_at = None, asyncio.get_running_loop().time()
        self.tell()

    # ---- the same game in other processes

    def announce(self) -> None:
        """Tell all who listen, in every process, that something beside the log has changed."""
        self.look_beside()
        self._peers.hub.tell(self.saved.id)

    def look_beside(self) -> None:
        """Tell all who listen here that something beside the log may have changed."""
        self.beside += 1
        self.tell()

    async def read_on(self) -> bool:
        """Take in what other processes have written, and tell whether there was anything."""
        before = (self._seq, self.rematch)
        async with self._lock:
            await self._read_on()
            if self.outcome is not None and self.rematch is None:
                self.rematch = await self._store.rematch(self.saved.id)
        return before != (self._seq, self.rematch)

    # ---- the opponents

    def wake(self) -> None:
        """Let an opponent think if it is to move; called again after each step."""
        if self._bot_moves and (self._driver is None or self._driver.done()):
            self._driver = asyncio.create_task(self._drive(), name=f"opponent of {self.saved.id}")

    async def close(self) -> None:
        """Let nobody think on, and every step that was begun be finished."""
        self._callers.close()
        if self._telling is not None:
            self._telling.cancel()
        if self._driver is not None:
            self._driver.cancel()
        waiting = [*self._steps, *([self._driver] if self._driver else [])]
        await asyncio.gather(*waiting, return_exceptions=True)

    @property
    def _bot_moves(self) -> bool:
        return self.to_move in self.status.bots and not self.status.still

    async def _drive(self) -> None:
        broken, rest = 0, _REST
        while self._bot_moves and broken < _TRIES:
            seat = self.to_move
            assert seat is not None
            if not await self._peers.leases.hold(self.saved.id):
                await asyncio.sleep(_TURN)
                continue
            update = self._table.update(seat)
            try:
                notation = await self._opponents.answer(self.game, seat, self.status.bots[seat], update)
                await self._do(lambda: self._propose_for(seat, notation, update.step))  # noqa: B023
            except NotSaved:  # no fault of the opponent's: that passes
                await asyncio.sleep(rest)
                rest = min(2 * rest, _LONGEST_REST)
            except GaslampError:
                broken += self._table.update(seat).step == update.step  # else the table moved on meanwhile
            except Exception:  # noqa: BLE001 - a game must not stop for whatever went wrong in there
                _LOG.exception("the opponent in seat %s of game %s broke down", seat, self.saved.id)
                broken += 1

    def _propose_for(self, seat: Seat, notation: str, step: int) -> Entry:
        """Give the entry of what an opponent does, unless its seat was taken back meanwhile."""
        self.status.check()
        if seat not in self.status.bots:
            raise IllegalAction("error.stale")
        return self._table.propose_play(seat, notation, step)

    # ---- inside

    async def _do(self, propose: Callable[[], Entry], *, in_time: bool = False) -> None:
        """Carry out a step to its end, even if whoever asked for it goes away meanwhile."""
        step = asyncio.create_task(self._step(propose, in_time=in_time))
        self._steps.add(step)
        step.add_done_callback(self._put_away)
        await asyncio.shield(step)

    def _put_away(self, step: asyncio.Task[None]) -> None:
        """Forget a step that is over; if it was refused and nobody waits for it any more, that is no news."""
        self._steps.discard(step)
        error = step.exception() if not step.cancelled() else None
        if error is not None and not isinstance(error, GaslampError):
            _LOG.error("a step of game %s broke down: %s", self.saved.id, type(error).__name__)

    async def _step(self, propose: Callable[[], Entry], *, in_time: bool) -> None:
        async with self._lock:
            now = self.now  # one moment: what is in time is written as in time
            late = not in_time and self._time_is_up(now)
            entry = (self._propose_flag if late else propose)()
            if not entry.at:
                entry = msgspec.structs.replace(entry, at=now)
            # Before an opponent can be to move there is a lease: should we die, it is missed.
            if self.status.bots or entry.kind == "hand_over":
                await self._peers.leases.hold(self.saved.id)
            try:
                await self._expect_look(entry.at)
                await self._append(entry)  # save, then tell
            except Conflict:
                await self._read_on()
                raise IllegalAction("error.stale") from None
            before = self._steps_told()
            self._take_in(entry)
            self._note()
        self._peers.hub.tell(self.saved.id, self._seq)
        self.tell(self._concerned(entry, before))
        self.wake()
        if late and propose != self._propose_flag:
            raise IllegalAction("error.over")

    def _steps_told(self) -> dict[Viewer, int]:
        return {viewer: self._table.step(viewer) for viewer in (*self.game.seats, SPECTATOR)}

    def _concerned(self, entry: Entry, before: Mapping[Viewer, int]) -> Collection[Viewer] | None:
        """Give who has to look after a step: of one inside an activation only who was told of it, else all (None).

        Whoever is told nothing does nothing, so that how long it takes tells them nothing either.
        """
        if entry.kind not in {"action", "undo"} or self.outcome is not None:
            return None
        return {viewer for viewer, step in self._steps_told().items() if step != before[viewer]}

    async def _append(self, entry: Entry) -> None:
        """Keep an entry, and with it how the game then stands if that is something else."""
        after = standing.after(self._table, self.status, entry)
        changed = after if after != self.standing else None
        await self._store.append(self.saved.id, self._seq, entry, changed)

    def _note(self) -> None:
        """Note that there was a step, and the last one; who did what is nobody's business."""
        told = {"game": self.saved.id, "step": self._seq}
        _LOG.info("step kept", extra=told)
        if self.outcome is not None:
            _LOG.info("game over", extra=told)

    async def _expect_look(self, at: int) -> None:
        """See to it, before a clock can run, that the keeper will look at it in time, even after a crash."""
        clock = self.status.clock
        if clock is not None and (self._marked is None or self._marked > clock.look_at(at)):
            self._marked = clock.look_at(at)
            await self._mark(self.saved.id, self._marked)

    def _sit_down(self) -> None:
        """Lay the table anew, with the seal that the nonces known so far make; nothing has been done at it yet."""
        self._table = Table(self.game, seal=seal(self.saved, self.game, self.nonces), begin=False)

    async def _read_on(self) -> None:
        if self.waiting:
            await self._all_sit()
            self.beside += 1
        entries = await self._store.entries(self.saved.id, self._seq)
        for entry in entries:
            self._take_in(entry)
        if entries:
            self.tell()
            self.wake()

    def _take_in(self, entry: Entry) -> None:
        self._table.take_in(entry)
        self.status.take_in(entry, self._table.awaited, self._table.told)
        self._seq += 1
        if entry.kind in {"undo", "offer", "pause", "undo_agreed"}:
            self._spent[entry.seat] += 1
