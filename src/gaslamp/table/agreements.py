"""What people agree on at a table: a pause, an activation taken back, a seat handed to an opponent of the house.

An offer and each answer is an entry of the log, and so is what comes of them. A side agrees when one of its seats does;
to hand a seat over, everybody else who is there has to agree.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import Game, Seat
from gaslamp.table.log import Entry
from gaslamp.table.status import Status
from gaslamp.table.table import Table

PAUSE: Final = "pause"
UNDO: Final = "undo"
HAND_OVER: Final = "hand_over"


class Agreements:
    """Gives the entries of what seats ask for and answer, or refuses."""

    def __init__(
        self,
        game: Game[Any, Any],
        table: Callable[[], Table],
        status: Status,
        *,
        present: Callable[[], Collection[Seat]],
        gone: Callable[[Seat], bool],
        bot: Callable[[Seat], str | None],
    ) -> None:
        self._game = game
        self._table = table
        self._status = status
        self._present = present
        self._gone = gone
        self._bot = bot  # who takes a seat that is handed over, if there is somebody

    def may_ask(self, seat: Seat) -> tuple[str, ...]:
        """What a seat may ask for now; seats that are gone are another matter, because of the time."""
        return tuple([what for what in (PAUSE, UNDO) if self._may(seat, what)])

    def awaits(self, seat: Seat) -> bool:
        """Whether the offer that stands waits for the answer of a seat."""
        offer = self._status.offer
        return offer is not None and any(seat in group for group in self._open(offer.what, offer.by, offer.agreed))

    def propose(self, seat: Seat, what: str) -> Entry:
        """The entry of an offer, or of what comes of it if nobody has to be asked."""
        self._status.check()
        verb, _, gone = what.partition(" ")
        allowed = self._may(seat, what) if not gone else verb == HAND_OVER and self._may_hand_over(seat, gone)
        if not allowed:
            raise IllegalAction("error.offer")
        if not self._open(what, seat, frozenset({seat})):
            return self._effect(what, seat)
        return Entry("offer", seat, what=what)

    def answer(self, seat: Seat, number: int, *, agree: bool) -> Entry:
        """The entry of an answer, or of what comes of it when it was the last one; an offer can be withdrawn."""
        offer = self._status.offer
        if offer is None or offer.number != number:
            raise IllegalAction("error.offer_lapsed")
        if not agree and seat == offer.by:
            return Entry("decline", seat)
        if not self.awaits(seat):
            raise IllegalAction("error.offer_lapsed")
        if not agree:
            return Entry("decline", seat)
        if self._open(offer.what, offer.by, offer.agreed | {seat}):
            return Entry("consent", seat)
        return self._effect(offer.what, offer.by)

    def _effect(self, what: str, by: Seat) -> Entry:
        verb, _, seat = what.partition(" ")
        match verb:
            case "pause":
                return Entry("pause", by)
            case "undo":
                if not self._table().reversible():
                    raise IllegalAction("error.undo_answered")
                return Entry("undo_agreed", by)
            case _:
                taker = self._bot(seat)
                assert taker is not None
                return Entry("hand_over", seat, what=taker)

    def _may(self, seat: Seat, what: str) -> bool:
        status = self._status
        if status.still or status.offer is not None or self._table().outcome is not None:
            return False
        if seat not in self._game.seats or seat in status.bots:
            return False
        if (self._game.side(seat), what) in status.declined:
            return False
        if what == PAUSE:
            return status.clock is not None
        return what == UNDO and self._table().reversible(seat) and all(self._groups(what, seat))

    def _may_hand_over(self, seat: Seat, gone: Seat) -> bool:
        status = self._status
        free = not status.still and status.offer is None and self._table().outcome is None
        free = free and self._bot(gone) is not None
        people = [other for other in self._game.seats if other not in status.bots]
        fresh = (self._game.side(seat), f"{HAND_OVER} {gone}") not in status.declined
        return free and fresh and seat in people and gone in people and seat != gone and self._gone(gone)

    def _groups(self, what: str, by: Seat) -> list[frozenset[Seat]]:
        """The groups of people of which one each has to agree."""
        people = [seat for seat in self._game.seats if seat not in self._status.bots and seat != by]
        verb, _, gone = what.partition(" ")
        if verb == HAND_OVER:
            return [frozenset({seat}) for seat in people if seat != gone and seat in self._present()]
        sides = [side for side in self._game.sides if side != self._game.side(by)]
        return [frozenset(seat for seat in people if self._game.side(seat) == side) for side in sides]

    def _open(self, what: str, by: Seat, agreed: frozenset[Seat]) -> list[frozenset[Seat]]:
        """The groups that have not agreed yet; a side of opponents alone does not mind."""
        return [group for group in self._groups(what, by) if group and not group & agreed]
