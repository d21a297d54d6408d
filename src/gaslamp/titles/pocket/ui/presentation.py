"""The `Presentation` of Pocket; each method calls the module named after it."""

from __future__ import annotations

from collections.abc import Sequence

from gaslamp.core.game import News
from gaslamp.core.messages import Message
from gaslamp.titles.pocket.rules.view import View
from gaslamp.titles.pocket.ui import announcements, panels, prompts, textboard, words
from gaslamp.titles.pocket.ui import scene as scenes
from gaslamp.titles.pocket.ui import why_not as refusals
from gaslamp.ui.announcements import Announcement, Beat
from gaslamp.ui.panels import Panel
from gaslamp.ui.presentation import Presentation
from gaslamp.ui.prompt import Prompt, WhyNot
from gaslamp.ui.scene import BoardArt, Scene
from gaslamp.ui.textboard import TextBoard


class PocketPresentation(Presentation[View]):
    def board_art(self) -> BoardArt:
        return scenes.board_art()

    def scene(self, view: View, news: Sequence[News] = ()) -> Scene:
        return scenes.scene(view, news)

    def panels(self, view: View, news: Sequence[News]) -> tuple[Panel, ...]:
        return panels.panels(view, news)

    def text_board(self, view: View) -> TextBoard:
        return textboard.text_board(view)

    def prompt(self, view: View, actions: Sequence[int]) -> Prompt:
        return prompts.prompt(view, actions)

    def why_not(self, view: View, actions: Sequence[int], target: str, path: Sequence[str] = ()) -> WhyNot | None:
        return refusals.why_not(view, target)

    def tell(self, news: News) -> Message:
        return words.tell(news)

    def recount(self, happened: Sequence[News]) -> tuple[Message, ...]:
        return words.recount(happened)

    def round_of(self, view: View) -> int:
        return view.turn

    def announcements(self, view: View, news: Sequence[News]) -> tuple[Announcement, ...]:
        return tuple(announcements.announcements(news))

    def story(self, view: View, news: Sequence[News]) -> tuple[Beat, ...]:
        return tuple(announcements.story(view, news))

    def label(self, action: int) -> Message:
        return words.label(action)
