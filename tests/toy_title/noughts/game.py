"""The contract of `core.game`, kept by rules alone: no face, and words in English only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from gaslamp.core.actions import ActionSpace
from gaslamp.core.game import CHANCE_MOVES, EVERYONE, OVER, REVEALED, Event, Game, Outcome, Viewer, redact
from gaslamp.core.options import Option

from .belief import Belief, World
from .meta import META
from .position import ACTIONS, FINISHED, FIRST_SQUARE, PLACING, SEATS, SQUARES, STAGES, Position, has_row


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know."""

    stage: str
    mover: str
    began: str
    hiding: bool
    squares: tuple[str, ...]  # whose stone is seen on each, or nothing
    own_hidden: tuple[str, ...]
    left: tuple[int, ...]  # so many stones each seat may still hide


class Noughts(Game[Position, View]):
    """Noughts and crosses with hidden stones."""

    title: ClassVar[str] = META.title
    rules_version: ClassVar[int] = META.rules_version
    seats = META.seats
    option_list: ClassVar[tuple[Option, ...]] = META.options
    actions: ClassVar[ActionSpace] = ACTIONS
    longest: ClassVar[int] = 1 + 2 * (9 + 4)  # nine stones placed, four hidden ones found

    def start(self) -> Position:
        return Position(int(self.options["hidden_stones"]))

    def outcome(self, position: Position) -> Outcome | None:
        if position.stage != FINISHED:
            return None
        if has_row(position.stones[position.mover]):
            return Outcome(SEATS[position.mover], "row")
        return Outcome(SEATS[1 - position.began], "full")

    def settled(self, position: Position) -> bool:
        return position.stage != PLACING

    def sealed(self, before: Position, action: int, after: Position) -> bool:
        return action >= FIRST_SQUARE or super().sealed(before, action, after)  # whether a stone lay there is an answer

    def events(self, before: Position, action: int, after: Position) -> tuple[Event, ...]:
        if before.to_move() == CHANCE_MOVES:
            return (Event("began", {"seat": SEATS[action]}, EVERYONE),)
        seat = SEATS[before.mover]
        if action < FIRST_SQUARE:
            return (Event("chose", {"seat": seat, "how": ACTIONS.format(action)}, EVERYONE),)
        where = {"seat": seat, "square": ACTIONS.format(action)}
        if after.stones == before.stones:
            happened = Event("found", where, EVERYONE)
        elif before.hiding:
            happened = Event("placed", where, frozenset({seat}), Event("hid", {"seat": seat}, EVERYONE))
        else:
            happened = Event("placed", where, EVERYONE)
        outcome = self.outcome(after)
        if outcome is None:
            return happened, Event("turn", {"seat": SEATS[after.mover]}, EVERYONE)
        over = Event(OVER, {"winner": outcome.winner, "reason": outcome.reason}, EVERYONE)
        return happened, over, *self.closing_events(after)

    def closing_events(self, position: Position) -> tuple[Event, ...]:
        hidden = {seat: _squares(stones) for seat, stones in zip(SEATS, position.hidden, strict=True)}
        return (Event(REVEALED, hidden, EVERYONE),)

    def view(self, position: Position, viewer: Viewer, *, ended: bool = False) -> View:
        open_now = ended or position.stage == FINISHED
        seen = [
            stones if open_now or seat == viewer else stones & ~hidden
            for seat, stones, hidden in zip(SEATS, position.stones, position.hidden, strict=True)
        ]
        return View(
            stage=STAGES[position.stage],
            mover=SEATS[position.mover],
            began=SEATS[position.began],
            hiding=bool(position.hiding),
            squares=tuple(_on(seen, square) for square in range(9)),
            own_hidden=_squares(position.hidden[SEATS.index(viewer)]) if viewer in SEATS else (),
            left=tuple(position.left),
        )

    def belief(self, viewer: Viewer) -> Belief:
        return Belief()

    def retell(self, actions: Sequence[int], viewer: Viewer, world: World) -> list[int]:
        found = self._retold(self.start(), self.start(), list(actions), viewer, world)
        assert found is not None
        return found

    def _retold(
        self, told: Position, here: Position, actions: list[int], viewer: Viewer, world: World
    ) -> list[int] | None:
        """Give actions that lead from here to a world, and tell a viewer what it was told of the given ones."""
        if not actions:
            return [] if tuple(here.hidden) == world else None
        first, *rest = actions
        after = _after(told, first)
        news = redact(self.events(told, first, after), viewer)
        for action in [first, *here.legal()]:
            if action in here.legal() and redact(self.events(here, action, _after(here, action)), viewer) == news:
                found = self._retold(after, _after(here, action), rest, viewer, world)
                if found is not None:
                    return [action, *found]
        return None

    def imagine(self, view: View, world: World) -> Position:
        made = Position(0)
        made.stage, made.hiding = STAGES.index(view.stage), int(view.hiding)
        made.mover, made.began = SEATS.index(view.mover), SEATS.index(view.began)
        seen = [sum(1 << at for at, owner in enumerate(view.squares) if owner == seat) for seat in SEATS]
        made.stones = [stones | hidden for stones, hidden in zip(seen, world, strict=True)]
        made.hidden, made.left = [*world], [*view.left]
        return made


def _after(position: Position, action: int) -> Position:
    after = position.copy()
    after.advance(action)
    return after


def _squares(stones: int) -> tuple[str, ...]:
    return tuple(name for at, name in enumerate(SQUARES) if stones >> at & 1)


def _on(seen: Sequence[int], square: int) -> str:
    return next((seat for seat, stones in zip(SEATS, seen, strict=True) if stones >> square & 1), "")


GAME: Final = Noughts
