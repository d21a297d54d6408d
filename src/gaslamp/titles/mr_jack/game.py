"""Mr. Jack as a `core.game.Game`.

>>> from gaslamp.core.history import Playthrough
>>> game = MrJack()  # the revised edition
>>> playthrough = Playthrough(game)
>>> while game.to_move(playthrough.position) == "chance":
...     playthrough.advance(playthrough.position.legal()[0])
>>> playthrough.play("pick watson")
>>> game.view(playthrough.position, "detective").picked
'watson'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from gaslamp.core.actions import ActionSpace
from gaslamp.core.game import Event, Game, Outcome, Viewer
from gaslamp.core.options import Option
from gaslamp.titles.mr_jack import belief as beliefs
from gaslamp.titles.mr_jack.belief import Belief, World
from gaslamp.titles.mr_jack.meta import META
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules import events as happenings
from gaslamp.titles.mr_jack.rules import view as views
from gaslamp.titles.mr_jack.rules.notation import ACTIONS
from gaslamp.titles.mr_jack.rules.position import Position, start
from gaslamp.titles.mr_jack.rules.view import View
from gaslamp.titles.mr_jack.ui.presentation import MrJackPresentation


class MrJack(Game[Position, View]):
    title: ClassVar[str] = META.title
    rules_version: ClassVar[int] = META.rules_version
    seats = META.seats
    option_list: ClassVar[tuple[Option, ...]] = META.options
    actions: ClassVar[ActionSpace] = ACTIONS
    presentation = MrJackPresentation
    # The identity; four cards turned in each odd round; card and move in each of 32 activations. Every two rounds the
    # abilities add one step for six characters (Gull's is the lantern of a Watson he exchanged with), none for
    # Stealthy, and four for Goodley (three characters and a lantern).
    longest: ClassVar[int] = 1 + 4 * 4 + 8 * 4 * 2 + 4 * (6 + 4)

    def start(self) -> Position:
        return start(board.EDITIONS.index(self.options["edition"]))

    def weights(self, position: Position) -> list[int]:
        return [1] * position.count()  # draws are uniform

    def outcome(self, position: Position) -> Outcome | None:
        if position.ending == board.GOES_ON:
            return None
        return Outcome(board.SEATS[board.WINNERS[position.ending]], board.ENDINGS[position.ending])

    def turn_complete(self, position: Position) -> bool:
        return not board.ACTING <= position.doing < board.FINISHED  # a turn is one activation

    def irreversible(self, before: Position, action: int, after: Position) -> bool:
        return after.round != before.round or super().irreversible(before, action, after)  # the call was answered

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
        return beliefs.position_from(view, world)


GAME: Final = MrJack
