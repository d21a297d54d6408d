"""Whitehall Mystery as a `core.game.Game`.

>>> from gaslamp.core.history import Playthrough
>>> game = Whitehall({"investigators": "3"})
>>> game.seats
('jack', 'investigator1', 'investigator2', 'investigator3')
>>> playthrough = Playthrough(game)
>>> playthrough.play("locate 1")
>>> playthrough.news("investigator1")  # not the circle
(News(kind='location_hidden', details={'count': 1}),)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from gaslamp.core.actions import ActionSpace
from gaslamp.core.game import SPECTATOR, Event, Game, News, Outcome, Seat, Side, Viewer
from gaslamp.core.options import Option
from gaslamp.titles.whitehall.belief import worlds as other_worlds
from gaslamp.titles.whitehall.belief.belief import Belief, Conclusion, conclude
from gaslamp.titles.whitehall.belief.worlds import World
from gaslamp.titles.whitehall.meta import META
from gaslamp.titles.whitehall.rules import board, casebook
from gaslamp.titles.whitehall.rules import events as happenings
from gaslamp.titles.whitehall.rules import notation as n
from gaslamp.titles.whitehall.rules import view as views
from gaslamp.titles.whitehall.rules.opening import opening
from gaslamp.titles.whitehall.rules.position import Position
from gaslamp.titles.whitehall.rules.town import WHITEHALL
from gaslamp.titles.whitehall.rules.view import View
from gaslamp.titles.whitehall.ui.presentation import WhitehallPresentation

_IN_RANGE: Final = max(len(WHITEHALL.in_range(crossing)) for crossing in WHITEHALL.crossings)  # at most
_UNFINISHED: Final = frozenset({board.COACHING, board.SEARCHING, board.SCENTING})
_ANSWERED: Final = frozenset(
    action for action in n.ACTIONS if n.ACTIONS.format(action).split()[0] in {"search", "arrest", "call"}
)
_AT_WORK: Final = frozenset({board.ACTING, board.SEARCHING, board.SCENTING})


class Whitehall(Game[Position, View]):
    title: ClassVar[str] = META.title
    rules_version: ClassVar[int] = META.rules_version
    option_list: ClassVar[tuple[Option, ...]] = META.options
    actions: ClassVar[ActionSpace] = n.ACTIONS
    sampled: ClassVar[bool] = True
    presentation = WhitehallPresentation
    # Four locations, three figures, the start. In each of three rounds a tile taken back, and fifteen turns: Jack's
    # move, three walks, a false clue, and three searches of all that is in range, one of them past a clue.
    longest: ClassVar[int] = 8 + 3 * (1 + board.SPACES * (1 + 3 + 1 + 3 * _IN_RANGE)) + 1

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.seats = META.seats_for(self.options)

    def start(self) -> Position:
        return opening(self.options)

    def weights(self, position: Position) -> list[int]:
        return casebook.weights(position)

    def outcome(self, position: Position) -> Outcome | None:
        if position.ending == board.GOES_ON:
            return None
        return Outcome(board.SIDES[board.WINNERS[position.ending]], board.ENDINGS[position.ending])

    def turn_complete(self, position: Position) -> bool:
        """Return False while locations are chosen, or a Coach or a search is unfinished."""
        locating = position.doing == board.LOCATING and position.locations != 0
        return not locating and position.doing not in _UNFINISHED

    def ends_undo(self, before: Position, action: int, after: Position) -> bool:
        return action in _ANSWERED or super().ends_undo(before, action, after)

    def irreversible(self, before: Position, action: int, after: Position) -> bool:
        turn_over = before.doing in _AT_WORK and after.doing not in _AT_WORK  # reveals if Jack has arrived (WM-50)
        return (
            action in _ANSWERED
            or turn_over
            or after.round != before.round
            or super().irreversible(before, action, after)
        )

    def side(self, seat: Seat) -> Side:
        return board.SIDES[seat != "jack"]

    def events(self, before: Position, action: int, after: Position) -> tuple[Event, ...]:
        return happenings.events(before, action, after)

    def closing_events(self, position: Position) -> tuple[Event, ...]:
        return happenings.closing_events(position)

    def view(self, position: Position, viewer: Viewer, *, ended: bool = False) -> View:
        return views.view(position, viewer, self.options, ended=ended)

    def belief(self, viewer: Viewer) -> Belief:
        return Belief(self.options)

    def rewrite_history(self, actions: Sequence[int], viewer: Viewer, world: World) -> list[int]:
        if viewer == "jack":
            return list(actions)  # Jack knows everything
        return other_worlds.rewrite_history(self.start(), actions, world, self.turn_complete)

    def position_from(self, view: View, world: World) -> Position:
        return other_worlds.position_from(view, world)

    @property
    def aided(self) -> bool:
        return self.options["aid"] == "on"

    def aid_from(self, viewer: Viewer) -> Viewer | None:
        """Return SPECTATOR for Jack: the aid shows him the public belief."""
        return SPECTATOR if viewer == "jack" else viewer

    def conclude(self, news: Sequence[News]) -> Conclusion | None:
        """Count Jack's paths; None before Jack starts and once his sheet is revealed."""
        if any(piece.kind == "revealed" for piece in news):
            return None
        concluded = conclude(self.options, news)
        return concluded if concluded.shares else None


GAME: Final = Whitehall
