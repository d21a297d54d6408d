"""A live game: takes what the seats do, draws for chance, saves it, and tells each viewer what it may know.

Steps of an unfinished activation are saved but shown to the acting side alone; until it is finished they can be taken
back, and the others never learn of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random, SystemRandom
from typing import Any, NamedTuple

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import CHANCE, SPECTATOR, Game, Outcome, Seat, Viewer, redact, redacted
from gaslamp.core.history import NewsHistory
from gaslamp.core.records.fairness import Chain, Seal
from gaslamp.core.records.proof import prove
from gaslamp.core.records.record import Record
from gaslamp.table.audience import Audience, Done
from gaslamp.table.draws import Draws, advanced
from gaslamp.table.log import Entry, Log, MemoryLog, written
from gaslamp.table.update import Update


class Foreseen(NamedTuple):
    """What everybody would know of a game after something that has not taken effect yet."""

    started: bool
    outcome: Outcome | None
    awaited: Seat | None
    public: bool  # everybody would learn of it


class Table:
    """One game and all who look at it. The log is the truth; what is kept here can be made again from it.

    With a seal its draws follow from that, and its entries are committed; without one chance is the given generator.
    """

    outcome: Outcome | None  # how the game ended, or None while it goes on
    to_move: Seat | None  # the seat to move, or None before the deal and when the game is over
    awaited: Seat | None  # the seat that everybody knows to be to move: it does not change inside an activation

    def __init__(
        self,
        game: Game[Any, Any],
        log: Log | None = None,
        rng: Random | None = None,
        seal: Seal | None = None,
        *,
        begin: bool = True,
    ) -> None:
        self.game = game
        self._log: Log = log if log is not None else MemoryLog()
        self._draws = Draws(game, seal, rng or SystemRandom())
        self._chain = Chain(seal) if seal is not None else None
        self._audience = Audience(game)
        self._entries = 0  # so many have taken effect
        self.started = False  # the deal has taken effect
        self._start = game.start()
        self._done: list[Done] = []
        self._floor = 0  # so many can no longer be taken back
        self._ends: list[tuple[int, Seat]] = []  # after how many actions each activation ended, and whose it was
        self._ended: Outcome | None = None  # by the table, not by the rules
        self._look()
        for entry in self._log.entries():
            self.take_in(entry)
        if begin and not self._log.entries():
            self._save(self.propose_start())

    # ---- what the seats do: refused whole, or saved and then told

    def play(self, seat: Seat, notation: str, step: int) -> None:
        """Play an action for a seat that has seen so many updates."""
        self._save(self.propose_play(seat, notation, step))

    def undo(self, seat: Seat, step: int) -> None:
        """Take back the last step of the activation under way."""
        self._save(self.propose_undo(seat, step))

    def resign(self, seat: Seat) -> None:
        """Give the game up."""
        self._save(self.propose_resign(seat))

    # ---- the same in two halves, for whoever saves elsewhere: propose an entry, save it, take it in

    def propose_start(self) -> Entry:
        """Give the entry that begins a game: what chance draws before anybody acts; or refuse a second deal."""
        if self.started:
            raise IllegalAction("error.stale")
        return Entry("start", CHANCE, self.game.actions.formatted(self._draws.after(self._start)))

    def propose_play(self, seat: Seat, notation: str, step: int) -> Entry:
        """Give the entry of an action and the draws that follow it, or refuse."""
        position = self._ready(seat, step)
        action = self.game.actions.parse(notation)
        if action not in position.legal():
            raise IllegalAction("error.illegal")
        drawn = self._draws.after(advanced(position, action))
        return Entry("action", seat, self.game.actions.formatted([action, *drawn]))

    def propose_undo(self, seat: Seat, step: int) -> Entry:
        """Give the entry that takes back a step, or refuse."""
        self._ready(seat, step)
        if not self._may_undo(seat):
            raise IllegalAction("error.nothing_to_undo")
        return Entry("undo", seat)

    def propose_hint(self, seat: Seat, step: int) -> Entry:
        """Give the entry that tells everybody that a seat is given a hint, or refuse one to who is not to move."""
        self._ready(seat, step)
        return Entry("hint", seat)

    def propose_resign(self, seat: Seat) -> Entry:
        """Give the entry of a seat that gives up, at any time before the end, or refuse."""
        if seat not in self.game.seats or not self.started:
            raise IllegalAction("error.not_your_turn")
        if self.outcome is not None:
            raise IllegalAction("error.over")
        return Entry("resign", seat)

    def take_in(self, entry: Entry) -> None:
        """Let a saved entry take effect, now or when a table is made again."""
        self._entries += 1
        if self._chain is not None:
            self._chain.append(written(entry))
        self.started = self.started or entry.kind == "start"
        match entry.kind:
            case "start" | "action":
                self._take_in_actions(entry)
            case "undo":
                self._draws.made -= self._done.pop().drawn
                self._audience.tell_side(entry.seat, self._entries)
                if len(self._done) == self.told:
                    self._audience.actor = None
            case "resign" | "flag":
                self._ended = self._given_up(entry)
                self._tell_everybody()
            case "undo_agreed":
                first = self._ends[-2][0]
                self._draws.made -= sum(done.drawn for done in self._done[first:])
                del self._done[first:]
                self._ends.pop()
                self._floor = len(self._done)
                self._tell_everybody()
            case _:
                return  # no part of the game itself: `status` takes it in
        self._look()

    def foresee(self, entry: Entry | None) -> Foreseen:
        """What everybody would know after an entry, or knows now; nothing takes effect."""
        match entry:
            case Entry(kind="start" | "action", actions=actions):
                position = self._position
                for notation in actions:
                    position = advanced(position, self.game.actions.parse(notation))
                outcome, settled = self.game.outcome(position), self.game.turn_complete(position)
                seen = position if settled else self._seen_by(SPECTATOR)
                awaited = None if outcome else self.game.to_move(seen)
                public = settled or entry.kind == "start"
                return Foreseen(started=True, outcome=outcome, awaited=awaited, public=public)
            case Entry(kind="resign" | "flag"):
                return Foreseen(self.started, self._given_up(entry), None, public=True)
            case Entry(kind="undo_agreed"):
                kept = self._ends[-2][0]  # 0: the first activation is taken back
                before = self._done[kept - 1].after if kept else self._start
                return Foreseen(self.started, None, self.game.to_move(before), public=True)
            case _:
                hidden = entry is not None and entry.kind == "undo"
                return Foreseen(self.started, self.outcome, self.awaited, public=not hidden)

    def reversible(self, seat: Seat | None = None) -> bool:
        """Whether the last finished activation could be taken back by consent, as far as a seat of its side knows.

        Nothing may have been drawn or answered in it or since. Without a seat it is told from all that was done.
        """
        if self.outcome is not None or len(self._ends) < 2:
            return False
        actor, first = self._ends[-1][1], self._ends[-2][0]
        if seat is not None and seat not in self.game.allies(actor):
            return False
        known = len(self._done) if seat is None else self._audience.horizon(seat, len(self._done))
        return not any(done.sealed for done in self._done[first:known])

    # ---- what the viewers see

    @property
    def told(self) -> int:
        """How many actions everybody knows of."""
        return self._audience.told

    def step(self, viewer: Viewer) -> int:
        """How many updates a viewer was entitled to so far: what it does must answer the newest."""
        return self._audience.step(viewer)

    def update(self, viewer: Viewer) -> Update:
        """Tell a viewer how things stand."""
        outcome = self.outcome
        mine = outcome is None and viewer == self.to_move
        actions = self._position.legal() if mine else []
        return Update(
            step=self.step(viewer),
            view=self.game.view(self._seen_by(viewer), viewer, ended=outcome is not None),
            legal=self.game.actions.formatted(actions),
            final=self.game.actions.formatted(filter(self._is_final, actions)),
            may_undo=mine and self._may_undo(viewer),
            news=self._news(viewer),
            outcome=outcome,
            head=self._chain.head(self._audience.entries(viewer)).hex() if self._chain is not None else "",
        )

    def record(self, names: Mapping[Seat, str]) -> Record:
        """The game on paper: what survived of it, and how it ended. For the open only when it is over."""
        return Record(
            title=self.game.title,
            rules_version=self.game.rules_version,
            options=self.game.options,
            seats={seat: names.get(seat, "") for seat in self.game.seats},
            actions=self.game.actions.formatted(done.action for done in self._done),
            outcome=self.outcome,
            proof=prove(self._chain) if self._chain is not None and self.outcome is not None else None,
        )

    # ---- inside

    @property
    def _position(self) -> Any:
        return self._done[-1].after if self._done else self._start

    def _look(self) -> None:
        """Work out what is asked again and again, after whatever has taken effect."""
        self.outcome = self._ended or self.game.outcome(self._position)
        goes_on = self.started and self.outcome is None
        self.to_move = self.game.to_move(self._position) if goes_on else None
        self.awaited = self.game.to_move(self._seen_by(SPECTATOR)) if goes_on else None

    def _given_up(self, entry: Entry) -> Outcome:
        winner = self.game.other_side(self.game.side(entry.seat))
        return Outcome(winner, "time" if entry.kind == "flag" else "resigned")

    def _seen_by(self, viewer: Viewer) -> Any:
        horizon = self._audience.horizon(viewer, len(self._done))
        return self._done[horizon - 1].after if horizon else self._start

    def _news(self, viewer: Viewer) -> NewsHistory:
        """All that a viewer has learnt; when the table ended the game, what lies open then."""
        news = self._audience.news(viewer, self._done)
        return news.and_then(redact(self.game.closing_events(self._position), viewer)) if self._ended else news

    def _ready(self, seat: Seat, step: int) -> Any:
        """The position if this seat may act on what it has seen."""
        if self.outcome is not None:
            raise IllegalAction("error.over")
        position = self._position
        if not self.started or seat != self.game.to_move(position):
            raise IllegalAction("error.not_your_turn")
        if step != self.step(seat):
            raise IllegalAction("error.stale")
        return position

    def _may_undo(self, seat: Seat) -> bool:
        return seat == self._audience.actor and len(self._done) > self._floor

    def _is_final(self, action: int) -> bool:
        return self.game.ends_undo(self._position, action, advanced(self._position, action))

    def _carry_out(self, position: Any, action: int) -> Done:
        after = advanced(position, action)
        events = self.game.events(position, action, after)
        news = redacted(events, self.game.viewers)
        drawn = self.game.to_move(position) == CHANCE
        return Done(action, after, news, drawn, self.game.irreversible(position, action, after))

    def _save(self, entry: Entry) -> None:
        self._log.append(entry)  # save, then tell
        self.take_in(entry)

    def _take_in_actions(self, entry: Entry) -> None:
        for notation in entry.actions:
            before = self._position
            done = self._carry_out(before, self.game.actions.parse(notation))
            self._done.append(done)
            self._draws.made += done.drawn
            if self.game.ends_undo(before, done.action, done.after):
                self._floor = len(self._done)
        if self.game.turn_complete(self._position):
            self._ends.append((len(self._done), entry.seat))
            self._tell_everybody()
        else:
            self._audience.actor = entry.seat
            self._audience.tell_side(entry.seat, self._entries)

    def _tell_everybody(self) -> None:
        self._audience.tell_everybody(len(self._done), self._entries)
