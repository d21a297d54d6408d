"""Pocket as a `core.game.Game`.

>>> from gaslamp.core.history import Playthrough
>>> game = Pocket({"both_goals_while_seen": "chase"})
>>> playthrough = Playthrough(game)
>>> while game.to_move(playthrough.position) == "chance":
...     playthrough.advance(playthrough.position.legal()[0])
>>> game.actions.formatted(playthrough.position.legal())
('take alibi', 'take toby', 'take rotation')
>>> game.view(playthrough.position, "detectives").identity is None  # Jack's secret
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from gaslamp.core.actions import ActionSpace
from gaslamp.core.game import Event, Game, Outcome, Viewer
from gaslamp.core.options import Option
from gaslamp.titles.pocket import belief as beliefs
from gaslamp.titles.pocket.belief import Belief, World
from gaslamp.titles.pocket.meta import META
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules import events as happenings
from gaslamp.titles.pocket.rules import view as views
from gaslamp.titles.pocket.rules.notation import ACTIONS
from gaslamp.titles.pocket.rules.position import Position
from gaslamp.titles.pocket.rules.view import View
from gaslamp.titles.pocket.ui.presentation import PocketPresentation


class Pocket(Game[Position, View]):
    title: ClassVar[str] = META.title
    rules_version: ClassVar[int] = META.rules_version
    seats = META.seats
    option_list: ClassVar[tuple[Option, ...]] = META.options
    actions: ClassVar[ActionSpace] = ACTIONS
    presentation = PocketPresentation
    # Nine tiles, the identity, four throws, and in each of eight turns four tokens taken and carried out.
    longest: ClassVar[int] = 9 + 1 + 4 + 8 * 4 * 2

    def start(self) -> Position:
        return Position(chase_when_seen=int(self.options["both_goals_while_seen"] == "chase"))  # MP-43

    def weights(self, position: Position) -> list[int]:
        return [1] * position.count()  # draws are uniform

    def outcome(self, position: Position) -> Outcome | None:
        if position.ending == board.GOES_ON:
            return None
        return Outcome(board.SEATS[board.WINNERS[position.ending]], board.ENDINGS[position.ending])

    def turn_complete(self, position: Position) -> bool:
        return not board.ACTING <= position.doing < board.FINISHED  # an activation is one action token

    def irreversible(self, before: Position, action: int, after: Position) -> bool:
        return after.turn != before.turn or super().irreversible(before, action, after)  # the call was answered

    def events(self, before: Position, action: int, after: Position) -> tuple[Event, ...]:
        return happenings.events(before, action, after)

    def closing_events(self, position: Position) -> tuple[Event, ...]:
        return happenings.closing_events(position)

    def view(self, position: Position, viewer: Viewer, *, ended: bool = False) -> View:
        return views.view(position, viewer, ended=ended)

    def belief(self, viewer: Viewer) -> Belief:
        return Belief()

    def rewrite_history(self, actions: Sequence[int], viewer: Viewer, world: World) -> list[int]:
        return beliefs.rewrite_history(self.start(), actions, world)

    def position_from(self, view: View, world: World) -> Position:
        return beliefs.position_from(view, world, self.start())


GAME: Final = Pocket
