"""What the log of one game has come to: the table, the status around it, and how long the log is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from gaslamp.core.game import SPECTATOR, Game, Outcome, Seat, Viewer
from gaslamp.core.records.fairness import Seal
from gaslamp.storage.store import SavedGame
from gaslamp.table import standing, timing
from gaslamp.table.log import Entry
from gaslamp.table.standing import Standing
from gaslamp.table.status import Status
from gaslamp.table.table import Table


class GameState:
    """Takes in entries that are kept, and nothing else; all of it can be made again from them."""

    def __init__(self, saved: SavedGame, game: Game[Any, Any], seal: Seal | None, entries: Sequence[Entry]) -> None:
        self._created = saved.created
        self._spent: Counter[Seat] = Counter()  # what the rules do not bound
        self.game = game
        self.status = Status(game, timing.read(saved.clock), saved.bots)
        people = [seat for seat in game.seats if seat not in saved.bots]
        self.hints = saved.hints or len(people) == 1  # against the house always, else as people have agreed
        self.length = 0  # of the log
        self.lay(seal)
        for entry in entries:
            self.take_in(entry)

    def lay(self, seal: Seal | None) -> None:
        """Lay the table anew, with the seal that is known by now; nothing has been done at it yet."""
        self.table = Table(self.game, seal=seal, begin=False)

    def take_in(self, entry: Entry) -> None:
        """Let a kept entry take effect."""
        self.table.take_in(entry)
        self.status.take_in(entry, self.table.awaited, self.table.told)
        self.length += 1
        if entry.kind in {"undo", "offer", "pause", "undo_agreed"}:
            self._spent[entry.seat] += 1

    def spent(self, seat: Seat) -> int:
        """How often a seat took something back or asked for something, in the whole game."""
        return self._spent[seat]

    @property
    def waiting(self) -> bool:
        """Whether the deal is still to come."""
        return not self.table.started and self.outcome is None and not self.status.closed

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.table.outcome

    @property
    def to_move(self) -> Seat | None:
        """The seat to move, or None when the game is over."""
        return self.table.to_move if not self.status.closed else None

    @property
    def may_abort(self) -> bool:
        """Whether the game can still be closed as if it had not been."""
        return not (self.status.closed or self.status.played or self.outcome is not None)

    @property
    def standing(self) -> Standing:
        """How the game stands, as far as everybody knows."""
        stands = standing.now(self.table, self.status)
        return stands if stands.at else stands._replace(at=self._created * timing.SECOND)

    def standing_after(self, entry: Entry) -> Standing | None:
        """How the game will stand after an entry, if that is something else than now."""
        after = standing.after(self.table, self.status, entry)
        return after if after != self.standing else None

    def steps(self) -> dict[Viewer, int]:
        """How many updates each viewer was entitled to so far."""
        return {viewer: self.table.step(viewer) for viewer in (*self.game.seats, SPECTATOR)}

    def concerned(self, entry: Entry, before: Mapping[Viewer, int]) -> Collection[Viewer] | None:
        """Who has to look after an entry: of one inside an activation only who was told of it, else all (None).

        Whoever is told nothing does nothing, so that how long it takes tells them nothing either.
        """
        if entry.kind not in {"action", "undo"} or self.outcome is not None:
            return None
        return {viewer for viewer, step in self.steps().items() if step != before[viewer]}
