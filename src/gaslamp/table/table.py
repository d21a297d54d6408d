"""A live game: takes what the seats do, draws for chance, saves it, and tells each viewer what it may know.

Steps of an unfinished activation are saved but shown to the acting side alone; until it is finished they can be taken
back, and the others never learn of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random, SystemRandom
from typing import Any, Final, NamedTuple

from gaslamp.core.errors import IllegalAction
from gaslamp.core.game import CHANCE, SPECTATOR, Game, News, Outcome, Seat, Viewer, redact, redacted
from gaslamp.core.records.fairness import Chain, Seal
from gaslamp.core.records.proof import prove
from gaslamp.core.records.record import Record
from gaslamp.core.told import Told
from gaslamp.table.log import Entry, Log, MemoryLog, written
from gaslamp.table.update import Update


class Done(NamedTuple):
    """An action that was carried out, the position after it, and what each viewer learns of it."""

    action: int
    after: Any
    news: Mapping[Viewer, tuple[News, ...]]
    drawn: bool  # by chance
    sealed: bool  # never taken back


class Foreseen(NamedTuple):
    """What everybody would know of a game after something that has not taken effect yet."""

    started: bool
    outcome: Outcome | None
    awaited: Seat | None
    public: bool  # everybody would learn of it


class _Read(NamedTuple):
    """What one viewer has learnt from so many actions, up to the last of them."""

    length: int
    last: Done | None
    news: Told


_NOTHING_READ: Final = _Read(0, None, Told())


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
        self._rng = rng or SystemRandom()
        self._chain = Chain(seal) if seal is not None else None
        self._entries = 0  # so many have taken effect
        self.started = False  # the deal has taken effect
        self._start = game.start()
        self._done: list[Done] = []
        self._told = 0  # so many actions are known to everybody
        self._floor = 0  # so many can no longer be taken back
        self._actor: Seat | None = None  # whose activation is under way
        self._ends: list[tuple[int, Seat]] = []  # after how many actions each activation ended, and whose it was
        self._steps = dict.fromkeys(game.viewers, 0)
        self._known = dict.fromkeys(game.viewers, 0)  # so many entries each viewer has been told of, or passed over
        self._ended: Outcome | None = None  # by the table, not by the rules
        self._drawn = 0  # so many of the actions were drawn by chance
        self._read: dict[Viewer, _Read] = {}  # what each viewer had learnt when it last asked
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
        return Entry("start", CHANCE, self.game.actions.formatted(self._draws(self._start)))

    def propose_play(self, seat: Seat, notation: str, step: int) -> Entry:
        """Give the entry of an action and the draws that follow it, or refuse."""
        position = self._ready(seat, step)
        action = self.game.actions.parse(notation)
        if action not in position.legal():
            raise IllegalAction("error.illegal")
        return Entry("action", seat, self.game.actions.formatted([action, *self._draws(_after(position, action))]))

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
                self._drawn -= self._done.pop().drawn
                self._tell_side(entry.seat)
                if len(self._done) == self._told:
                    self._actor = None
            case "resign" | "flag":
                self._ended = self._given_up(entry)
                self._tell_everybody()
            case "undo_agreed":
                first = self._ends[-2][0]
                self._drawn -= sum(done.drawn for done in self._done[first:])
                del self._done[first:]
                self._ends.pop()
                self._floor = len(self._done)
                self._tell_everybody()
            case _:
                return  # no part of the game itself: `status` takes it in
        self._look()

    def foresee(self, entry: Entry | None) -> Foreseen:
        """Tell what everybody would know after an entry, or knows now; nothing takes effect."""
        match entry:
            case Entry(kind="start" | "action", actions=actions):
                position = self._position
                for notation in actions:
                    position = _after(position, self.game.actions.parse(notation))
                outcome, settled = self.game.outcome(position), self.game.settled(position)
                seen = position if settled else self._seen_by(SPECTATOR)
                awaited = None if outcome else self.game.to_move(seen)
                public = settled or entry.kind == "start"
                return Foreseen(started=True, outcome=outcome, awaited=awaited, public=public)
            case Entry(kind="resign" | "flag"):
                return Foreseen(self.started, self._given_up(entry), None, public=True)
            case Entry(kind="undo_agreed"):
                before = self._done[self._ends[-2][0] - 1].after
                return Foreseen(self.started, None, self.game.to_move(before), public=True)
            case _:
                hidden = entry is not None and entry.kind == "undo"
                return Foreseen(self.started, self.outcome, self.awaited, public=not hidden)

    def reversible(self, seat: Seat | None = None) -> bool:
        """Tell whether the last finished activation could be taken back by consent, as far as a seat of its side knows.

        Nothing may have been drawn or answered in it or since. Without a seat it is told from all that was done.
        """
        if self.outcome is not None or len(self._ends) < 2:
            return False
        actor, first = self._ends[-1][1], self._ends[-2][0]
        if seat is not None and seat not in self.game.allies(actor):
            return False
        known = len(self._done) if seat is None else self._horizon(seat)
        return not any(done.sealed for done in self._done[first:known])

    # ---- what the viewers see

    @property
    def told(self) -> int:
        """Tell how many actions everybody knows of."""
        return self._told

    def step(self, viewer: Viewer) -> int:
        """Tell how many updates a viewer was entitled to so far: what it does must answer the newest."""
        return self._steps[viewer]

    def update(self, viewer: Viewer) -> Update:
        """Tell a viewer how things stand."""
        outcome = self.outcome
        mine = outcome is None and viewer == self.to_move
        actions = self._position.legal() if mine else []
        return Update(
            step=self._steps[viewer],
            view=self.game.view(self._seen_by(viewer), viewer, ended=outcome is not None),
            legal=self.game.actions.formatted(actions),
            final=self.game.actions.formatted(filter(self._is_final, actions)),
            may_undo=mine and self._may_undo(viewer),
            news=self._news(viewer),
            outcome=outcome,
            head=self._chain.head(self._known[viewer]).hex() if self._chain is not None else "",
        )

    def record(self, names: Mapping[Seat, str]) -> Record:
        """Give the game on paper: what survived of it, and how it ended. For the open only when it is over."""
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

    def _horizon(self, viewer: Viewer) -> int:
        """Tell how many actions a viewer knows of: all but the acting side only those before the activation."""
        acting = self._actor is not None and viewer in self.game.allies(self._actor)
        return len(self._done) if acting else self._told

    def _seen_by(self, viewer: Viewer) -> Any:
        horizon = self._horizon(viewer)
        return self._done[horizon - 1].after if horizon else self._start

    def _news(self, viewer: Viewer) -> Told:
        """Give all that a viewer has learnt: what it had learnt when it last asked, and what has come since."""
        horizon, before = self._horizon(viewer), self._read.get(viewer, _NOTHING_READ)
        if before.length > horizon or (before.length and self._done[before.length - 1] is not before.last):
            before = _NOTHING_READ  # something was taken back
        if before.length < horizon:
            new = [piece for done in self._done[before.length : horizon] for piece in done.news[viewer]]
            before = self._read[viewer] = _Read(horizon, self._done[horizon - 1], before.news.and_then(new))
        if self._ended:
            return before.news.and_then(redact(self.game.closing_events(self._position), viewer))
        return before.news

    def _ready(self, seat: Seat, step: int) -> Any:
        """Give the position if this seat may act on what it has seen."""
        if self.outcome is not None:
            raise IllegalAction("error.over")
        position = self._position
        if not self.started or seat != self.game.to_move(position):
            raise IllegalAction("error.not_your_turn")
        if step != self._steps[seat]:
            raise IllegalAction("error.stale")
        return position

    def _may_undo(self, seat: Seat) -> bool:
        return seat == self._actor and len(self._done) > self._floor

    def _is_final(self, action: int) -> bool:
        return self.game.barrier(self._position, action, _after(self._position, action))

    def _carry_out(self, position: Any, action: int) -> Done:
        after = _after(position, action)
        events = self.game.events(position, action, after)
        news = redacted(events, self.game.viewers)
        drawn = self.game.to_move(position) == CHANCE
        return Done(action, after, news, drawn, self.game.sealed(position, action, after))

    def _draws(self, position: Any) -> list[int]:
        """Draw for chance until a seat is to move or the game is over."""
        drawn: list[int] = []
        while self.game.to_move(position) == CHANCE:
            drawn.append(self._draw(position, len(drawn)))
            position = _after(position, drawn[-1])
        return drawn

    def _draw(self, position: Any, since: int) -> int:
        """Draw an action; so many draws were made since those that took effect."""
        actions: list[int] = position.legal()
        weights = self.game.weights(position)
        if self._chain is None:
            return self._rng.choices(actions, weights)[0]
        return actions[self._chain.seal.draw(self._drawn + since, weights)]

    def _save(self, entry: Entry) -> None:
        self._log.append(entry)  # save, then tell
        self.take_in(entry)

    def _take_in_actions(self, entry: Entry) -> None:
        for notation in entry.actions:
            before = self._position
            done = self._carry_out(before, self.game.actions.parse(notation))
            self._done.append(done)
            self._drawn += done.drawn
            if self.game.barrier(before, done.action, done.after):
                self._floor = len(self._done)
        if self.game.settled(self._position):
            self._ends.append((len(self._done), entry.seat))
            self._tell_everybody()
        else:
            self._actor = entry.seat
            self._tell_side(entry.seat)

    def _tell_side(self, seat: Seat) -> None:
        for ally in self.game.allies(seat):
            self._count(ally)

    def _tell_everybody(self) -> None:
        self._actor = None
        self._told = len(self._done)
        for viewer in self._steps:
            self._count(viewer)

    def _count(self, viewer: Viewer) -> None:
        """Count an update that a viewer is entitled to; only then does the head move on that it is told."""
        self._steps[viewer] += 1
        self._known[viewer] = self._entries


def _after(position: Any, action: int) -> Any:
    after = position.copy()
    after.advance(action)
    return after
