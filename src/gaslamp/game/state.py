"""The state of a game: an immutable value that follows from the setup and the entries of the log.

`State.after` is the only function that knows what an entry does. It shares what an entry leaves unchanged, so that its
cost does not grow with the length of the game.

>>> from random import Random
>>> from gaslamp import titles
>>> from gaslamp.game.propose import propose
>>> from gaslamp.game.requests import Start
>>> from gaslamp.game.setup import RandomDraws
>>> setup = Setup(titles.game("pocket"), chance=RandomDraws(Random(1)))
>>> state = State.initial(setup)
>>> state = state.after(propose(state, Start(), now=0))
>>> state.to_move
'detectives'
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self

import msgspec
from msgspec.structs import replace

from gaslamp.core.game import CHANCE, Game, Outcome, Seat, Viewer
from gaslamp.core.records.proof import prove
from gaslamp.core.records.record import Record
from gaslamp.game import clock as clocks
from gaslamp.game import entries
from gaslamp.game.clock import Clock
from gaslamp.game.course import Course
from gaslamp.game.entries import Entry, OfferKind, encode
from gaslamp.game.setup import Setup


class Offer(NamedTuple):
    number: int  # answers name it
    what: OfferKind
    target: Seat  # the seat to hand over, or ""
    by: Seat
    agreed: frozenset[Seat]


class _Logged(NamedTuple):
    previous: _Logged | None
    text: bytes


class State(msgspec.Struct, frozen=True, eq=False):
    setup: Setup
    course: Course
    updates: Mapping[Viewer, int]  # number of updates each viewer has been entitled to
    heads: Mapping[Viewer, bytes]  # of the chain, as each viewer was told; empty without a seal
    clock: Clock | None
    clocks_started: bool
    bots: Mapping[Seat, str]  # seat -> level, with the seats handed over
    length: int = 0  # of the log
    head: bytes = b""  # of the chain
    outcome: Outcome | None = None
    to_move: Seat | None = None  # None before the deal and when the game is over
    awaited: Seat | None = None  # as everybody knows: it does not change inside an activation
    started: bool = False
    closed: bool = False  # aborted
    paused: bool = False
    any_turn_finished: bool = False  # by a player, not a bot
    handed_over: Mapping[Seat, str] = {}  # seats of players that bots play for now
    offer: Offer | None = None
    offers: int = 0  # so far
    declined: frozenset[tuple[str, OfferKind, Seat]] = frozenset()  # side, offer, target: not asked again this turn
    hints: Mapping[Seat, int] = {}  # number of turns in which a seat received hints
    hinted_at: Mapping[Seat, int] = {}  # number of public actions at the seat's last hint
    outages: frozenset[int] = frozenset()  # beginnings of those already taken into account
    outage_until: int = 0
    requests: Mapping[Seat, int] = {}  # entries of a seat whose number the rules do not limit
    last_entry: int = 0  # time of the newest entry
    last_public: int = 0  # time of the newest entry that everybody knows
    public_entries: int = 0
    log: _Logged | None = None

    @classmethod
    def initial(cls, setup: Setup) -> Self:
        game, people = setup.game, setup.people
        clock = clocks.wound(setup.timing, people) if setup.timing and people else None
        head = setup.seal.first_head() if setup.seal is not None else b""
        return cls(
            setup,
            Course.start(game),
            updates=dict.fromkeys(game.viewers, 0),
            heads=dict.fromkeys(game.viewers, head),
            clock=clock,
            clocks_started=clock is None,
            bots=dict(setup.bots),
            head=head,
        )

    @classmethod
    def of(cls, setup: Setup, entries: Sequence[Entry]) -> State:
        state: State = cls.initial(setup)
        for entry in entries:
            state = state.after(entry)
        return state

    @property
    def game(self) -> Game[Any, Any]:
        return self.setup.game

    @property
    def waiting(self) -> bool:
        return not self.started and self.outcome is None and not self.closed

    @property
    def blocked(self) -> bool:
        return self.paused or self.closed or not self.clocks_started

    @property
    def may_abort(self) -> bool:
        return not (self.closed or self.any_turn_finished or self.outcome is not None)

    def hinted(self, seat: Seat) -> bool:
        return self.hinted_at.get(seat) == self.course.public.number

    def time_is_up(self, at: int) -> bool:
        due = self.clock.due if self.clock is not None else None
        return due is not None and at >= due and self.outcome is None

    def concerned_since(self, before: State) -> Collection[Viewer] | None:
        """Return the viewers that have something new since an earlier state, or None for all."""
        if self.public_entries != before.public_entries:
            return None
        return {viewer for viewer, count in self.updates.items() if count != before.updates[viewer]}

    def record(self, names: Mapping[Seat, str]) -> Record:
        """Return the whole game, hidden information included: publish it only when the game is over."""
        game, seal = self.game, self.setup.seal
        return Record(
            title=game.title,
            rules_version=game.rules_version,
            options=game.options,
            seats={seat: names.get(seat, "") for seat in game.seats},
            actions=game.actions.formatted(self.course.actions),
            outcome=self.outcome,
            proof=prove(seal, [*self._log()][::-1]) if seal is not None and self.outcome is not None else None,
        )

    def _log(self) -> Iterator[bytes]:
        log = self.log
        while log is not None:
            yield log.text
            log = log.previous

    # ---- what entries do

    def after(self, entry: Entry) -> State:
        """Return the state after an entry. The entry is not checked: see `propose`."""
        state = self._logged(entry)
        match entry:
            case entries.Started(actions, prefix):
                course = state.course.played(prefix, drawn=False).played(actions)
                state = replace(state, started=True, course=course.turn_ended(CHANCE))._told()
            case entries.Played(seat, actions):
                state = state._played(seat, actions, entry.at)
            case entries.Undone(seat):
                state = replace(state._counted(seat), course=state.course.undone())._told(state.game.allies(seat))
            case entries.Resigned(seat) | entries.Flagged(seat):
                winner = state.game.other_side(state.game.side(seat))
                state = state._ended(Outcome(winner, "time" if isinstance(entry, entries.Flagged) else "resigned"))
            case entries.TurnUndone(seat):
                turn, clock = state.course.turn, state.clock
                assert turn is not None
                clock = clock.take_back(turn.seat, entry.at) if clock is not None else None
                state = replace(state._counted(seat), course=state.course.turn_undone(), clock=clock)._told()
            case entries.ClocksStarted():
                state = replace(state, clocks_started=True)
            case entries.OutageEnded(since):
                clock = state.clock.outage(since, entry.at) if state.clock is not None else None
                until = max(state.outage_until, entry.at)
                state = replace(state, clock=clock, outages=state.outages | {since}, outage_until=until)
            case entries.Aborted():
                state = replace(state, closed=True, offer=None)
            case entries.Paused(seat):
                state = replace(state._counted(seat), paused=True, offer=None)
            case entries.Resumed():
                state = replace(state, paused=False)
            case entries.HandedOver(seat, level):
                handed = {**state.handed_over, seat: level}
                state = replace(state, handed_over=handed, bots={**state.bots, seat: level}, offer=None)
            case entries.SeatTakenBack(seat):
                state = state._taken_back(seat, entry.at)
            case entries.Hinted(seat):
                hints = {**state.hints, seat: state.hints.get(seat, 0) + 1}
                state = replace(state, hints=hints, hinted_at={**state.hinted_at, seat: state.course.public.number})
            case entries.Offered(seat, what, target):
                offer = Offer(state.offers + 1, what, target, seat, frozenset({seat}))
                state = replace(state._counted(seat), offer=offer, offers=offer.number)
            case entries.Consented(seat):
                assert state.offer is not None
                state = replace(state, offer=state.offer._replace(agreed=state.offer.agreed | {seat}))
            case entries.Declined(seat):
                state = state._declined(seat)
        return state._settled(self, entry)

    def _logged(self, entry: Entry) -> State:
        text, seal = encode(entry), self.setup.seal
        head = seal.head(self.head, self.length, text) if seal is not None else b""
        last = max(self.last_entry, entry.at)
        return replace(self, length=self.length + 1, head=head, last_entry=last, log=_Logged(self.log, text))

    def _played(self, seat: Seat, actions: Sequence[str], at: int) -> State:
        course = self.course.played(actions)
        if not self.game.turn_complete(course.position):
            return replace(self, course=replace(course, actor=seat))._told(self.game.allies(seat))
        clock = self.clock.finish(seat, at) if self.clock is not None else None
        finished = self.any_turn_finished or seat not in self.bots
        return replace(self, course=course.turn_ended(seat), clock=clock, any_turn_finished=finished)._told()

    def _ended(self, outcome: Outcome) -> State:
        course = self.course.published(self.game.closing_events(self.course.position))
        return replace(self, course=course, outcome=outcome, offer=None)._told()

    def _taken_back(self, seat: Seat, at: int) -> State:
        handed = {other: level for other, level in self.handed_over.items() if other != seat}
        clock = self.clock
        if clock is not None and seat == self.awaited:
            clock = clock.renew(at)
        return replace(self, handed_over=handed, bots={**self.setup.bots, **handed}, clock=clock)

    def _declined(self, seat: Seat) -> State:
        offer = self.offer
        assert offer is not None
        if seat == offer.by:  # withdrawn
            return replace(self, offer=None)
        refused = (self.game.side(offer.by), offer.what, offer.target)
        return replace(self, offer=None, declined=self.declined | {refused})

    def _counted(self, seat: Seat) -> State:
        return replace(self, requests={**self.requests, seat: self.requests.get(seat, 0) + 1})

    def _told(self, viewers: Sequence[Viewer] | None = None) -> State:
        """Count an update that some or all viewers are entitled to."""
        told = self.game.viewers if viewers is None else viewers
        updates = {**self.updates, **{viewer: self.updates[viewer] + 1 for viewer in told}}
        return replace(self, updates=updates, heads={**self.heads, **dict.fromkeys(told, self.head)})

    def _settled(self, before: State, entry: Entry) -> State:
        """Work out whose turn it is, which offers lapse, and whose clock runs."""
        course = self.course
        outcome = self.outcome or self.game.outcome(course.position)
        goes_on = self.started and outcome is None
        awaited = self.game.to_move(course.public.position) if goes_on else None
        moved = course.public.number != before.course.public.number
        public = moved or not isinstance(entry, entries.Played | entries.Undone)
        clock = self.clock
        if clock is not None and not isinstance(entry, entries.OutageEnded):
            clock = clock.run(None if self.blocked or awaited in self.handed_over else awaited, entry.at)
        return replace(
            self,
            outcome=outcome,
            to_move=self.game.to_move(course.position) if goes_on and not self.closed else None,
            awaited=awaited,
            clock=clock,
            offer=None if moved else self.offer,
            declined=frozenset() if moved else self.declined,
            last_public=entry.at if public else self.last_public,
            public_entries=self.public_entries + public,
        )
