"""What a table keeps besides the game itself, made from the log alone: clocks, pauses, offers, seats, hints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import Game, Seat
from gaslamp.table import clock as clocks
from gaslamp.table.clock import Clock
from gaslamp.table.log import Entry
from gaslamp.table.timing import Timing


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that others are asked to agree to."""

    number: int  # an answer names it, so that none is given to another one
    what: str  # pause, undo, or hand_over with a seat
    agreed: frozenset[Seat]
    by: Seat

    @property
    def gone(self) -> Seat | None:
        """The seat that is to be handed over, if one is."""
        verb, _, seat = self.what.partition(" ")
        return seat if verb == "hand_over" else None


class Status:
    """The public status of one game. It changes when everybody may see it, never inside an activation."""

    def __init__(self, game: Game[Any, Any], timing: Timing | None, bots: Mapping[Seat, str]) -> None:
        self._game = game
        self._bots = dict(bots)
        self.bots: Mapping[Seat, str] = self._bots  # which opponent has which seat now
        people = [seat for seat in game.seats if seat not in bots]
        self.clock: Clock | None = clocks.wound(timing, people) if timing and people else None
        self.begun = self.clock is None  # clocks begin to run when everybody has come
        self.paused = False
        self.closed = False  # before it began
        self.played = False  # a player has finished something, which everybody knows
        self.handed: dict[Seat, str] = {}  # seats of people that opponents have for now
        self.offer: Offer | None = None
        self.declined: set[tuple[str, str]] = set()  # by which side, and what: it is not asked for again and again
        self.hints: Counter[Seat] = Counter()  # in how many turns each seat was given some
        self.last = 0  # the moment of the newest entry
        self.seen = 0  # the moment of the newest entry that everybody learned of
        self._told = 0
        self._hinted: dict[Seat, int] = {}  # how much everybody knew when a seat was last given one
        self._offers = 0
        self._finished: list[Seat] = []  # who finished the activations that were not taken back
        self._outages: set[int] = set()
        self.outage_until = 0  # when the last outage that was taken off was over

    def take_in(self, entry: Entry, awaited: Seat | None, told: int) -> None:
        """Let an entry take effect that the table has taken in: who is awaited now, and how much everybody knows."""
        self.last = max(self.last, entry.at)
        moved, self._told = told != self._told, told
        if moved or entry.kind not in {"action", "undo"}:
            self.seen = entry.at
        if moved:
            self.declined.clear()
        if moved or entry.kind in {"resign", "flag", "abort", "pause", "hand_over"}:
            self.offer = None  # an offer lapses when the game moves on
        self.played = self.played or (moved and entry.kind == "action" and entry.seat not in self.bots)
        self._take_in(entry)
        if self.clock is not None:
            self.clock = self._clock_after(self.clock, entry, awaited, moved=moved)

    def _take_in(self, entry: Entry) -> None:
        match entry.kind:
            case "begin":
                self.begun = True
            case "outage":
                self._outages.add(entry.since)
                self.outage_until = max(self.outage_until, entry.at)
            case "abort":
                self.closed = True
            case "pause" | "resume":
                self.paused = entry.kind == "pause"
            case "hand_over":
                self.handed[entry.seat] = entry.what
                self.bots = self._bots | self.handed
            case "take_back":
                del self.handed[entry.seat]
                self.bots = self._bots | self.handed
            case "hint":
                self.hints[entry.seat] += 1
                self._hinted[entry.seat] = self._told
            case "offer" | "consent" | "decline":
                self._negotiate(entry)

    def _negotiate(self, entry: Entry) -> None:
        if entry.kind == "offer":
            self._offers += 1
            self.offer = Offer(self._offers, entry.what, frozenset({entry.seat}), entry.seat)
            return
        assert self.offer is not None
        if entry.kind == "consent":
            self.offer = replace(self.offer, agreed=self.offer.agreed | {entry.seat})
        else:
            if entry.seat != self.offer.by:  # else it was withdrawn
                self.declined.add((self._game.side(self.offer.by), self.offer.what))
            self.offer = None

    @property
    def still(self) -> bool:
        """Whether nobody may act for now."""
        return self.paused or self.closed or not self.begun

    def check(self) -> None:
        """Refuse whatever a seat wants to do while nobody may act."""
        if self.closed:
            raise IllegalAction("error.closed")
        if self.paused:
            raise IllegalAction("error.paused")
        if not self.begun:
            raise IllegalAction("error.not_begun")

    def hinted(self, seat: Seat) -> bool:
        """Whether everybody knows already that a seat was given a hint in this turn: how many, nobody is told."""
        return self._hinted.get(seat) == self._told

    def knows(self, since: int) -> bool:
        """Whether the outage that began at a moment is no longer to be taken off."""
        return since in self._outages

    def _clock_after(self, clock: Clock, entry: Entry, awaited: Seat | None, *, moved: bool) -> Clock:
        if entry.kind == "outage":
            return clock.outage(entry.since, entry.at)
        if entry.kind == "action" and moved:
            self._finished.append(entry.seat)
            clock = clock.finish(entry.seat, entry.at)
        elif entry.kind == "undo_agreed":
            clock = clock.take_back(self._finished.pop(), entry.at)
        elif entry.kind == "take_back" and entry.seat == awaited:
            clock = clock.renew(entry.at)
        idle = self.still or awaited in self.handed
        return clock.run(None if idle else awaited, entry.at)
