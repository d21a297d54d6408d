"""Plays a log again and refuses what no table would have written: actions and draws, agreements and clocks.

Who was connected at which moment no log tells: of that the referee believes whatever fits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

import msgspec

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import CHANCE, Game, Seat
from gaslamp.core.records.fairness import Seal
from gaslamp.table.agreements import HAND_OVER, PAUSE, UNDO, Agreements
from gaslamp.table.log import Entry
from gaslamp.table.status import Status
from gaslamp.table.table import Table
from gaslamp.table.timing import MINUTE, Timing

_LATEST: Final = 253_402_300_800_000  # the year 10000, in milliseconds


class OtherDraw(IllegalAction):
    """What somebody did was possible, but chance would have drawn something else."""


class Referee:
    """Takes in entry after entry. Without exact times nobody's time is ever up, but who says so is believed."""

    def __init__(
        self,
        game: Game[Any, Any],
        seal: Seal,
        timing: Timing | None,
        bots: Mapping[Seat, str],
        *,
        levels: Collection[str] | None = None,
        exact: bool = True,
    ) -> None:
        self.table = Table(game, seal=seal, begin=False)
        self._game = game
        self._status = Status(game, timing, bots)
        self._people = tuple(seat for seat in game.seats if seat not in bots)
        self._levels = levels  # names of bots that a seat can be handed to; None for any
        self._exact = exact
        self._present: frozenset[Seat] = frozenset()

    def take_in(self, entry: Entry) -> None:
        """Let an entry take effect, or refuse it."""
        self._check_time(entry)
        again = msgspec.structs.replace(self._proposed(entry), at=entry.at)
        if again != entry:
            drawn = entry.kind in {"start", "action"} and (again.seat, again.what) == (entry.seat, entry.what)
            raise OtherDraw("error.illegal") if drawn and again.since == entry.since else IllegalAction("error.illegal")
        self.table.take_in(entry)
        self._status.take_in(entry, self.table.awaited, self.table.told)

    def _check_time(self, entry: Entry) -> None:
        """Refuse what was done before what stands above it, or when the time of a seat was up; a flag only then."""
        clock = self._status.clock
        due = clock.due if clock is not None else None
        late = self._exact and due is not None and entry.at >= due
        if not self._status.last <= entry.at < _LATEST or (late and entry.kind not in {"flag", "outage"}):
            raise IllegalAction("error.illegal")
        if self._exact and entry.kind == "flag" and not late:
            raise IllegalAction("error.illegal")

    def _proposed(self, entry: Entry) -> Entry:
        """Give what the table writes when this is done at it, or refuse."""
        table, status = self.table, self._status
        if status.closed or (table.outcome is not None and not self._too_late(entry)):
            raise IllegalAction("error.illegal")
        match entry.kind:
            case "start":
                return table.propose_start()
            case "action":
                status.check()
                return table.propose_play(entry.seat, entry.actions[0], table.step(entry.seat))
            case "undo":
                status.check()
                return table.propose_undo(self._free(entry.seat), table.step(entry.seat))
            case "resign":
                return table.propose_resign(self._person(entry.seat))
            case "abort":
                return self._if(not status.played, Entry("abort", self._person(entry.seat)))
            case "resume":
                return self._if(status.paused, Entry("resume", self._person(entry.seat)))
            case "take_back":
                return self._if(entry.seat in status.handed, Entry("take_back", entry.seat))
            case "hint":
                status.check()
                noted = status.hinted(entry.seat)
                return self._if(not noted, table.propose_hint(self._free(entry.seat), table.step(entry.seat)))
            case "begin":
                return self._if(table.started and not status.begun, Entry("begin", CHANCE))
            case "outage":
                return self._outage(entry)
            case "flag":
                clock = status.clock
                return self._if(clock is not None and clock.runs == entry.seat, Entry("flag", entry.seat))
            case _:
                return self._agreed(entry)

    def _too_late(self, entry: Entry) -> bool:
        """Whether the first version of this program wrote such a thing when all was over."""
        return not self._exact and entry.kind == "begin"

    def _if(self, possible: bool, entry: Entry) -> Entry:  # noqa: FBT001 - it reads as a sentence
        if not possible:
            raise IllegalAction("error.illegal")
        return entry

    def _person(self, seat: Seat) -> Seat:
        if seat not in self._people:
            raise IllegalAction("error.illegal")
        return seat

    def _free(self, seat: Seat) -> Seat:
        if seat in self._status.bots:
            raise IllegalAction("error.illegal")
        return seat

    def _outage(self, entry: Entry) -> Entry:
        status = self._status
        known = status.knows(entry.since) or not entry.since < entry.at
        known = known or entry.since < max(status.outage_until, status.last - MINUTE)
        begun = self.table.started and status.clock is not None
        return self._if((begun or not self._exact) and not known, Entry("outage", CHANCE, since=entry.since))

    # ---- what people agree on

    def _agreed(self, entry: Entry) -> Entry:
        """An entry of an agreement if any seat could have brought it about by asking or answering."""
        no_bot = entry.kind == HAND_OVER and self._levels is not None and entry.what not in self._levels
        if no_bot or entry not in self._agreements(entry):
            raise IllegalAction("error.illegal")
        return entry

    def _agreements(self, entry: Entry) -> Iterator[Entry]:
        agreements = Agreements(
            self._game,
            lambda: self.table,
            self._status,
            present=lambda: self._present,
            gone=lambda _: True,
            bot=lambda _: entry.what if entry.kind == HAND_OVER else "",
        )
        offer = self._status.offer
        asked = {"offer": entry.what, "pause": PAUSE, "undo_agreed": UNDO, "hand_over": f"{HAND_OVER} {entry.seat}"}
        for seat in self._people:
            for present in (self._people, (seat,), ()):
                self._present = frozenset(present)
                with suppress(IllegalAction):
                    yield msgspec.structs.replace(agreements.propose(seat, asked.get(entry.kind, "")), at=entry.at)
                with suppress(IllegalAction):
                    agree, number = entry.kind != "decline", offer.number if offer is not None else 0
                    yield msgspec.structs.replace(agreements.answer(seat, number, agree=agree), at=entry.at)
