"""How a title is displayed: board, panels, prompts and messages.

Every method has a plain default, so that a title needs only rules. A title overrides what it displays better and names
its class in `Game.presentation`. All arguments contain only what one viewer may know.

>>> from gaslamp import titles
>>> game = titles.game("whitehall")
>>> position = game.start()
>>> prompt = presentation(game).prompt(game.view(position, "jack"), position.legal())
>>> len(list(prompt.choices)) == len(position.legal())
True
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
from gaslamp.ui.panels import Aid, LogLine

if TYPE_CHECKING:
    from gaslamp.ui.panels import Panel
    from gaslamp.ui.prompt import Prompt, WhyNot
    from gaslamp.ui.scene import Announcement, Beat, BoardArt, Scene, Target, TextBoard


class Presentation(Generic[V]):
    """Renders the views and news of one game as data."""

    def __init__(self, game: Game[Any, V]) -> None:
        self.game = game

    # ---- board and panels

    def board_art(self) -> BoardArt:
        return plain.BOARD_ART

    def scene(self, view: V, news: Sequence[News] = ()) -> Scene:
        """Return the board for *view*; *news* are all news of its viewer."""
        return plain.scene(self.game.title)

    def panels(self, view: V, news: Sequence[News]) -> tuple[Panel, ...]:
        """Return the panels around the board; *news* are all news of the viewer."""
        return plain.panels(plain.facts(self.game.title, view), fold_news(news, (), self._and_then))

    def text_board(self, view: V) -> TextBoard:
        return plain.text_board(plain.facts(self.game.title, view))

    def aid(self, view: V, concluded: Any) -> Aid:
        return Aid()

    def announcements(self, view: V, news: Sequence[News]) -> tuple[Announcement, ...]:
        return ()

    def story(self, view: V, news: Sequence[News]) -> tuple[Beat, ...]:
        """Return the other side's actions among a viewer's latest news, to be animated one by one.

        An announcement precedes the story of the same news.
        """
        return ()

    def round_of(self, view: V) -> int:
        """Return the round of a view, as players count; 0 if the title has no rounds."""
        return 0

    # ---- choices

    def prompt(self, view: V, actions: Sequence[int]) -> Prompt:
        """Return what is to be done, and the legal actions as choices."""
        return plain.prompt([(action, self.label(action)) for action in actions])

    def places(self, view: V) -> tuple[Target, ...]:
        return self.scene(view).targets

    def why_not(self, view: V, actions: Sequence[int], target: str, path: Sequence[str] = ()) -> WhyNot | None:
        """Return the reason why *target* cannot be chosen now, after the inner choices *path*; None if unknown.

        *view* and *actions* are those of the pointing player, so the reason reveals nothing else.
        """
        return None

    def label(self, action: int) -> Message:
        return message("plain.action", notation=self.game.actions.format(action))

    def labels(self, actions: Sequence[int]) -> tuple[Message, ...]:
        """Return the labels of an activation's actions, to be read together."""
        return tuple(map(self.label, actions))

    # ---- messages

    def name(self, seat: Seat | Side) -> Message:
        return message(f"{self.game.title}.seat.{seat}")

    def tell(self, news: News) -> Message:
        if news.kind == OVER:
            return message(f"{self.game.title}.over.{news.details['reason']}")
        return Message(f"{self.game.title}.news.{news.kind}", plain.written(news.details))

    def _and_then(self, log: tuple[LogLine, ...], piece: News) -> tuple[LogLine, ...]:
        return (*log, LogLine(self.tell(piece)))

    def recount(self, happened: Sequence[News]) -> tuple[Message, ...]:
        """Return sentences for one step with nothing hidden; what the board shows may be omitted."""
        return tuple(self.tell(piece) for piece in happened)

    def ended(self, outcome: Outcome) -> Message:
        if outcome.reason not in BY_THE_TABLE:
            return message(f"{self.game.title}.over.{outcome.reason}")
        loser = self.game.other_side(outcome.winner)
        return message(f"table.over.{outcome.reason}", winner=self.name(outcome.winner), loser=self.name(loser))


def presentation(game: Game[Any, V]) -> Presentation[V]:
    """Return the presentation of *game*, created once per game. Raises BrokenTitle."""
    cached = vars(game).get("_presentation")
    if cached is None:
        cached = (game.presentation or Presentation)(game)
        if not isinstance(cached, Presentation):
            raise BrokenTitle("error.broken_title", title=game.title, why="Game.presentation is not a Presentation")
        vars(game)["_presentation"] = cached
    return cached
