"""Implements `core.game` with rules only: no presentation, and messages in English only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from gaslamp.core.actions import ActionSpace
from gaslamp.core.game import CHANCE_MOVES, EVERYONE, OVER, REVEALED, Event, Game, News, Outcome, Viewer, redact
from gaslamp.core.options import Option

from .belief import Belief, World
from .meta import META
from .position import ACTIONS, BEGINNING, FINISHED, FIRST_SQUARE, PLACING, SEATS, SQUARES, STAGES, Position, has_row


@dataclass(frozen=True, slots=True)
class View:
    """The view of one viewer."""

    viewer: str
    stage: str
    mover: str
    began: str
    hiding: bool
    squares: tuple[str, ...]  # visible stone of each square, or ""
    own_hidden: tuple[str, ...]
    left: tuple[int, ...]  # hidden stones left per seat


class Noughts(Game[Position, View]):
    """Noughts and crosses with hidden stones."""

    title: ClassVar[str] = META.title
    rules_version: ClassVar[int] = META.rules_version
    seats = META.seats
    option_list: ClassVar[tuple[Option, ...]] = META.options
    actions: ClassVar[ActionSpace] = ACTIONS
    longest: ClassVar[int] = 1 + 2 * (9 + 4)  # nine stones placed, four hidden ones found

    def start(self) -> Position:
        left = int(self.options["hidden_stones"])
        return Position(BEGINNING, 0, 0, 0, 0, 0, 0, 0, left, left)

    def outcome(self, position: Position) -> Outcome | None:
        if position.stage != FINISHED:
            return None
        if has_row(position.stones[position.mover]):
            return Outcome(SEATS[position.mover], "row")
        return Outcome(SEATS[1 - position.began], "full")

    def turn_complete(self, position: Position) -> bool:
        return position.stage != PLACING

    def irreversible(self, before: Position, action: int, after: Position) -> bool:
        return action >= FIRST_SQUARE or super().irreversible(before, action, after)  # the result is an answer

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
            viewer=viewer,
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

    def rewrite_history(self, actions: Sequence[int], viewer: Viewer, world: World) -> list[int]:
        here = self.start()
        seen: list[tuple[News, ...]] = []  # the viewer's news of each action
        for action in actions:
            after = _after(here, action)
            seen.append(redact(self.events(here, action, after), viewer))
            here = after
        retold = self._retold(self.start(), list(actions), seen, viewer, world)
        assert retold is not None
        return retold

    def _retold(
        self, here: Position, actions: list[int], seen: list[tuple[News, ...]], viewer: Viewer, world: World
    ) -> list[int] | None:
        """Return actions that lead to a world with the same news for a viewer."""
        if not actions:
            return [] if tuple(here.hidden) == world else None
        tries = {actions[0]}
        if here.hiding and SEATS[here.mover] != viewer:  # the stone is in the world or was found later
            later = [piece.details["square"] for news in seen for piece in news if piece.kind == "found"]
            tries |= {ACTIONS.parse(str(square)) for square in (*later, *_squares(world[here.mover]))}
        for action in sorted(tries & {*here.legal()}):
            after = _after(here, action)
            if redact(self.events(here, action, after), viewer) == seen[0]:
                found = self._retold(after, actions[1:], seen[1:], viewer, world)
                if found is not None:
                    return [action, *found]
        return None

    def position_from(self, view: View, world: World) -> Position:
        stage, mover, began = STAGES.index(view.stage), SEATS.index(view.mover), SEATS.index(view.began)
        seen = [sum(1 << at for at, owner in enumerate(view.squares) if owner == seat) for seat in SEATS]
        stones = [stones | hidden for stones, hidden in zip(seen, world, strict=True)]
        return Position(stage, mover, began, int(view.hiding), *stones, *world, *view.left)


def _after(position: Position, action: int) -> Position:
    after = position.copy()
    after.advance(action)
    return after


def _squares(stones: int) -> tuple[str, ...]:
    return tuple(name for at, name in enumerate(SQUARES) if stones >> at & 1)


def _on(seen: Sequence[int], square: int) -> str:
    return next((seat for seat, stones in zip(SEATS, seen, strict=True) if stones >> square & 1), "")


GAME: Final = Noughts
