"""How a title is shown and spoken of. Every part has a plain default, so that rules alone can be played anywhere.

A title with a face of its own overrides what it draws and says better; `Game.face` gives it. What a face is given is
what one viewer may know, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic

from gaslamp.core.errors import BrokenTitle
from gaslamp.core.game import OVER, Game, News, Outcome, Seat, Side, V
from gaslamp.core.history import fold_news
from gaslamp.core.messages import Message, message
from gaslamp.core.records.record import BY_THE_TABLE
from gaslamp.ui import plain
from gaslamp.ui.aid import Aid
from gaslamp.ui.panels import LogLine

if TYPE_CHECKING:
    from gaslamp.ui.announcements import Announcement
    from gaslamp.ui.panels import Panel
    from gaslamp.ui.prompt import Prompt
    from gaslamp.ui.scene import BoardArt, Scene, Target
    from gaslamp.ui.story import Beat
    from gaslamp.ui.textboard import TextBoard
    from gaslamp.ui.why_not import WhyNot


class Presentation(Generic[V]):
    """A game as people see it: its board, what stands round it, its choices, its words."""

    def __init__(self, game: Game[Any, V]) -> None:
        self.game = game

    # ---- the board and what stands round it

    def board_art(self) -> BoardArt:
        """The drawings of the board that never change."""
        return plain.BOARD_ART

    def scene(self, view: V, news: Sequence[News] = ()) -> Scene:
        """The board as data, from what the viewer sees now and all it has learnt."""
        return plain.scene(self.game.title)

    def panels(self, view: V, news: Sequence[News]) -> tuple[Panel, ...]:
        """What stands round the board, from what the viewer sees now and all it has learnt."""
        return plain.panels(plain.facts(self.game.title, view), fold_news(news, (), self._and_then))

    def text_board(self, view: V) -> TextBoard:
        """The board as this view shows it, in characters."""
        return plain.text_board(plain.facts(self.game.title, view))

    def aid(self, view: V, concluded: Any) -> Aid:
        """Lay out for a viewer what `Game.conclude` concluded."""
        return Aid()

    def announcements(self, view: V, news: Sequence[News]) -> tuple[Announcement, ...]:
        """What of a viewer's latest news is told on its own, over the board."""
        return ()

    def story(self, view: V, news: Sequence[News]) -> tuple[Beat, ...]:
        """What the other side did, among a viewer's latest news, to be told one after the other on the board.

        What is a moment of its own is told after it.
        """
        return ()

    def round_of(self, view: V) -> int:
        """Which round of the game a view is of, as its players count; 0 where there is none."""
        return 0

    # ---- what is to be done

    def prompt(self, view: V, actions: Sequence[int]) -> Prompt:
        """Say what is to be done, by whom, and lay out the legal actions as choices to point at."""
        return plain.prompt([(action, self.label(action)) for action in actions])

    def places(self, view: V) -> tuple[Target, ...]:
        """Everything on the board that somebody may point at, whether it can ever be chosen or not."""
        return self.scene(view).targets

    def why_not(self, view: V, actions: Sequence[int], target: str, path: Sequence[str] = ()) -> WhyNot | None:
        """Say why a place, or a thing in a panel, cannot be chosen now, after some inner choices; None if nobody knows.

        It is asked with the view and the legal actions of whoever points, so it can tell nothing else.
        """
        return None

    def label(self, action: int) -> Message:
        """Say what an action does."""
        return message("plain.action", notation=self.game.actions.format(action))

    # ---- what happened

    def name(self, seat: Seat | Side) -> Message:
        """What a seat or a side is called."""
        return message(f"{self.game.title}.seat.{seat}")

    def tell(self, news: News) -> Message:
        """Say in a sentence what a viewer learnt."""
        if news.kind == OVER:
            return message(f"{self.game.title}.over.{news.details['reason']}")
        return Message(f"{self.game.title}.news.{news.kind}", plain.written(news.details))

    def _and_then(self, told: tuple[LogLine, ...], piece: News) -> tuple[LogLine, ...]:
        return (LogLine(self.tell(piece)), *told)

    def recount(self, happened: Sequence[News]) -> tuple[Message, ...]:
        """Say what happened in one step to somebody who may know everything; what the board shows may be left out."""
        return tuple(self.tell(piece) for piece in happened)

    def ended(self, outcome: Outcome) -> Message:
        """Say how a game ended, by its rules or by the table."""
        if outcome.reason not in BY_THE_TABLE:
            return message(f"{self.game.title}.over.{outcome.reason}")
        loser = self.game.other_side(outcome.winner)
        return message(f"table.over.{outcome.reason}", winner=self.name(outcome.winner), loser=self.name(loser))


def presentation(game: Game[Any, V]) -> Presentation[V]:
    """Return the presentation of *game*: its title's own, or the plain one. It is created once for each game."""
    cached = vars(game).get("_presentation")
    if cached is None:
        cached = (game.presentation or Presentation)(game)
        if not isinstance(cached, Presentation):
            raise BrokenTitle("error.broken_title", title=game.title, why="Game.presentation is not a Presentation")
        vars(game)["_presentation"] = cached
    return cached
